/** All drawings of Aurum as symbols, drawn once and used by every card: 59 faces of 11 frames, 11 roses and 14 emblems. */

import { EMBLEMS, rose, sun } from "./emblems";
import { frame } from "./frames";
import { symbol } from "./ink";
import { back, CROWN, fleuron, HAND, LUNA, nugget, socket, sol, stone, wheel } from "./pieces";
import { METALS, sign } from "./signs";

const LEAF = "0 0 250 350";
const ROUND = "-50 -50 100 100";
const GILT = `<linearGradient id="gilt" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fff1c0"/><stop offset=".4" stop-color="#e8c168"/><stop offset=".72" stop-color="#cf9d38"/><stop offset="1" stop-color="#f3d68a"/></linearGradient>`;

let drawn: string | undefined;

/** The inside of a hidden `svg`. */
export function sprite(): string {
  drawn ??= draw();
  return drawn;
}

function draw(): string {
  const made = [`<defs>${GILT}</defs>`];
  for (const metal of METALS)
    made.push(
      symbol(`sign-${metal}`, "0 0 100 100", sign(metal, 9)),
      symbol(`bold-${metal}`, "0 0 100 100", sign(metal, 13)),
    );
  for (const [metal, emblem] of Object.entries(EMBLEMS))
    made.push(symbol(`emblem-${metal}`, "-80 -80 160 160", emblem()));
  for (let rank = 0; rank <= 8; rank++) made.push(symbol(`emblem-gold-${rank}`, "-80 -80 160 160", sun(rank)));
  for (let rank = 0; rank <= 10; rank++)
    made.push(symbol(`rose-${rank}`, "-100 -100 200 200", rose(rank)), symbol(`frame-${rank}`, LEAF, frame(rank)));
  made.push(
    symbol("leaf-back", LEAF, back()),
    symbol("wheel", "-300 -300 600 600", wheel()),
    symbol("fleuron", "0 0 120 120", fleuron()),
    symbol("nugget", "0 0 100 100", nugget()),
    symbol("socket", "0 0 100 100", socket()),
    symbol("stone", ROUND, stone()),
    symbol("hand", "0 0 64 40", HAND),
    symbol("crown", "0 0 48 36", CROWN),
    symbol("sol", ROUND, sol()),
    symbol("luna", ROUND, LUNA),
  );
  return made.join("");
}
