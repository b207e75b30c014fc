/** People and animals, in flat shapes without outlines; each one is told apart by hat, beard and what they carry. */

import { GOLD, HAIR, SKIN, type Family } from "./palette";
import { at, disc, path, stroke } from "./scenery";

export interface Dress {
  robe: string;
  trim: string;
  skin: string;
  hair: string;
}

export const CAMEL =
  "M44 104C47 92 58 88 70 86C78 72 87 61 97 61C107 61 113 76 120 88C128 95 134 93 138 83C142 71 142 60 147 51C150 45 157 43 164 46L176 54C180 57 179 63 174 64L161 65C156 67 155 73 154 81C152 98 146 110 134 114L133 132L137 159H127L124 133L121 118H116L114 134L112 159H102L105 132L104 119C92 122 76 121 68 117L66 131L71 159H61L56 132L52 124L50 134L48 159H38L42 130C38 118 40 110 44 104Z";

export const HORSE =
  "M30 96C40 82 66 80 92 84C108 86 118 80 126 66C130 56 140 46 150 42L152 34L160 42C168 46 176 58 182 68C184 74 178 80 172 78L158 70C152 78 150 92 140 104C138 112 146 124 160 126L174 138L166 142L152 136C138 136 126 126 120 116C104 122 84 120 70 112C60 122 44 128 30 140L14 152L10 146L24 130C30 120 36 114 40 108C32 112 22 118 14 130C8 118 16 102 30 96Z";

/** A man's head and shoulders from the side, facing right. */
export function profile({ robe, trim, skin, hair }: Dress, beard: "full" | "short" | "moustache" = "full"): string {
  const beards = {
    full: "M70 76C70 104 74 122 86 136C96 150 112 148 118 134C126 132 132 124 132 114C128 110 120 110 116 106C108 104 102 100 98 92C92 96 90 88 90 78Z",
    short:
      "M70 76C70 100 74 112 86 120C98 130 116 130 126 122C132 118 132 112 130 108C122 112 112 110 106 104C100 102 96 96 94 90C91 92 90 86 90 78Z",
    moustache:
      "M70 76C70 92 74 102 82 108C86 100 90 90 90 78ZM112 102C120 100 128 102 134 108C138 116 134 124 130 126C131 118 126 110 116 108ZM120 124C126 124 130 128 128 138C122 138 118 132 120 124Z",
  };
  return (
    path("M36 184C38 150 58 134 86 130L118 128C146 134 160 154 164 184Z", robe) +
    path("M86 130L118 128L110 184H88C94 164 92 146 86 130Z", trim) +
    path(
      "M70 70C68 100 72 118 84 134C94 144 108 142 116 132L117 120C126 121 133 117 132 109L131 104L135 102L132 97L134 92C138 91 139 88 137 85L128 70C124 56 76 52 70 70Z",
      skin,
    ) +
    path(beards[beard], hair) +
    stroke("M117 80C121 77 126 77 129 79", hair, 2.6) +
    disc(124, 85, 2.3, hair)
  );
}

/** A woman's head and shoulders from the front. `behind` is drawn under her face: hair, a veil. */
export function portrait({ robe, trim, skin, hair }: Dress, behind = ""): string {
  return (
    behind +
    path("M34 184C38 152 60 140 86 134H114C140 140 162 152 166 184Z", robe) +
    path("M88 104H112V134C110 146 90 146 88 134Z", skin) +
    path("M88 112C94 122 106 122 112 112V120C106 128 94 128 88 120Z", "#0002") +
    path(
      "M78 134C84 152 92 162 100 168C108 162 116 152 122 134L132 138C126 162 112 176 100 184C88 176 74 162 68 138Z",
      trim,
    ) +
    path("M75 74C75 50 88 42 100 42S125 50 125 74C125 98 112 116 100 116S75 98 75 74Z", skin) +
    path("M100 42C112 42 125 50 125 74C125 98 112 116 100 116C108 104 108 60 100 42Z", "#00000014") +
    stroke("M81 70Q88 65 95 69M105 69Q112 65 119 70", hair, 2.6) +
    path("M82 79Q88 74 94 79Q88 82 82 79ZM106 79Q112 74 118 79Q112 82 106 79Z", hair) +
    stroke("M100 80V91Q100 94 104 93", "#0003", 2) +
    path("M92 102Q97 99 100 101Q103 99 108 102Q100 109 92 102Z", "#a5402f")
  );
}

export const longHair = (hair: string): string =>
  path("M100 30C70 30 64 56 66 84C68 112 60 128 54 150H146C140 128 132 112 134 84C136 56 130 30 100 30Z", hair);
export const parted = (hair: string): string =>
  path("M72 84C70 56 82 40 100 40C92 50 82 60 72 84ZM128 84C130 56 118 40 100 40C108 50 118 60 128 84Z", hair);
/** A scarf over head and shoulders, with its edge. */
export const veil = (cloth: string, edge: string): string =>
  path("M100 22C64 22 56 54 58 88C60 122 48 146 38 170H162C152 146 140 122 142 88C144 54 136 22 100 22Z", cloth) +
  stroke("M66 168C72 140 70 112 68 86C66 54 78 34 100 34S134 54 132 86C130 112 128 140 134 168", edge, 3);
export const earrings = (colour: string): string =>
  disc(73, 96, 4.5, colour) + disc(127, 96, 4.5, colour) + path("M73 100l4 9h-8zM127 100l4 9h-8z", colour);

