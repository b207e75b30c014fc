/** The signs of Aurum that people may be drawn as, each in one ink within 100 by 100. */

import { CROWN, LUNA } from "./art/pieces";
import { METALS, sign } from "./art/signs";

const within = (box: string, drawn: string): string => `<g transform="${box}">${drawn}</g>`;

export const emblems: Record<string, string> = {
  ...Object.fromEntries(METALS.map((metal) => [metal, within("translate(14 14) scale(.72)", sign(metal, 9))])),
  moon: within("translate(46 50) scale(.78)", LUNA),
  crown: within("translate(20 28) scale(1.25)", CROWN),
};
