/** The picture of a card: a poster at dusk, by the face that the card shows and the colour it has. */

import { GOODS, type Picture } from "./goods";
import { FAMILIES, PLAIN, type Family } from "./palette";
import { PEOPLE } from "./people";
import { disc, dunes, path, sky } from "./scenery";
import { TRADERS } from "./traders";

const PICTURES: Record<string, Picture> = { ...GOODS, ...PEOPLE, ...TRADERS };
export const DRAWN: readonly string[] = Object.keys(PICTURES);

export function familyOf(colour: string): Family {
  return FAMILIES[colour] ?? PLAIN;
}

/** Cards of a file that somebody wrote show a bundle. */
const unknown: Picture = (f) =>
  sky(f) +
  dunes(f) +
  path("M52 168C40 130 62 98 100 98S160 130 148 168Z", f.layers[2]) +
  path("M84 98L76 72H124L116 98Z", f.bright) +
  disc(100, 98, 9, f.lit);

const made = new Map<string, string>();

/** The inside of an `svg` of 200 by 184. */
export function pictureOf(face: string, colour: string): string {
  const key = `${face} ${colour}`;
  let drawn = made.get(key);
  if (drawn === undefined) {
    drawn = (PICTURES[face] ?? unknown)(familyOf(colour));
    made.set(key, drawn);
  }
  return drawn;
}
