import { describe, expect, it } from "vitest";
import { heightOf, setOut, type Lying, type Room, type Setting } from "./geometry";

/** How high and how wide it all is when it is drawn so. */
function drawn(made: Setting, cards: Lying): Room {
  const { plan, ware, lying, columns, widths, head, note, gap } = made;
  const wide = (of: keyof Lying) => widths[of];
  const high = (of: keyof Lying) =>
    head +
    Math.max(1, Math.ceil(cards[of] / columns[of])) *
      ((of === "market" ? heightOf(ware) + note : heightOf(lying)) + gap);
  const [low, side] = [Math.max(high("palace"), high("bazaar")), wide("palace") + wide("bazaar")];
  if (plan === "over") return { width: Math.max(wide("market"), side), height: high("market") + low };
  if (plan === "row") return { width: wide("market") + side, height: Math.max(high("market"), low) };
  const column = high("palace") + high("bazaar");
  return {
    width: wide("market") + Math.max(wide("palace"), wide("bazaar")),
    height: Math.max(high("market"), column),
  };
}

const FULL: Lying = { market: 11, palace: 12, bazaar: 8 };
const ROOMS: Room[] = [
  { width: 344, height: 330 },
  { width: 374, height: 480 },
  { width: 570, height: 200 },
  { width: 390, height: 190 },
  { width: 780, height: 360 },
  { width: 1100, height: 620 },
  { width: 1700, height: 900 },
];

describe("market, palace and bazaar", () => {
  it.each(ROOMS)("fit into $width by $height, few cards or many", (room) => {
    for (const lying of [
      FULL,
      { market: 1, palace: 9, bazaar: 4 },
      { market: 1, palace: 3, bazaar: 0 },
      { market: 6, palace: 8, bazaar: 4 },
    ]) {
      const made = setOut(room, lying);
      const size = drawn(made, lying);
      expect(size.width).toBeLessThanOrEqual(room.width);
      expect(size.height).toBeLessThanOrEqual(room.height);
      expect(made.lying).toBeLessThanOrEqual(made.ware);
    }
  });

  it("are as large as a finger needs them in the room that a phone leaves", () => {
    for (const room of ROOMS.slice(0, 3)) expect(setOut(room, FULL)).toMatchObject({ roomy: true });
  });

  it("grow with the room", () => {
    const few = { market: 4, palace: 6, bazaar: 3 };
    const widths = ROOMS.slice(4).map((room) => setOut(room, few).ware);
    expect(widths).toEqual([...widths].sort((one, other) => one - other));
    expect(widths[0]).toBeGreaterThan(70);
  });

  it("are laid out somehow where there is no room at all", () => {
    expect(setOut({ width: 0, height: 0 }, FULL)).toMatchObject({ roomy: false });
  });
});
