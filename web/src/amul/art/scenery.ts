/** Skies, ground and buildings of the posters. A picture is 200 by 184; its subject stands on the lower edge. */

import type { Family } from "./palette";

export const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`;
export const stroke = (d: string, colour: string, width: number): string =>
  `<path d="${d}" fill="none" stroke="${colour}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"/>`;
export const disc = (x: number, y: number, r: number, fill: string): string =>
  `<circle cx="${x}" cy="${y}" r="${r}" fill="${fill}"/>`;
export const at = (x: number, y: number, scale: number | string, drawn: string): string =>
  `<g transform="translate(${x} ${y}) scale(${scale})">${drawn}</g>`;

/** Three flat bands and a sun or moon. */
export function sky(f: Family, [x, y, r]: [number, number, number] = [100, 78, 46]): string {
  return (
    `<rect width="200" height="184" fill="${f.sky[2]}"/><rect width="200" height="118" fill="${f.sky[1]}"/>` +
    `<rect width="200" height="58" fill="${f.sky[0]}" opacity=".75"/>` +
    `<circle cx="${x}" cy="${y}" r="${r * 1.5}" fill="${f.disc}" opacity=".22"/>${disc(x, y, r, f.disc)}`
  );
}

/** A moon and some stars in place of a full disc. */
export function night(f: Family, x: number, y: number, r: number): string {
  return (
    sky(f, [x, y, r]) +
    disc(x + r * 0.4, y - r * 0.2, r * 0.82, f.sky[0]) +
    path("M46 30l2 7 7 2-7 2-2 7-2-7-7-2 7-2zM92 18l1.500 5 5 1.500-5 1.500-1.500 5-1.500-5-5-1.500 5-1.500z", f.disc)
  );
}

export const land = (d: string, fill: string): string => path(`${d}V184H0Z`, fill);

export const dunes = (f: Family): string =>
  land("M0 132C34 112 66 118 98 134S160 138 200 116", f.layers[0]) +
  land("M0 158C40 142 84 160 122 156S172 146 200 150", f.layers[1]);

export const hills = (f: Family): string =>
  path("M0 136L44 96L78 126L132 74L200 130V184H0Z", f.layers[0]) +
  path("M132 74L110 95L126 100L138 92L150 98L158 96Z", f.lit) +
  land("M0 148C60 134 130 146 200 138", f.layers[1]);

export const ground = (f: Family, y = 156): string =>
  `<rect y="${y}" width="200" height="${184 - y}" fill="${f.layers[2]}"/>`;

export function dome(x: number, y: number, w: number, fill: string): string {
  return (
    path(
      `M${x - w} ${y}V${y - w * 0.5}C${x - w} ${y - w * 1.5} ${x - w * 0.2} ${y - w * 1.5} ${x} ${y - w * 2.3}C${x + w * 0.2} ${y - w * 1.5} ${x + w} ${y - w * 1.5} ${x + w} ${y - w * 0.5}V${y}Z`,
      fill,
    ) + stroke(`M${x} ${y - w * 2.2}V${y - w * 2.8}`, fill, Math.max(1.4, w * 0.1))
  );
}

export const minaret = (x: number, y: number, high: number, fill: string): string =>
  path(
    `M${x - 5} ${y}V${y - high}H${x - 8}V${y - high - 6}H${x - 4}V${y - high - 18}L${x} ${y - high - 30}L${x + 4} ${y - high - 18}V${y - high - 6}H${x + 8}V${y - high}H${x + 5}V${y}Z`,
    fill,
  );

/** The towns of the Arabs have domes, the camps of the Mongols lie before mountains. */
export const town = (f: Family): string =>
  dome(36, 150, 20, f.layers[0]) +
  dome(168, 150, 16, f.layers[0]) +
  minaret(10, 150, 52, f.layers[0]) +
  minaret(192, 150, 44, f.layers[0]) +
  land("M0 150C60 142 140 150 200 144", f.layers[1]);

export const range = (f: Family): string =>
  path("M0 138L40 92L70 122L112 78L156 122L176 102L200 124V184H0Z", f.layers[0]) +
  path("M112 78L94 97L106 102L113 95L124 102L131 98ZM40 92L27 107L38 110L47 102Z", f.lit) +
  land("M0 150C60 140 140 152 200 142", f.layers[1]);

export const palm = (x: number, y: number, scale: number, fill: string): string =>
  at(
    x,
    y,
    scale,
    path("M-2 0C-1 -22 2 -38 7 -54L11 -53C6 -36 4 -20 4 0Z", fill) +
      path(
        "M9 -54C-4 -66 -18 -64 -26 -52C-14 -57 -4 -56 9 -54C-2 -50 -12 -42 -13 -30C-6 -40 0 -46 9 -53C10 -44 14 -34 22 -29C21 -40 17 -48 10 -54C22 -56 32 -52 38 -44C36 -58 22 -66 9 -54C12 -66 8 -74 0 -80C-1 -70 2 -60 9 -54C16 -64 24 -68 34 -66C26 -74 12 -68 9 -54Z",
        fill,
      ),
  );

/** A striped roof over a stall, from x on. */
export function awning(f: Family, x: number, stripes: number, y = 0): string {
  let drawn = "";
  for (let i = 0; i < stripes; i++) {
    const [a, b] = [x + i * 24, x + (i + 1) * 24];
    drawn += path(`M${a} ${y}H${b}V${y + 34}L${(a + b) / 2} ${y + 46}L${a} ${y + 34}Z`, i % 2 ? f.bright : f.layers[2]);
  }
  return drawn;
}

export const ziggurat = (f: Family): string =>
  path("M14 140V120H26V104H38V88H50V74H72V88H84V104H96V120H108V140Z", f.layers[0]) +
  path("M54 74H68L74 140H48Z", f.layers[1]) +
  `<path d="M50 74H61V140H14V120H26V104H38V88H50Z" fill="#fff" opacity=".12"/>`;

export const columns = (f: Family): string =>
  path("M10 146V84H4V72H104V84H98V146H86V84H74V146H62V84H50V146H38V84H26V146Z", f.layers[0]) +
  path("M16 72L54 54L92 72Z", f.layers[0]);

export const pyramids = (f: Family): string =>
  path("M-10 146L40 70L90 146Z", f.layers[0]) +
  path("M40 70L90 146H54Z", f.layers[1]) +
  path("M66 146L92 106L118 146Z", f.layers[0]);

/** The great church of Byzantium: a flat dome on half domes. */
export const basilica = (f: Family): string =>
  path("M6 146V112H20C22 98 34 92 42 92C44 74 78 74 80 92C88 92 100 98 102 112H112V146Z", f.layers[0]) +
  path("M61 78V64M55 69H67", f.layers[0]) +
  stroke("M61 78V64M55 69H67", f.layers[0], 3) +
  path(
    "M30 146V126A6 6 0 0 1 42 126V146ZM55 146V122A6 6 0 0 1 67 122V146ZM80 146V126A6 6 0 0 1 92 126V146Z",
    f.layers[1],
  );

/** A church of Armenia before its mountain. */
export const chapel = (f: Family): string =>
  path("M-6 146L52 62L96 112L120 146Z", f.layers[0]) +
  path("M52 62L36 85L47 90L54 82L64 90L71 84Z", f.lit) +
  path("M22 146V112L40 100V90L50 74L60 90V100L78 112V146Z", f.layers[1]);

export const pagoda = (f: Family): string =>
  path(
    "M22 146H86V126H94L84 116H80V104H88L78 94H74V84H80L54 64L28 84H34V94H30L20 104H28V116H24L14 126H22Z",
    f.layers[0],
  ) + stroke("M54 64V50", f.layers[0], 3);

/** Eight rays around a place. */
export function star(x: number, y: number, outer: number, inner: number): string {
  let drawn = "";
  for (let i = 0; i < 16; i++) {
    const [r, angle] = [i % 2 ? inner : outer, (i * Math.PI) / 8];
    drawn += `${i ? "L" : "M"}${Math.round(x + r * Math.cos(angle))} ${Math.round(y + r * Math.sin(angle))}`;
  }
  return `${drawn}Z`;
}
