/** The engraved picture of each metal, and the suns of gold, around 0 0 and within a radius of 78. */

import { around, dot, face, fine, flames, line, n1, paper, placed, rays, ring, sky, snake, solid, star } from "./ink";

/** Bismuth grows crystals whose faces are stairs: a cube seen from a corner, with steps into each face. */
function crystal(x: number, y: number, size: number, steps: number): string {
  const [c, q] = [Math.cos(Math.PI / 6), 0.5];
  const flat = ([a = 0, b = 0, h = 0]: number[]) =>
    `${n1(x + (a - b) * c * size)} ${n1(y + (a + b) * q * size - h * size)}`;
  const shape = (points: number[][]) => `M${points.map(flat).join("L")}Z`;
  const square = (i: number) => [
    [i, i],
    [1 - i, i],
    [1 - i, 1 - i],
    [i, 1 - i],
  ];
  const top = (i: number) => shape(square(i).map(([a = 0, b = 0]) => [a - 0.5, b - 0.5, 0.5 - i * 0.55]));
  const left = (i: number) => shape(square(i).map(([a = 0, b = 0]) => [a - 0.5, 0.5 - i * 0.55, b - 0.5]));
  const right = (i: number) => shape(square(i).map(([a = 0, b = 0]) => [0.5 - i * 0.55, a - 0.5, b - 0.5]));
  let drawn = "";
  for (const side of [top, left, right])
    for (let step = 0; step < steps; step++) {
      const path = side((step * 0.5) / steps);
      drawn += step === 0 ? paper(path, 1.7) : line(path, 1.1);
      if (side === right) drawn += solid(path, 0.16 + step * 0.14);
      if (side === left) drawn += solid(path, 0.04 + step * 0.08);
    }
  let hatching = "";
  for (let i = 1; i < 11; i++) hatching += `M${flat([0.5, -0.5, -0.5 + i / 11])}L${flat([0.5, 0.5, -0.5 + i / 11])}`;
  return drawn + fine(line(hatching, 0.6, 0.6));
}

const bismuth = () =>
  fine(line(sky(77, [-72, 30], [3.4, 6], 7), 0.6, 0.5)) +
  fine(line("M-60 47H-30M-66 40H-50M30 50H58M44 43H64M-40 55H-8M6 60H40M-26 63H8M-50 52H-44M-30 69H22", 0.8, 0.8)) +
  crystal(-37, 25, 35, 3) +
  crystal(38, 29, 31, 3) +
  crystal(0, -4, 62, 5) +
  crystal(-17, 49, 21, 2) +
  crystal(18, 53, 15, 2) +
  solid(star(4, 11, 2.2, 48, -36)) +
  solid(star(4, 7, 1.6, -50, -30)) +
  solid(star(4, 5, 1.2, 34, -56));

/** The mirror of Venus with a rose in it, and a snake around its handle. */
function copper(): string {
  let waves = "";
  for (let row = 0; row < 8; row++) {
    const y = 38 + row * 5;
    const half = Math.sqrt(77 * 77 - y * y);
    let x = -half + 2 + (row % 2) * 6;
    waves += `M${n1(x)} ${y}`;
    for (; x < half - 13; x += 12) waves += "q3 -4 6 0t6 0";
  }
  const petal = (angle: number) =>
    placed(
      `rotate(${angle})`,
      paper("M0 -5C-13 -8 -14 -21 -6 -23Q0 -26 6 -23C14 -21 13 -8 0 -5Z", 1.3) +
        fine(line("M0 -8V-18M-3.5 -9L-6.5 -17M3.5 -9L6.5 -17", 0.7)),
    );
  const inner = (angle: number) => placed(`rotate(${angle})`, paper("M0 -2C-7 -4 -8 -12 0 -14C8 -12 7 -4 0 -2Z", 1.1));
  const rose =
    [0, 72, 144, 216, 288].map(petal).join("") + [36, 108, 180, 252, 324].map(inner).join("") + dot(0, 0, 4.5);
  return (
    fine(line(rays(72, 43, 76, 0.72), 0.6, 0.6)) +
    fine(line(waves, 0.8, 0.75)) +
    paper("M-5 24H5V70Q0 75 -5 70Z") +
    paper("M-15 46H15V53H-15Z") +
    dot(0, -12, 37) +
    dot(0, -12, 32.5, "var(--pp)") +
    fine(
      `<circle cx="0" cy="-12" r="34.7" fill="none" stroke="var(--pp)" stroke-width="1.3" stroke-dasharray="1.3 2.9"/>`,
    ) +
    placed("translate(0 -12)", ring(27, 1.1) + rose) +
    snake("M-17 74C-40 66 -24 56 0 58C26 60 28 43 4 41C-18 39 -34 30 -42 18", 8) +
    paper("M-48 22Q-54 8 -47 1Q-38 0 -35 16Q-38 24 -48 22Z") +
    dot(-45, 9.5, 1.8) +
    line("M-47 1Q-49 -6 -47 -11M-48 -6L-52 -11", 1.3)
  );
}

