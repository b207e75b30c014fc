/** What may not be chosen lies in the shade, and what is written on it stays readable: AA, in both themes. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Rgb = number[];
const read = (path: string) => readFileSync(new URL(path, import.meta.url), "utf8");
const hex = (text: string): Rgb => [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
const under = (colour: Rgb, veil: Rgb, alpha: number): Rgb =>
  colour.map((part, n) => part * (1 - alpha) + veil[n]! * alpha);

function contrast(...both: [Rgb, Rgb]): number {
  const [low, high] = both
    .map((colour) => {
      const [r, g, b] = colour
        .map((part) => part / 255)
        .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
      return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!;
    })
    .sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/** The values of a token, the dark theme's first. */
const values = (css: string, token: string) =>
  [...css.matchAll(new RegExp(`--${token}: ([^;]+);`, "g"))].map((m) => m[1]!);

const aurum = read("../aurum/tokens.css");
test.each(["bismuth", "copper", "phosphorus", "silver", "zinc"])("the ink of %s on a leaf in the shade", (metal) => {
  const [ink, paper] = [`ink-${metal}`, "leaf"].map((token) => hex(values(aurum, token)[0]!));
  for (const shade of values(aurum, "shade")) {
    const [r, g, b, alpha] = shade.match(/[\d.]+/g)!.map(Number);
    const veil = [r!, g!, b!];
    expect(contrast(under(ink!, veil, alpha!), under(paper!, veil, alpha!))).toBeGreaterThanOrEqual(4.5);
  }
});

const amul = read("../amul/tokens.css");
/** How thick the veil is over the words of a card, as its style has it. */
const thin = Number(/rgb\(var\(--shut\) \/ ([\d.]+)\) 58%/.exec(read("../amul/cards/Card.svelte"))![1]);
test.each(["yellow", "blue", "violet", "red", "green", "orange", "bazaar", "none"])(
  "the words of a %s card",
  (colour) => {
    const [paper, ink] = ["c", "on"].map((kind) => hex(values(amul, `${kind}-${colour}`)[0]!));
    for (const shut of values(amul, "shut")) {
      const veil = shut.split(" ").map(Number);
      expect(contrast(under(ink!, veil, thin), under(paper!, veil, thin))).toBeGreaterThanOrEqual(4.5);
      expect(contrast(under(hex("#fff4dc"), veil, thin), under(ink!, veil, thin))).toBeGreaterThanOrEqual(4.5);
    }
  },
);
