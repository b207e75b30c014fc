/** What else lies on the table: the back of a leaf, the wheel it is played on, nuggets, the stone, and small signs. */

import { METALS, sign } from "./signs";
import { around, at, face, fine, flames, line, n1, placed, rays, ring, solid, star, TURN } from "./ink";
import { braid, corners, edge, rosette, spray } from "./frames";

/** Several curves of so many lobes, turned against each other. */
function guilloche(lobes: number, radius: number, swing: number, turns: number, width: number): string {
  const curve = around((angle) => radius + swing * Math.sin(lobes * angle), lobes * 6);
  let drawn = "";
  for (let turn = 0; turn < turns; turn++)
    drawn += `<path d="${curve}" transform="rotate(${n1((360 * turn) / turns / lobes)})" fill="none" stroke="currentColor" stroke-width="${width}"/>`;
  return drawn;
}

export function back(): string {
  const middle =
    fine(guilloche(16, 74, 14, 6, 0.55) + guilloche(24, 47, 8, 4, 0.5)) +
    ring(91, 1.2) +
    ring(57, 1) +
    solid(flames(8, 22, 56, 7, true)) +
    solid(flames(8, 22, 44, 5, false, Math.PI / 8), 0.65) +
    `<circle r="25" fill="var(--pp)"/>` +
    ring(25, 1.8) +
    solid("M9 -15A17.5 17.5 0 1 0 9 15A21 21 0 0 1 9 -15Z") +
    `<circle cx="10" r="4.5" fill="currentColor"/>`;
  return (
    line(edge(10), 2) +
    line(edge(15), 0.7) +
    fine(braid(21, 4, 0.8, 26)) +
    line(edge(27), 0.7) +
    corners(rosette(21, 21, 11, 6)) +
    fine(corners(spray(3))) +
    placed("translate(125 175)", middle) +
    solid(star(6, 11, 4, 125, 46)) +
    solid(star(6, 11, 4, 125, 304))
  );
}

/** The wheel that is tooled into the table, with the metals around it; its radius is 300. */
export function wheel(): string {
  let drawn = ring(296, 2.4) + ring(289, 0.9) + ring(246, 0.9) + ring(240, 2) + line(rays(144, 240, 246), 0.9);
  drawn += `<g opacity=".75">${guilloche(24, 267.5, 17, 6, 0.7)}</g>`;
  METALS.forEach((metal, index) => {
    const [x, y] = at(267.5, -Math.PI / 2 + ((index + 0.5) * TURN) / METALS.length);
    const disc = `<circle r="25" fill="var(--disc)" stroke="currentColor" stroke-width="1.6"/><circle r="21.5" fill="none" stroke="currentColor" stroke-width=".7"/>`;
    drawn += placed(`translate(${n1(x)} ${n1(y)})`, disc + placed("translate(-13 -13) scale(.26)", sign(metal, 8)));
  });
  drawn +=
    line("M0 -238L206.1 119H-206.1ZM0 238L206.1 -119H-206.1Z", 1, 0.6) +
    line("M0 -226L195.7 113H-195.7ZM0 226L195.7 -113H-195.7Z", 0.6, 0.5) +
    solid(flames(16, 84, 132, 7, true), 0.55) +
    line(rays(192, 84, 112, 0.6), 0.6, 0.6) +
    ring(84, 1.6) +
    ring(79, 0.7) +
    `<g opacity=".8">${guilloche(8, 62, 14, 7, 0.6)}</g>` +
    ring(40, 1.2) +
    face(1.35);
  return drawn;
}

/** The corner of the binding. 120 by 120. */
export function fleuron(): string {
  return (
    line("M4 116V20Q4 4 20 4H116M11 116V24Q11 11 24 11H116", 1.4) +
    placed("translate(-2 -2) scale(1.05)", spray(3)) +
    solid(star(8, 9, 3.2, 26, 26))
  );
}

const LUMP = "M14 58L22 30L45 14L72 18L90 42L84 72L58 88L28 82Z";
const FACETS: [string, string][] = [
  ["M22 30L45 14L72 18L60 38L36 42Z", "#ffeeb0"],
  ["M72 18L90 42L70 56L60 38Z", "#eec35a"],
  ["M22 30L36 42L30 66L14 58Z", "#f2cd6c"],
  ["M36 42L60 38L70 56L54 72L30 66Z", "#dba63a"],
  ["M90 42L84 72L54 72L70 56Z", "#b07a1d"],
  ["M30 66L54 72L58 88L28 82Z", "#9a6714"],
  ["M14 58L30 66L28 82Z", "#c28f2c"],
  ["M54 72L84 72L58 88Z", "#805210"],
  ["M40 20L54 20L46 32Z", "#fffbe2"],
];

/** 100 by 100. */
export function nugget(): string {
  return `<path d="${LUMP}" fill="#b98524"/>${FACETS.map(([path, fill]) => `<path d="${path}" fill="${fill}"/>`).join("")}`;
}

/** Where a nugget is still to come. */
export function socket(): string {
  return `<path d="${LUMP}" fill="none" stroke="currentColor" stroke-width="3.5" stroke-dasharray="7 6" stroke-linejoin="round"/>`;
}

/** The alchemists' stone: the squared circle in wax, around 0 0 with a radius of 50. */
export function stone(): string {
  const wax = around((angle) => 45 + 1.6 * Math.sin(5 * angle + 1) + 1.2 * Math.sin(9 * angle), 40);
  return (
    `<path d="${wax}" fill="#8f1d1a"/><path d="${wax}" fill="none" stroke="#c7463a" stroke-width="2" transform="scale(.965) translate(-.6 -.9)"/>` +
    `<circle r="34" fill="#7a1413"/><circle r="34" fill="none" stroke="#5c0c0d" stroke-width="2.5"/>` +
    `<path d="M-33 8A34 34 0 0 0 33 8" fill="none" stroke="#d55a49" stroke-width="1.8"/>` +
    `<g fill="none" stroke="#ffd9a8" stroke-width="2.6" stroke-linejoin="round"><circle r="27"/><path d="M0 -26L22.7 13.2H-22.7Z"/><path d="M-9 -3H9V13H-9Z"/><circle cy="5" r="6.5"/></g>`
  );
}

/** A pointing hand, as printers set one beside a line that matters. 64 by 40. */
export const HAND =
  `<g fill="none" stroke="currentColor" stroke-width="2.6" stroke-linejoin="round" stroke-linecap="round"><path d="M2 10H13V33H2Z"/>` +
  `<path d="M13 12C20 12 23 8 30 8H57C63 8 63 16 57 16H38C45 16 45 23 39 23C44 24 43 30 37 30C40 31 39 36 34 36H22C18 36 17 33 13 33"/>` +
  `<path d="M29 23H39M29 30H37M26 16H36"/></g>`;

/** 48 by 36. */
export const CROWN = `<path d="M5 30L3 9L14 18L24 4L34 18L45 9L43 30Z" fill="currentColor"/><path d="M5 34H43" stroke="currentColor" stroke-width="3" stroke-linecap="round"/>`;

/** The sides, around 0 0 with a radius of 50. */
export const sol = (): string =>
  `<circle r="20" fill="none" stroke="currentColor" stroke-width="7"/>${solid(flames(8, 28, 48, 6, false))}`;
export const LUNA = solid("M14 -42A44 44 0 1 0 38 24A36 36 0 0 1 14 -42Z");