/** What shines by itself: a flask on its tripod, a star in it, fire below. */
const phosphorus = () =>
  fine(line(rays(96, 30, 77, 0.8), 0.6, 0.55)) +
  paper("M-9 -72H9L7 -22A34 34 0 1 1 -7 -22Z", 1.9) +
  solid("M-28.5 26A34 34 0 0 0 28.5 26Q14 31 0 26T-28.5 26Z", 0.28) +
  line("M-31 23Q-15 28 0 24T31 23", 1.2) +
  fine(line("M-7 -66H7M-6.5 -60H6.5M22 -8Q31 4 28 20M17 -12Q26 -2 25 12M-5 -54V-26M3 -20V-50", 0.8)) +
  placed(
    "translate(0 8)",
    `${solid(star(8, 26, 7))}<circle r="6.5" fill="var(--pp)" stroke="currentColor" stroke-width="1.2"/>`,
  ) +
  line("M-11 -72H11", 3) +
  line("M-30 40L-42 74M30 40L42 74M-34 44H34", 2.4) +
  solid(
    "M-15 74C-26 62 -12 58 -13 47C-4 52 -6 58 -3 61C-3 54 4 52 3 45C13 52 9 60 12 62C14 60 14 57 14 55C21 62 20 70 14 74Z",
  ) +
  `<path d="M-6 74C-10 68 -2 66 0 60C3 66 8 68 5 74Z" fill="var(--pp)"/>`;

/** The moon with her face in the night. */
function silver(): string {
  const cloud = (x: number, y: number, scale: number) =>
    placed(
      `translate(${x} ${y}) scale(${scale})`,
      paper(
        "M-34 10C-44 10 -44 -3 -34 -4C-34 -15 -19 -18 -14 -9C-8 -20 10 -18 11 -6C20 -12 30 -4 27 3C36 3 36 10 30 10Z",
        1.5,
      ) + fine(line("M-30 5Q-26 1 -22 5M-8 -3Q-2 -8 4 -2M12 4Q17 0 21 5M-16 5Q-10 0 -4 6", 0.8)),
    );
  const stars: [number, number, number, number][] = [
    [42, -38, 15, 3],
    [26, -10, 8, 1.8],
    [56, -4, 9, 2],
    [36, 14, 5.5, 1.3],
    [-2, -70, 6, 1.4],
  ];
  const shining = stars
    .map(
      ([x, y, outer, inner]) =>
        `<path d="${star(outer > 10 ? 8 : 4, outer, inner, x, y)}" fill="currentColor" stroke="var(--pp)" stroke-width="1.5" paint-order="stroke"/>`,
    )
    .join("");
  return (
    fine(line(sky(77, [-73, 76], [3.2, 4.4], 21), 0.6, 0.6)) +
    paper(
      "M16 -60A56 56 0 1 0 46 34C26 40 6 30 0 12L-8 8Q-13 5 -8 2L-6 -1C-10 -4 -11 -7 -7 -10L-5 -12Q-1 -22 1 -26C-2 -40 4 -53 16 -60Z",
      2,
    ) +
    line("M-7 -22Q-13 -26 -18 -22M-8 -17Q-13 -20 -17 -16Q-12 -13 -8 -17ZM-7 3Q-13 3 -16 6", 1.3) +
    dot(-11.5, -16.8, 1.7) +
    fine(
      line(
        "M-48 -30Q-58 -2 -44 26M-43 -34Q-54 -2 -38 30M-38 -38Q-49 -2 -32 34M-32 -43Q-42 -4 -25 36M-26 -48Q-36 -20 -33 4M-20 -52Q-28 -38 -29 -26M-24 14Q-24 28 -16 38M-16 18Q-14 32 -4 38M-8 20Q-4 32 8 38",
        0.8,
        0.85,
      ),
    ) +
    shining +
    cloud(30, 52, 0.95) +
    cloud(-36, 58, 0.8)
  );
}

