/** All that the page asks of Aurum. */

import type { GamePage } from "../lib/game";
import Art from "./Art.svelte";
import bots from "./bots.json";
import cover from "./cover.json";
import { texts } from "./messages";

export default {
  name: "aurum",
  cover,
  bots,
  art: Art,
  emblems: () => import("./emblems"),
  scene: () => import("./Scene.svelte"),
  texts,
  board: () => import("./board/board"),
  pad: () => import("./pad/Pad.svelte"),
  pictures: () => import("./rules/Pictures.svelte"),
} satisfies GamePage;
