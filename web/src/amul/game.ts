/** All that the page asks of Amul. */

import type { GamePage } from "../lib/game";
import Art from "./Art.svelte";
import bots from "./bots.json";
import cover from "./cover.json";
import { lettering } from "./lettering";
import { texts } from "./messages";

export default {
  name: "amul",
  cover,
  bots,
  lettering,
  art: Art,
  emblems: () => import("./emblems"),
  scene: () => import("./Scene.svelte"),
  texts,
  board: () => import("./board/board"),
  pad: () => import("./pad/Pad.svelte"),
  pictures: () => import("./rules/Pictures.svelte"),
} satisfies GamePage;
