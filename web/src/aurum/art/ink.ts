/** What an engraver needs: lines, solids, paper laid over lines, and curves around a centre; all as strings of SVG.

A drawing knows no colour. Ink is `currentColor`, paper is `--pp`; `--k` widens the lines where a card is small, and
`--fine` takes away the hatching there. */

export const TURN = Math.PI * 2;

export type Curve = (angle: number) => number;

/** A number as it is written into a path. */
export const n1 = (value: number): string => String(Math.round(value * 10) / 10);

export function at(radius: number, angle: number): [number, number] {
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

export function line(path: string, width = 1, opacity = 1): string {
  const faint = opacity < 1 ? ` opacity="${opacity}"` : "";
  return `<path d="${path}" fill="none" stroke="currentColor" style="stroke-width:calc(${width}px*var(--k,1))" stroke-linecap="round" stroke-linejoin="round"${faint}/>`;
}

export function solid(path: string, opacity = 1): string {
  return `<path d="${path}" fill="currentColor"${opacity < 1 ? ` opacity="${opacity}"` : ""}/>`;
}

/** A shape that hides what was drawn before it. */
export function paper(path: string, width = 1.6): string {
  return `<path d="${path}" fill="var(--pp)" stroke="currentColor" style="stroke-width:calc(${width}px*var(--k,1))" stroke-linejoin="round" stroke-linecap="round"/>`;
}

export function ring(radius: number, width: number, opacity = 1): string {
  const faint = opacity < 1 ? ` opacity="${opacity}"` : "";
  return `<circle r="${radius}" fill="none" stroke="currentColor" style="stroke-width:calc(${width}px*var(--k,1))"${faint}/>`;
}

export function dot(x: number, y: number, radius: number, fill = "currentColor"): string {
  return `<circle cx="${n1(x)}" cy="${n1(y)}" r="${radius}" fill="${fill}"/>`;
}

/** Hatching and the like, which small cards do without. */
export function fine(drawn: string): string {
  return `<g style="display:var(--fine,inline)">${drawn}</g>`;
}

export function placed(transform: string, drawn: string): string {
  return `<g transform="${transform}">${drawn}</g>`;
}

export function symbol(id: string, box: string, drawn: string): string {
  return `<symbol id="${id}" viewBox="${box}" overflow="visible">${drawn}</symbol>`;
}

/** The closed curve whose radius follows the angle, in so many pieces. */
export function around(radius: Curve, pieces: number): string {
  const step = TURN / pieces;
  const point = (angle: number) => at(radius(angle), angle);
  const slope = (angle: number) => {
    const near = 1e-3;
    const [a, b] = [point(angle - near), point(angle + near)];
    return [(b[0] - a[0]) / (2 * near), (b[1] - a[1]) / (2 * near)] as const;
  };
  let path = "";
  for (let piece = 0; piece < pieces; piece++) {
    const [from, to] = [piece * step, (piece + 1) * step];
    const [a, b, leaving, coming] = [point(from), point(to), slope(from), slope(to)];
    if (!piece) path += `M${n1(a[0])} ${n1(a[1])}`;
    const third = step / 3;
    path += `C${n1(a[0] + leaving[0] * third)} ${n1(a[1] + leaving[1] * third)} ${n1(b[0] - coming[0] * third)} ${n1(b[1] - coming[1] * third)} ${n1(b[0])} ${n1(b[1])}`;
  }
  return `${path}Z`;
}

/** Straight strokes outwards; every second one reaches `short` of the way. */
export function rays(count: number, inner: number, outer: number, short = 1): string {
  let path = "";
  for (let index = 0; index < count; index++) {
    const angle = (index * TURN) / count;
    const [x, y] = at(inner, angle);
    const [far, high] = at(index % 2 ? inner + (outer - inner) * short : outer, angle);
    path += `M${n1(x)} ${n1(y)}L${n1(far)} ${n1(high)}`;
  }
  return path;
}

export function star(points: number, outer: number, inner: number, x = 0, y = 0): string {
  let path = "";
  for (let index = 0; index < points * 2; index++) {
    const [dx, dy] = at(index % 2 ? inner : outer, -Math.PI / 2 + (index * Math.PI) / points);
    path += `${index ? "L" : "M"}${n1(x + dx)} ${n1(y + dy)}`;
  }
  return `${path}Z`;
}

/** The flames of a sun, waving or straight. */
export function flames(count: number, inner: number, outer: number, width: number, wavy: boolean, turned = 0): string {
  let path = "";
  for (let index = 0; index < count; index++) {
    const angle = -Math.PI / 2 + turned + (index * TURN) / count;
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    const to = (r: number, t: number) => `${n1(r * cos - t * sin)} ${n1(r * sin + t * cos)}`;
    const [middle, part, w] = [(inner + outer) / 2, (outer - inner) / 4, width];
    path += wavy
      ? `M${to(inner, -w)}C${to(inner + part, -w * 1.9)} ${to(middle, w * 1.1)} ${to(middle + part * 0.9, -w * 0.2)}` +
        `Q${to(outer - part * 0.4, -w * 0.9)} ${to(outer, w * 0.25)}Q${to(outer - part * 0.7, w * 0.1)} ${to(middle + part * 0.8, w * 0.75)}` +
        `C${to(middle, w * 2.3)} ${to(inner + part, -w * 0.1)} ${to(inner, w)}Z`
      : `M${to(inner, -w)}L${to(outer, 0)}L${to(inner, w)}Z`;
  }
  return path;
}

/** The broken level lines of an engraved sky inside a circle. They are the same each time, broken by a small dice. */
export function sky(
  radius: number,
  [top, bottom]: [number, number],
  [first, last]: [number, number],
  seed: number,
): string {
  let [path, y, dice] = ["", top, seed];
  const roll = () => (dice = (dice * 16807) % 2147483647) / 2147483647;
  while (y < bottom) {
    const half = Math.sqrt(Math.max(0, radius * radius - y * y));
    for (let x = -half + 1; half > 6 && x < half - 3; x += 2.2 + roll() * 2) {
      const end = Math.min(half - 1, x + 24 + roll() * 60);
      path += `M${n1(x)} ${n1(y)}H${n1(end)}`;
      x = end;
    }
    y += first + ((last - first) * (y - top)) / (bottom - top);
  }
  return path;
}

/** A grave engraved face. */
export function face(scale: number): string {
  const brows =
    "M-15 -9Q-9 -14 -4 -8L-5 6Q0 11 5 6L4 -8M15 -9Q9 -14 4 -8M-8 15Q0 19 8 15M-5.5 18.5Q0 21 5.5 18.5M-7 14.5Q-3 12.5 0 14Q3 12.5 7 14.5";
  const lids = "M-15.5 -2.5Q-10 -7 -5.5 -2Q-10.5 .5 -15.5 -2.5ZM15.5 -2.5Q10 -7 5.5 -2Q10.5 .5 15.5 -2.5Z";
  const cheeks =
    "M-21 4Q-17 12 -12 15M-23.5 0Q-20 12 -13 18M21 4Q17 12 12 15M23.5 0Q20 12 13 18M-13 -16Q-8 -19 -4 -17M13 -16Q8 -19 4 -17";
  const eyes = dot(-10.3, -2.8, 1.9) + dot(10.3, -2.8, 1.9);
  return placed(`scale(${scale})`, line(brows, 1.5) + line(lids, 1.2) + eyes + fine(line(cheeks, 0.7, 0.7)));
}

/** A snake along a path. */
export function snake(path: string, width: number): string {
  const scales =
    `<path d="${path}" stroke="currentColor" stroke-width="${n1(width * 0.86)}" stroke-dasharray=".9 2.6" stroke-linecap="butt" opacity=".75"/>` +
    `<path d="${path}" stroke="var(--pp)" stroke-width="${n1(width * 0.3)}"/>`;
  return (
    `<g fill="none" stroke-linecap="round" stroke-linejoin="round">` +
    `<path d="${path}" stroke="currentColor" style="stroke-width:calc(${width}px + 3.2px*var(--k,1))"/>` +
    `<path d="${path}" stroke="var(--pp)" stroke-width="${width}"/>${fine(scales)}</g>`
  );
}
