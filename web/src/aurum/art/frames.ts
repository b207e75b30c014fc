/** The frame of a leaf grows with its rank: a hairline, fillets, a wave, a braid, rosettes, sprays, a crown. 250 by 350. */

import { around, dot, line, n1, paper, placed, ring, solid, star } from "./ink";

const [WIDE, HIGH] = [250, 350];

export function edge(inset: number, notch = 0): string {
  const [a, right, bottom, r] = [inset, WIDE - inset, HIGH - inset, notch];
  if (!r) return `M${a} ${a}H${right}V${bottom}H${a}Z`;
  const arc = (x: number, y: number) => `A${r} ${r} 0 0 0 ${x} ${y}`;
  return `M${a + r} ${a}H${right - r}${arc(right, a + r)}V${bottom - r}${arc(right - r, bottom)}H${a + r}${arc(a, bottom - r)}V${a + r}${arc(a + r, a)}Z`;
}

/** A wave along the four sides, between the corners; two that swing against each other are a braid. */
export function wave(inset: number, swing: number, margin = 22): string {
  const [across, down] = [WIDE - 2 * margin, HIGH - 2 * margin];
  const [columns, rows] = [Math.round(across / 11), Math.round(down / 11)];
  const [dx, dy] = [across / columns / 2, down / rows / 2];
  const level = (y: number) =>
    `M${margin} ${y}q${n1(dx / 2)} ${n1(-swing * 2)} ${n1(dx)} 0${`t${n1(dx)} 0`.repeat(columns * 2 - 1)}`;
  const upright = (x: number) =>
    `M${x} ${margin}q${n1(-swing * 2)} ${n1(dy / 2)} 0 ${n1(dy)}${`t0 ${n1(dy)}`.repeat(rows * 2 - 1)}`;
  return level(inset) + level(HIGH - inset) + upright(inset) + upright(WIDE - inset);
}

export function braid(inset: number, swing: number, width: number, margin = 22): string {
  return line(wave(inset, swing, margin), width) + line(wave(inset, -swing, margin), width);
}

export function corners(drawn: string): string {
  return [
    [1, 1, 0, 0],
    [-1, 1, WIDE, 0],
    [1, -1, 0, HIGH],
    [-1, -1, WIDE, HIGH],
  ]
    .map(([a, d, x, y]) => placed(`matrix(${a} 0 0 ${d} ${x} ${y})`, drawn))
    .join("");
}

export function rosette(x: number, y: number, radius: number, petals: number): string {
  const leaf = (side: number) =>
    line(
      around((angle) => radius * (0.62 + side * 0.26 * Math.sin(petals * angle)), petals * 4),
      0.8,
    );
  const ground = `<circle r="${radius}" fill="var(--pp)"/>`;
  return placed(
    `translate(${x} ${y})`,
    ground + ring(radius, 1.1) + leaf(1) + leaf(-1) + dot(0, 0, Math.round(radius * 2) / 10),
  );
}

/** A spray that grows out of a corner, in three lengths. */
export function spray(length: number): string {
  const leaf = (x: number, y: number, angle: number, scale: number) =>
    placed(`translate(${x} ${y}) rotate(${angle}) scale(${scale})`, solid("M0 0C3 -5 10 -6 15 -2C10 0 6 3 0 0Z"));
  let drawn =
    line("M26 30C44 26 56 34 58 46C59 55 49 58 46 51C44 46 50 43 52 47", 1.2) +
    leaf(36, 28, -25, 0.9) +
    leaf(47, 31, 60, 0.8);
  if (length > 1)
    drawn += line("M28 30C24 48 32 62 40 66C48 69 52 61 45 59", 1.2) + leaf(28, 42, 70, 0.9) + leaf(33, 54, 20, 0.8);
  if (length > 2)
    drawn +=
      line("M58 40C70 36 82 40 88 34M40 64C36 76 40 88 34 96") +
      leaf(70, 37.5, -30, 0.8) +
      leaf(80, 38.5, 25, 0.7) +
      leaf(37, 78, 60, 0.8) +
      leaf(38, 88, 120, 0.7) +
      dot(90, 33, 1.8) +
      dot(33, 99, 1.8);
  return drawn;
}

function crown(): string {
  const points =
    "M-32 10Q-36 -2 -30 -8Q-26 0 -18 0Q-18 -10 -11 -11Q-10 -3 0 -14Q10 -3 11 -11Q18 -10 18 0Q26 0 30 -8Q36 -2 32 10Z";
  return placed(
    "translate(125 19)",
    paper(points, 1.3) + line("M-31 6H31") + dot(0, 0, 2.6) + dot(-17, 3, 1.5) + dot(17, 3, 1.5),
  );
}

export function frame(rank: number): string {
  if (rank <= 1) return line(edge(13));
  if (rank === 2) return line(edge(12), 1.6) + line(edge(16), 0.7);
  if (rank === 3) return line(edge(12, 9), 1.4) + line(edge(16, 9), 0.7) + corners(dot(13.5, 13.5, 2.6));
  if (rank === 4) return line(edge(11, 12), 2.2) + line(edge(16, 12), 0.8) + corners(solid(star(4, 6, 2, 13.5, 13.5)));
  if (rank <= 6) {
    const waves = rank > 5 ? braid(16.5, 4, 1) : line(wave(16.5, 4));
    const corner = paper("M10 10H23V23H10Z", 1) + solid(star(4, 6, 2, 16.5, 16.5));
    return line(edge(10), 1.8) + line(edge(23), 0.8) + waves + corners(corner);
  }
  let drawn = line(edge(9), 2.2) + line(edge(23.5), 0.9) + braid(16.5, 5, 0.9);
  if (rank > 7) drawn += braid(16.5, 2.2, 0.7);
  drawn += corners(rank > 8 ? rosette(17, 17, 12.5, 8) : rosette(17, 17, 10.5, 6));
  drawn += placed("matrix(1 0 0 -1 0 350)", spray(1)) + placed("matrix(-1 0 0 -1 250 350)", spray(1));
  drawn += placed("matrix(-1 0 0 1 250 0)", spray(Math.min(3, rank - 6))); // the index is at the left
  if (rank > 8) drawn += rosette(16.5, 175, 8, 5) + rosette(233.5, 175, 8, 5);
  if (rank > 9) drawn += rosette(125, 334, 9, 6) + crown();
  return drawn;
}
