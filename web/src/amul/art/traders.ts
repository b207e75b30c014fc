/** The traders of the bazaar: where they come from stands behind them, what they ask for before them. */

import { draped, furHat, robed, turban } from "./figures";
import { cut, golden, heap, ingot, type Picture } from "./goods";
import { GOLD, HAIR, MADDER, SKIN, type Family } from "./palette";
import {
  at,
  awning,
  basilica,
  chapel,
  columns,
  disc,
  dome,
  pagoda,
  palm,
  path,
  pyramids,
  sky,
  stroke,
  ziggurat,
} from "./scenery";

type Drawn = (f: Family) => string;

const stall =
  (far: Drawn, person: Drawn, load: Drawn): Picture =>
  (f) =>
    sky(f, [58, 64, 34]) +
    far(f) +
    path("M0 150C50 138 120 146 200 138V184H0Z", f.layers[1]) +
    awning(f, 92, 5) +
    stroke("M194 40V184", f.layers[2], 6) +
    person(f) +
    load(f) +
    `<rect y="172" width="200" height="12" fill="${f.layers[2]}"/>`;

const man =
  (skin: string, hair: string, robe: string, hat: Drawn): Drawn =>
  (f) =>
    robed(138, 178, 1.16, f, { robe, trim: "#40292c", skin, hair }) + hat(f);
const woman =
  (skin: string, robe: string, scarf: string): Drawn =>
  (f) =>
    draped(138, 178, 1.16, f, { robe, trim: "#40292c", skin, scarf, hair: HAIR.black });
const wound =
  (cloth: string, fold: string): Drawn =>
  () =>
    turban(140, 69, 0.72, cloth, fold);

const spice: Drawn = (f) =>
  heap(48, 156, [24, 32], [GOLD, "#d98a2c"], f) +
  path("M76 172V150C76 142 82 140 84 134V128H96V134C98 140 104 142 104 150V172Z", f.layers[2]) +
  path("M84 128H90V172H76V150C76 142 82 140 84 134Z", f.layers[0]);
const rolls =
  (...colours: string[]): Drawn =>
  (f) =>
    colours
      .map((colour, i) =>
        at(
          36 + i * 6,
          164 - i * 18,
          1,
          `<rect x="-26" y="-8" width="66" height="17" rx="8.500" fill="${colour}"/>` +
            disc(40, 0.5, 8.5, f.lit) +
            disc(40, 0.5, 4, f.layers[2]),
        ),
      )
      .join("");
const bars =
  (tone: (f: Family) => Family): Drawn =>
  (f) =>
    ingot(40, 172, tone(f)) + ingot(84, 172, tone(f)) + ingot(62, 152, tone(f));
const jewel: Drawn = (f) =>
  at(
    66,
    134,
    "0.24",
    `<g transform="translate(-100 -100)">${cut({ ...f, lit: "#fff", bright: "#9fd6ff", sky: [f.sky[0], f.sky[1], "#5fa8dd"], layers: ["#3c82bd", "#275f96", "#173f6b"] })}</g>`,
  );
const ring: Drawn = () =>
  `<circle cx="84" cy="146" r="15" fill="none" stroke="#2f7d5a" stroke-width="9"/>` +
  stroke("M84 131a15 15 0 0 0 -13 8", "#8fd0ab", 3);
const pot: Drawn = (f) =>
  path("M28 136H86C92 150 84 166 74 172H40C30 166 22 150 28 136Z", "#2a5b9c") +
  path("M36 136C40 124 74 124 78 136Z", f.layers[2]) +
  stroke("M86 142C100 138 100 160 82 160M28 148C18 146 14 136 8 134", "#2a5b9c", 6) +
  stroke("M50 118C46 110 56 106 50 98M64 118C60 110 70 106 64 98", f.lit, 3.4);
const tusk: Drawn = () =>
  path("M76 172C68 146 80 122 112 116C96 130 92 150 98 172Z", "#fffaf0") +
  path("M88 172C80 150 90 128 112 116C96 130 92 150 98 172Z", "#e4cfa6");