export function turban(x: number, y: number, scale: number, cloth: string, fold: string, plume = ""): string {
  const feather = plume
    ? path("M14 -28C12 -46 22 -58 32 -60C36 -50 30 -36 18 -27Z", plume) + disc(15, -23, 4.5, plume)
    : "";
  return at(
    x,
    y,
    scale,
    path("M-27 2C-34 -14 -22 -32 0 -33C22 -34 34 -16 27 2C14 8 -14 8 -27 2Z", cloth) +
      path("M-27 2C-20 -14 2 -26 22 -24C10 -20 -8 -8 -14 6ZM27 2C24 -8 14 -14 2 -14C12 -8 18 -2 17 5Z", fold) +
      feather,
  );
}

/** The pointed hat of the steppe with its brim of fur. */
export const furHat = (x: number, y: number, scale: number, cloth: string, fur: string, tip = GOLD): string =>
  at(
    x,
    y,
    scale,
    path("M-24 -4C-20 -26 -8 -38 0 -54C8 -38 20 -26 24 -4Z", cloth) +
      path("M0 -54C8 -38 20 -26 24 -4H6C8 -22 6 -38 0 -54Z", "#0002") +
      path(
        "M-32 -2C-34 -14 -22 -16 -14 -13C-6 -17 6 -17 14 -13C22 -16 34 -14 32 -2C30 8 20 8 14 5C6 9 -6 9 -14 5C-20 8 -30 8 -32 -2Z",
        fur,
      ) +
      disc(0, -56, 4.5, tip),
  );

/** A pointed helmet with mail at the neck; a plume for who commands. */
export const helmet = (x: number, y: number, scale: number, iron: string, mail: string, plume = ""): string =>
  at(
    x,
    y,
    scale,
    path("M-30 0C-32 22 -28 40 -24 52L-4 46C-8 30 -8 14 -6 0Z", mail) +
      (plume ? path("M0 -50C-4 -72 10 -86 34 -82C24 -74 16 -62 4 -48Z", plume) : "") +
      path("M-30 2C-30 -26 -10 -36 0 -54C10 -36 32 -26 32 2C14 8 -14 8 -30 2Z", iron) +
      path("M0 -54C10 -36 32 -26 32 2C26 4 20 5 14 6C16 -16 10 -36 0 -54Z", "#0003") +
      stroke("M-30 -2C-12 4 14 4 32 -2", GOLD, 4.5),
  );

export const hood = (cloth: string, inside: string): string =>
  path("M36 184C40 144 52 128 60 104C56 60 70 22 104 20C134 20 146 44 144 78C146 104 150 132 164 184Z", cloth) +
  path("M76 132C66 98 74 50 104 46C128 46 138 66 134 96C130 122 118 138 104 142Z", inside);

/** Somebody on their feet, in a long robe; with a turban and a beard. */
export function robed(
  x: number,
  y: number,
  scale: number,
  f: Family,
  dress: Partial<Dress & { belt: string }> = {},
): string {
  const { robe = f.layers[2], trim = f.layers[1], skin = SKIN.tan, hair = f.layers[2], belt = f.bright } = dress;
  return at(
    x,
    y,
    scale,
    body(robe, trim, belt) +
      `<ellipse cx="2" cy="-86" rx="11.500" ry="14" fill="${skin}"/>` +
      path("M-9 -84C-8 -68 10 -66 14 -82C8 -78 -2 -78 -9 -84Z", hair),
  );
}

const body = (robe: string, trim: string, belt: string): string =>
  path("M-30 0C-28 -34 -24 -62 -14 -74H14C26 -62 30 -34 32 0Z", robe) +
  path("M-6 -74H14C26 -62 30 -34 32 0H6C10 -30 6 -56 -6 -74Z", trim) +
  stroke("M-14 -40H18", belt, 5);

/** The same for a woman, with a scarf over her hair. */
export function draped(
  x: number,
  y: number,
  scale: number,
  f: Family,
  dress: Partial<Dress & { belt: string; scarf: string }> = {},
): string {
  const {
    robe = f.layers[2],
    trim = f.layers[1],
    skin = SKIN.tan,
    hair = HAIR.black,
    belt = f.bright,
    scarf = f.lit,
  } = dress;
  return at(
    x,
    y,
    scale,
    body(robe, trim, belt) +
      path(
        "M2 -108C-16 -108 -20 -92 -18 -80C-18 -70 -24 -62 -30 -44L-12 -52H14L30 -40C24 -60 22 -70 22 -80C24 -94 18 -108 2 -108Z",
        scarf,
      ) +
      path("M-11 -90C-10 -102 12 -104 15 -90C8 -98 -4 -98 -11 -90Z", hair) +
      `<ellipse cx="2" cy="-85" rx="11.500" ry="14" fill="${skin}"/>` +
      path("M-10 -88C-8 -98 12 -98 14 -88C8 -95 -4 -95 -10 -88Z", hair) +
      path("M-2 -80Q2 -77 6 -80Q2 -82 -2 -80Z", "#a5402f"),
  );
}

/** A camel under its cloth. */
export const laden = (x: number, y: number, scale: number, f: Family): string =>
  at(
    x,
    y,
    scale,
    path(CAMEL, f.layers[2]) +
      path("M72 90C80 68 112 64 118 88L124 112H70Z", f.bright) +
      path("M70 104H123L124 112H70Z", f.lit) +
      path("M78 70H116V86H78Z", f.layers[1]) +
      stroke("M84 70V86M110 70V86", f.lit, 4),
  );