/** A furnace with its alembic, and the philosophers' wool that zinc leaves when it burns. */
function zinc(): string {
  let bricks = "";
  for (let row = 0; row < 6; row++) {
    const y = 20 + row * 9;
    bricks += `M-38 ${y}H20`;
    for (let i = 0; i < 5; i++) {
      const x = -38 + (row % 2 ? 6 : 0) + i * 12;
      if (x > -36 && x < 18) bricks += `M${x} ${y}v9`;
    }
  }
  const wool = (x: number, y: number, r: number) => {
    const a = (radius: number, dx: number, dy: number) =>
      `a${n1(r * radius)} ${n1(r * radius)} 0 0 1 ${n1(r * dx)} ${n1(r * dy)}`;
    const fleece =
      a(0.42, 0.2, -0.62) +
      a(0.46, 0.75, -0.34) +
      a(0.46, 0.8, 0.3) +
      a(0.42, 0.25, 0.66) +
      a(0.4, -0.55, 0.4) +
      a(0.46, -0.9, 0.02) +
      a(0.4, -0.55, -0.42);
    const curls = `M${n1(x - r * 0.5)} ${n1(y - r * 0.1)}q${n1(r * 0.2)} ${n1(-r * 0.3)} ${n1(r * 0.4)} 0t${n1(r * 0.4)} 0M${n1(x - r * 0.3)} ${n1(y + r * 0.2)}q${n1(r * 0.2)} ${n1(-r * 0.24)} ${n1(r * 0.4)} 0`;
    return paper(`M${n1(x - r)} ${y}${fleece}Z`, 1.5) + fine(line(curls, 0.8));
  };
  return (
    fine(line(sky(77, [-73, 14], [3.4, 5], 5), 0.6, 0.5)) +
    fine(line("M-66 40H-44M-58 48H-44M26 72H40M-50 57H-42M30 66H46", 0.8)) +
    paper("M-40 16H22L24 74H-44Z", 1.8) +
    fine(line(bricks, 0.7, 0.75)) +
    `<path d="M-22 74V56A13 13 0 0 1 4 56V74Z" fill="currentColor" stroke="var(--pp)" stroke-width="2.5"/>` +
    `<path d="M-14 74C-20 65 -10 62 -9 55C-4 61 2 64 -3 74Z" fill="var(--pp)"/>` +
    paper("M-30 16C-36 2 -22 -8 -20 -18H2C4 -8 18 2 12 16Z", 1.8) +
    solid("M-31 9Q-20 13 -9 9T13 9L12 16H-30Z", 0.35) +
    paper("M-22 -18C-32 -34 -20 -48 -9 -48C4 -48 11 -38 20 -24L50 14L43 19L12 -12Q8 -18 4 -18Z", 1.8) +
    fine(line("M-20 -22Q-24 -36 -12 -42M-15 -22Q-18 -34 -9 -38M8 -30L44 14", 0.8)) +
    line("M-24 -18H6", 2.6) +
    paper("M42 14H52L53 24A19 19 0 1 1 39 27Z", 1.8) +
    solid("M28 46Q37 42 46 46T64 45A19 19 0 0 1 28 46Z", 0.4) +
    wool(-48, -34, 19) +
    wool(40, -46, 22) +
    wool(10, -62, 14) +
    wool(62, -18, 11) +
    wool(-30, -60, 11)
  );
}