const log: Drawn = () =>
  `<rect x="66" y="132" width="52" height="20" rx="10" fill="#1d1410"/>` +
  disc(72, 142, 9, "#4a3527") +
  disc(72, 142, 4, "#1d1410");
const both =
  (...loads: Drawn[]): Drawn =>
  (f) =>
    loads.map((load) => load(f)).join("");

export const TRADERS: Record<string, Picture> = {
  trader_assyria: stall(
    (f) => ziggurat(f) + palm(112, 148, 0.8, f.layers[1]),
    man(
      SKIN.brown,
      HAIR.black,
      "#5a2b2f",
      (f) => path("M124 74H156L152 48H128Z", MADDER) + stroke("M123 73H157", f.lit, 4),
    ),
    spice,
  ),
  trader_persia: stall(
    columns,
    man(SKIN.fair, HAIR.brown, "#2c4a63", wound("#fffaf0", "#d9c7b4")),
    both(rolls("#5a2b2f", GOLD), (f) => ingot(92, 172, golden(f))),
  ),
  trader_bukhara: stall(
    (f) =>
      path("M70 146L74 66H70V56H96V66H92L96 146Z", f.layers[0]) +
      path("M70 56C72 44 94 44 96 56Z", f.layers[0]) +
      stroke("M72 92H94M71 110H95", f.bright, 3) +
      dome(32, 146, 24, f.layers[0]),
    woman(SKIN.tan, "#3e2a5c", MADDER),
    bars((f) => ({
      ...f,
      lit: "#eef3f7",
      sky: ["#fff", "#c3d0dc", "#93a5b5"],
      layers: ["#6c8093", f.layers[1], f.layers[2]],
    })),
  ),
  trader_armenia: stall(
    chapel,
    man(
      SKIN.fair,
      HAIR.black,
      "#402c20",
      () => path("M126 66C126 44 154 44 154 66Z", "#7c2a1d") + stroke("M125 67H155", GOLD, 4),
    ),
    both(rolls(MADDER, GOLD, "#2c4a63")),
  ),
  trader_india: stall(
    (f) => dome(54, 146, 28, f.layers[0]) + dome(14, 146, 10, f.layers[0]) + dome(96, 146, 10, f.layers[0]),
    (f) => woman(SKIN.dark, "#8f2418", GOLD)(f) + disc(140, 72, 2.4, MADDER),
    both((f) => heap(40, 156, [22, 32], [GOLD, "#d98a2c"], f), tusk),
  ),
  trader_nubia: stall(
    pyramids,
    man(
      SKIN.deep,
      HAIR.black,
      "#fffaf0",
      (f) =>
        path("M126 70C124 52 156 52 154 70Z", HAIR.black) + stroke("M125 68H155", GOLD, 4) + disc(126, 84, 3, f.lit),
    ),
    both(
      (f) => ingot(40, 172, { ...f, lit: "#eef3f7", sky: ["#fff", "#c3d0dc", "#93a5b5"] }),
      (f) => ingot(88, 172, { ...f, lit: "#eef3f7", sky: ["#fff", "#c3d0dc", "#93a5b5"] }),
      log,
    ),
  ),
  trader_byzantium: stall(
    basilica,
    (f) => woman(SKIN.fair, "#4b1f4f", "#7a3f86")(f) + path("M126 68L128 54L134 62L140 50L146 62L152 54L154 68Z", GOLD),
    both((f) => ingot(40, 172, golden(f)) + ingot(88, 172, golden(f)), jewel),
  ),
  trader_khotan: stall(
    pagoda,
    man(SKIN.tan, HAIR.black, "#234a3c", () => furHat(140, 70, 0.62, "#7c2a1d", "#fff3d8")),
    both((f) => heap(38, 158, [22, 30], [GOLD, "#d98a2c"], f), ring),
  ),
  trader_tea: stall(
    (f) =>
      path("M0 146L30 100L58 132L92 82L124 146Z", f.layers[0]) + path("M92 82L80 100L90 104L98 98L104 102Z", f.lit),
    woman(SKIN.tan, "#26506b", "#cfe4f2"),
    both(pot, (f) => ingot(98, 172, golden(f))),
  ),
};
