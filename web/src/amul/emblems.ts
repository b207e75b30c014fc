/** The silhouettes of Amul that people may be drawn as, each in one ink within 100 by 100. */

import { CAMEL, HORSE } from "./art/figures";
import { columns, dome, pagoda, palm, path, star } from "./art/scenery";
import type { Family } from "./art/palette";

const INK = "currentColor";
const inked = { layers: [INK, INK, INK] } as unknown as Family;
const within = (x: number, y: number, scale: number, drawn: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`;

export const emblems: Record<string, string> = {
  camel: within(-5, -4, 0.52, path(CAMEL, INK)),
  horse: within(2, 7, 0.48, path(HORSE, INK)),
  palm: palm(47, 88, 0.98, INK),
  dome: within(0, 0, 1, dome(50, 82, 27, INK)),
  pagoda: within(12, -22, 0.72, pagoda(inked)),
  temple: within(16, -22, 0.66, columns(inked)),
  star: path(star(50, 50, 36, 16), INK),
};
