/** The signs of the metals, in the manner of alchemists' books, in a box of 100 by 100. */

import type { Metal } from "../cards/metals";

const DOT = `fill="currentColor" stroke="none"`;

const STROKES: Record<Metal, string> = {
  bismuth: `<circle cx="50" cy="65" r="23"/><path d="M15 12C15 36 32 43 50 43S85 36 85 12"/><circle cx="50" cy="65" r="6" ${DOT}/>`,
  copper: `<circle cx="50" cy="34" r="24"/><path d="M50 58V94M29 77H71"/>`,
  phosphorus: `<path d="M50 9L82 56H18ZM50 56V95M30 70H70M24 85H76"/>`,
  silver: `<path d="M66 10A41 41 0 1 0 66 90A49 49 0 0 1 66 10Z"/>`,
  zinc: `<path d="M22 14H78L24 80H70C82 80 84 96 72 96M32 47H72"/>`,
  gold: `<circle cx="50" cy="50" r="35"/><circle cx="50" cy="50" r="8" ${DOT}/>`,
};

export const METALS = Object.keys(STROKES) as Metal[];

export function sign(metal: Metal, width: number): string {
  return `<g fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round">${STROKES[metal]}</g>`;
}