export const EMBLEMS = { bismuth, copper, phosphorus, silver, zinc };

/** The sun of gold has as many flames as the card is worth; without any it is the serpent that eats its tail. */
export function sun(rank: number): string {
  if (rank === 0)
    return (
      fine(line(rays(72, 66, 77, 0.55), 0.7, 0.7) + line(rays(48, 22, 37, 0.6), 0.6, 0.7)) +
      snake("M-8 -52A52 52 0 1 0 34 -39", 17) +
      paper("M30 -50C20 -66 -6 -70 -22 -58C-31 -52 -30 -46 -20 -46C-10 -46 -2 -44 2 -40C12 -34 26 -34 34 -39Z", 1.9) +
      solid("M-27 -50C-18 -52 -8 -50 0 -45C-8 -48 -18 -47 -27 -47Z") +
      dot(-3, -57, 3.4) +
      dot(-3.8, -57.8, 1.1, "var(--pp)") +
      fine(line("M8 -60Q16 -54 18 -44M14 -59Q22 -53 25 -43M-17 -59.5L-20 -57", 0.9)) +
      `${solid(star(8, 20, 5))}<circle r="5" fill="var(--pp)" stroke="currentColor" stroke-width="1.2"/>`
    );
  const straight =
    rank > 3
      ? `<path d="${flames(rank, 30, 58, 7, false, Math.PI / rank)}" fill="var(--pp)" stroke="currentColor" style="stroke-width:calc(1.3px*var(--k,1))" stroke-linejoin="round"/>`
      : "";
  return (
    fine(line(rays(rank > 6 ? rank * 12 : 96, 40, 76, 0.78), 0.6, 0.6)) +
    `<path d="${flames(rank, 30, 77, 10.5, true)}" fill="currentColor" stroke="var(--pp)" stroke-width="1.6"/>${straight}` +
    `<circle r="36" fill="var(--pp)" stroke="currentColor" style="stroke-width:calc(1.8px*var(--k,1))"/>` +
    `<circle r="32.5" fill="none" stroke="currentColor" stroke-width=".7"/>` +
    placed("translate(0 -1)", face(1.15))
  );
}

/** The ring around an emblem: as many lobes and studs as the rank, cut out of solid ink. */
export function rose(rank: number): string {
  const rim = ring(95.5, 0.9);
  if (rank === 0) return ring(88, 0.8) + ring(79, 1.6) + fine(line(rays(120, 80, 87), 0.8)) + rim;
  const lobes = around((angle) => 85.5 + 5.2 * Math.sin(rank * angle), Math.max(16, rank * 6));
  let drawn = `<path fill-rule="evenodd" d="M0 -93A93 93 0 1 1 0 93A93 93 0 1 1 0 -93ZM0 -78A78 78 0 1 0 0 78A78 78 0 1 0 0 -78Z" fill="currentColor"/>`;
  let cut = "";
  for (let turn = 0; turn < 8; turn++) cut += `<path d="${lobes}" transform="rotate(${n1((45 * turn) / rank)})"/>`;
  drawn += `<g fill="none" stroke="var(--pp)" style="display:var(--fine,inline)" stroke-width=".95">${cut}</g>`;
  for (let stud = 0; stud < rank; stud++) {
    const angle = -Math.PI / 2 + (stud * 2 * Math.PI) / rank;
    const [x, y] = [85.5 * Math.cos(angle), 85.5 * Math.sin(angle)];
    drawn += dot(x, y, 4.6) + dot(x, y, 3.3, "var(--pp)");
  }
  return drawn + rim;
}
