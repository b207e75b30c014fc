/** The pictures of goods, treasures, tents and animals. */

import { CAMEL, laden, robed, turban } from "./figures";
import { GOLD, HAIR, MADDER, SKIN, type Family } from "./palette";
import {
  at,
  disc,
  dome,
  dunes,
  ground,
  hills,
  land,
  minaret,
  night,
  palm,
  path,
  range,
  sky,
  stroke,
  town,
} from "./scenery";

export type Picture = (f: Family) => string;

export const ingot = (x: number, y: number, f: Family): string =>
  at(
    x,
    y,
    1,
    path("M-24 0L-18 -20H18L24 0Z", f.lit) +
      path("M0 0V-20H18L24 0Z", f.sky[1]) +
      path("M-18 -20L-12 -27H22L18 -20Z", "#fff") +
      path("M18 -20L22 -27L29 -7L24 0Z", f.layers[0]) +
      stroke("M-9 -6L-7 -14H7L9 -6Z", f.layers[0], 1.6),
  );

/** The tones of gold, whatever the colour of the card. */
export const golden = (f: Family): Family => ({
  ...f,
  lit: "#fff0b8",
  sky: ["#ffe49a", "#f0bd4a", "#d99b2a"],
  layers: ["#a8701a", f.layers[1], f.layers[2]],
});

export function heap(
  x: number,
  y: number,
  [w, h]: [number, number],
  [light, dark]: [string, string],
  f: Family,
): string {
  return (
    path(`M${x - w} ${y}L${x} ${y - h}L${x + w} ${y}Z`, light) +
    path(
      `M${x} ${y - h}L${x + w} ${y}H${x + w * 0.16}C${x + w * 0.34} ${y - h * 0.34} ${x - w * 0.08} ${y - h * 0.6} ${x} ${y - h}Z`,
      dark,
    ) +
    path(
      `M${x - w - 7} ${y - 2}H${x + w + 7}C${x + w + 4} ${y + 24} ${x - w - 4} ${y + 24} ${x - w - 7} ${y - 2}Z`,
      f.layers[2],
    ) +
    path(`M${x - w - 7} ${y - 2}H${x + w + 7}L${x + w + 6} ${y + 4}H${x - w - 6}Z`, f.bright)
  );
}

export const bolt = (x: number, y: number, [light, dark]: [string, string], f: Family): string =>
  at(
    x,
    y,
    1,
    path("M0 -10H106V16H0A13 13 0 0 1 0 -10Z", light) +
      path("M-10 8C-6 14 -3 16 0 16H106V3H-13C-13 5 -12 6 -10 8Z", dark) +
      stroke("M14 -10V16M92 -10V16", f.layers[1], 3) +
      `<path d="M40 3l8 -7l8 7l-8 7zM60 3l8 -7l8 7l-8 7z" fill="${f.layers[1]}" opacity=".75"/>` +
      disc(108, 3, 13, f.lit) +
      stroke("M108 -4a7 7 0 1 1 -6.500 4.500a3.500 3.500 0 1 1 6 3", f.layers[1], 2.6),
  );

/** A gem seen from its side, within 132 by 112 below 34 46. */
export const cut = (f: Family): string =>
  path("M62 46H138L166 82L100 158L34 82Z", f.layers[2]) +
  path("M62 46L82 82H34Z", f.lit) +
  path("M62 46H100L82 82Z", f.bright) +
  path("M100 46H138L118 82H82Z", "#fff4c8") +
  path("M138 46L166 82H118Z", f.layers[0]) +
  path("M34 82H82L100 158Z", f.sky[2]) +
  path("M82 82H118L100 158Z", f.layers[0]) +
  path("M118 82H166L100 158Z", f.layers[1]);

const camel: Picture = (f) =>
  sky(f, [132, 62, 40]) +
  land("M0 118C40 96 70 104 104 118S160 122 200 104", f.layers[0]) +
  at(
    -6,
    66,
    0.36,
    `<g fill="${f.layers[1]}"><path d="${CAMEL}"/><path d="${CAMEL}" transform="translate(152 4)"/></g>`,
  ) +
  land("M0 146C44 128 92 146 126 144S176 134 200 138", f.layers[1]) +
  at(
    4,
    4,
    1.02,
    stroke("M43 108C35 113 34 122 36 130", f.layers[2], 4) +
      path(CAMEL, f.layers[2]) +
      path(
        "M147 51C150 45 157 43 164 46L170 50C158 48 152 52 150 60C147 74 146 88 138 92C134 95 128 94 123 90C134 93 142 71 147 51ZM70 86C78 72 87 61 97 61C90 66 84 76 82 84Z",
        f.layers[0],
      ) +
      path("M76 84C84 66 108 60 116 84L121 112H74Z", f.bright) +
      path("M76 84C84 66 108 60 116 84L117 90H75ZM74 104H120L121 112H74Z", f.lit) +
      path("M82 96l7 -6l7 6l-7 6zM100 96l7 -6l7 6l-7 6z", f.layers[1]) +
      stroke("M78 112v9M88 112v9M98 112v9M108 112v9M118 112v9", f.lit, 2.4) +
      stroke("M150 62L166 66M153 58L150 74", f.lit, 2),
  ) +
  path("M0 166C60 158 130 166 200 160V184H0Z", f.deep);

const camelDrivers: Picture = (f) =>
  sky(f, [60, 60, 38]) +
  dunes(f) +
  laden(58, 26, 0.84, f) +
  robed(52, 180, 1.08, f, { robe: f.layers[2], trim: "#6d2c12", hair: HAIR.black }) +
  turban(54, 78, 0.7, f.lit, f.bright) +
  stroke("M76 120L98 96", f.layers[2], 9) +
  stroke("M90 176L104 74", GOLD, 3.4) +
  stroke("M104 100C124 96 150 84 158 76", f.lit, 2) +
  robed(176, 182, 0.84, f, { robe: "#6d2c12", trim: f.layers[2], skin: SKIN.brown, hair: HAIR.grey }) +
  turban(178, 103, 0.55, f.bright, f.lit) +
  path("M0 168C60 160 130 170 200 164V184H0Z", f.deep);

const caravan =
  (far: string): Picture =>
  (f) =>
    sky(f, [100, 66, 46]) +
    far +
    land("M0 142C50 128 120 146 200 132", f.layers[1]) +
    laden(-14, 52, 0.5, f) +
    laden(48, 48, 0.58, f) +
    laden(104, 62, 0.66, f) +
    path("M0 164C60 148 130 172 200 160V184H0Z", f.deep);

const silver: Picture = (f) =>
  night(f, 150, 50, 26) +
  dunes(f) +
  ground(f, 160) +
  [
    [52, 160],
    [100, 160],
    [148, 160],
    [76, 138],
    [124, 138],
    [100, 116],
  ]
    .map(([x = 0, y = 0]) => ingot(x, y, f))
    .join("") +
  path("M74 70l3 11l11 3l-11 3l-3 11l-3 -11l-11 -3l11 -3zM36 104l2 7l7 2l-7 2l-2 7l-2 -7l-7 -2l7 -2z", f.disc);

const coin = (x: number, y: number): string =>
  `<ellipse cx="${x}" cy="${y + 5}" rx="22" ry="8" fill="#a8701a"/><ellipse cx="${x}" cy="${y}" rx="22" ry="8" fill="${GOLD}"/><ellipse cx="${x}" cy="${y}" rx="15" ry="5" fill="#fff0b8"/>`;

const gold: Picture = (f) => {
  const g = golden(f);
  return (
    sky(f, [100, 74, 52]) +
    dunes(f) +
    ground(f, 160) +
    ingot(76, 160, g) +
    ingot(124, 160, g) +
    ingot(100, 138, g) +
    coin(36, 166) +
    coin(36, 156) +
    coin(164, 168) +
    path("M100 74l4 14l14 4l-14 4l-4 14l-4 -14l-14 -4l14 -4z", "#fff6d6")
  );
};

const spices: Picture = (f) =>
  sky(f, [100, 70, 48]) +
  dome(36, 140, 20, f.layers[0]) +
  dome(168, 140, 16, f.layers[0]) +
  `<rect y="118" width="200" height="30" fill="${f.layers[0]}"/><rect y="138" width="200" height="46" fill="${f.layers[1]}"/>` +
  heap(48, 150, [30, 46], [f.lit, f.sky[1]], f) +
  heap(154, 150, [30, 42], [f.sky[1], f.layers[0]], f) +
  heap(101, 158, [40, 76], [GOLD, "#d98a2c"], f) +
  `<g fill="#8a4a12"><circle cx="92" cy="128" r="1.700"/><circle cx="84" cy="142" r="1.700"/><circle cx="97" cy="146" r="1.700"/><circle cx="100" cy="112" r="1.700"/><circle cx="76" cy="152" r="1.700"/></g>`;

const oil: Picture = (f) =>
  sky(f, [100, 74, 50]) +
  dunes(f) +
  ground(f, 164) +
  path("M74 34H126V46H118V60C146 76 150 112 132 142L122 164H78L68 142C50 112 54 76 82 60V46H74Z", f.layers[2]) +
  path("M74 34H98V164H78L68 142C50 112 54 76 82 60V46H74Z", f.layers[0]) +
  stroke("M82 58C62 48 50 60 56 84M118 58C138 48 150 60 144 84", f.layers[2], 6) +
  stroke("M58 96H142M58 118H142", f.bright, 3) +
  path("M100 86C112 102 114 108 114 114A14 14 0 0 1 86 114C86 108 88 102 100 86Z", GOLD);

const silk: Picture = (f) =>
  sky(f, [142, 56, 34]) +
  dunes(f) +
  ground(f, 164) +
  bolt(24, 148, [f.lit, f.bright], f) +
  bolt(56, 124, [GOLD, "#dd9433"], f) +
  bolt(38, 100, [f.bright, f.layers[0]], f);

const petal = (angle: number, fill: string): string =>
  `<path d="M0 0C-40 -10 -44 -52 -14 -58C-6 -50 6 -50 14 -58C44 -52 40 -10 0 0Z" fill="${fill}" transform="rotate(${angle})"/>`;

const poppy: Picture = (f) =>
  sky(f, [64, 66, 44]) +
  dunes(f) +
  ground(f, 168) +
  stroke(
    "M104 178C96 150 112 128 106 100M60 178C62 150 50 132 54 112M148 178C146 156 158 146 156 126",
    f.layers[2],
    5,
  ) +
  path("M106 146C126 130 140 134 146 140C136 142 122 152 106 154Z", f.layers[2]) +
  path("M62 158C46 144 34 148 28 154C40 154 50 162 62 166Z", f.layers[2]) +
  at(
    108,
    78,
    1.02,
    petal(180, "#8f2418") +
      petal(90, "#a92d1b") +
      petal(-90, "#d2492a") +
      petal(0, MADDER) +
      disc(0, -4, 15, "#26130f") +
      disc(0, -4, 7, GOLD) +
      `<path d="M-9 -4H9M0 -13V5M-6 -10L6 2M6 -10L-6 2" stroke="#26130f" stroke-width="1.600"/>`,
  ) +
  path("M42 98H66C70 112 64 122 54 122S38 112 42 98ZM40 98L46 90H62L68 98Z", f.layers[1]) +
  path("M146 112H166C170 124 164 134 156 134S142 124 146 112ZM144 112L149 105H163L168 112Z", f.layers[1]);

const tea: Picture = (f) =>
  sky(f, [60, 58, 36]) +
  hills(f) +
  ground(f, 166) +
  stroke("M82 62C74 52 90 46 82 34M104 58C96 46 114 40 104 26", f.lit, 5) +
  stroke("M136 92C164 84 170 126 138 134", f.layers[2], 10) +
  path("M52 104C34 96 26 80 14 76C18 102 34 126 56 140Z", f.layers[2]) +
  path("M50 86H140C152 112 144 146 122 166H68C46 146 38 112 50 86Z", f.layers[2]) +
  path("M50 86H92V166H68C46 146 38 112 50 86Z", f.layers[0]) +
  path("M60 86C66 68 124 68 130 86Z", f.layers[1]) +
  disc(95, 68, 7, GOLD) +
  stroke("M46 110H144", GOLD, 4) +
  path("M95 124C110 118 116 128 114 146C100 148 90 140 95 124Z", f.lit) +
  stroke("M96 126C102 134 108 140 113 145", f.layers[1], 2);

const gem: Picture = (f) => sky(f, [100, 84, 62]) + dunes(f) + ground(f, 166) + cut(f);

const lamp: Picture = (f) =>
  sky(f, [100, 80, 60]) +
  `<circle cx="163" cy="62" r="30" fill="#fff" opacity=".5"/>` +
  dunes(f) +
  path("M30 160H170L186 184H14Z", f.layers[2]) +
  path("M163 78C152 66 158 56 164 42C170 54 178 62 171 74Z", "#e2571f") +
  path("M164 76C159 70 162 64 166 56C169 64 173 68 169 74Z", "#fff2b0") +
  stroke("M56 92C30 84 22 104 34 118C42 128 56 128 66 126", f.layers[2], 8) +
  path(
    "M48 96C60 92 76 90 94 90C118 90 134 96 146 84C152 79 160 76 172 78C170 90 156 94 148 108C140 124 124 136 108 138V146H126C130 152 132 156 133 161H67C68 156 70 152 74 146H90V138C66 134 52 118 48 96Z",
    f.layers[2],
  ) +
  path(
    "M48 96C60 92 76 90 94 90C118 90 134 96 146 84C152 79 160 76 172 78C160 84 150 92 140 104C118 104 74 104 50 104Z",
    f.layers[0],
  ) +
  path("M72 90C76 76 86 70 96 70S116 76 120 91Z", f.layers[1]) +
  path("M72 90C76 76 86 70 96 70C90 76 88 82 87 90Z", f.bright) +
  disc(96, 65, 6, f.layers[2]) +
  stroke("M58 112C74 128 118 128 136 112", f.bright, 3) +
  path("M86 115l11 -8l11 8l-11 8z", f.lit);

const medallion: Picture = (f) =>
  sky(f, [100, 92, 66]) +
  dunes(f) +
  ground(f, 172) +
  path("M60 0H84L100 62L90 72Z", MADDER) +
  path("M140 0H116L100 62L110 72Z", "#8f2418") +
  disc(100, 112, 52, f.layers[2]) +
  disc(100, 112, 46, GOLD) +
  path("M100 66A46 46 0 0 1 100 158Z", "#dd9433") +
  disc(100, 112, 34, f.layers[1]) +
  path("M100 82l8 21l22 1l-17 14l6 21l-19 -12l-19 12l6 -21l-17 -14l22 -1z", f.lit) +
  path("M92 58H108V70H92Z", f.layers[2]);

const carpet: Picture = (f) =>
  sky(f, [148, 52, 34]) +
  dunes(f) +
  path("M24 64L164 48L184 150L44 170Z", f.layers[2]) +
  path("M30 70L159 55L177 145L49 163Z", MADDER) +
  path("M44 80L149 68L162 135L58 149Z", f.bright) +
  path("M52 88L142 77L153 127L64 140Z", f.layers[1]) +
  path("M98 84L128 105L106 133L76 112Z", f.lit) +
  path("M100 94L117 106L104 122L87 111Z", MADDER) +
  path("M60 92l10 4l-6 9zM140 82l4 10l-11 2zM70 136l-4 -10l11 -2zM148 122l-11 -4l7 -8z", f.bright) +
  stroke(
    "M22 70l-8 3M26 88l-8 3M30 108l-8 3M34 128l-8 3M40 148l-8 3M44 164l-8 4M168 54l8 -3M172 74l8 -3M176 94l8 -3M180 114l8 -3M184 134l8 -3",
    f.lit,
    3,
  );

const porcelain: Picture = (f) =>
  sky(f, [100, 76, 54]) +
  dunes(f) +
  path("M54 164H146L154 184H46Z", f.layers[2]) +
  path(
    "M84 34H116V48C112 60 138 74 142 104C144 132 128 150 120 164H80C72 150 56 132 58 104C62 74 88 60 84 48Z",
    "#fffaf0",
  ) +
  path("M100 34H116V48C112 60 138 74 142 104C144 132 128 150 120 164H100Z", "#d9e3ee") +
  stroke("M84 46H116M64 88C88 96 112 96 136 88M66 132C88 140 112 140 134 132", "#2a5b9c", 4) +
  path(
    "M100 98C110 98 116 106 114 114C120 112 126 118 122 124C116 128 108 126 104 120C106 128 96 128 96 120C90 128 80 126 78 122C74 116 82 112 88 114C84 106 90 98 100 98Z",
    "#2a5b9c",
  ) +
  disc(101, 113, 5, "#fffaf0");

const ivory: Picture = (f) =>
  sky(f, [58, 60, 36]) +
  land("M0 112C50 92 110 120 200 88", f.layers[0]) +
  land("M0 140C60 126 120 148 200 130", f.layers[1]) +
  ground(f, 164) +
  path("M62 166C34 112 74 50 168 30C114 66 92 108 106 166Z", "#fffaf0") +
  path("M84 166C66 112 96 64 168 30C114 66 92 108 106 166Z", f.sky[1]) +
  path("M120 166C106 130 126 96 186 84C154 106 146 132 156 166Z", "#fffaf0") +
  path("M138 166C128 134 142 106 186 84C154 106 146 132 156 166Z", f.sky[1]) +
  `<path d="M55 146C68 152 92 152 103 145M117 150C130 155 144 155 152 150" stroke="${MADDER}" stroke-width="8" fill="none"/>` +
  stroke("M54 136C68 141 92 141 102 135M115 141C128 146 142 146 150 141", f.layers[2], 2.5);

const jade: Picture = (f) =>
  sky(f, [100, 88, 64]) +
  hills(f) +
  ground(f, 168) +
  path("M72 168L82 150H118L128 168Z", f.layers[2]) +
  `<path fill-rule="evenodd" fill="#2f7d5a" d="M100 36A58 58 0 1 1 100 152A58 58 0 1 1 100 36ZM100 72A22 22 0 1 0 100 116A22 22 0 1 0 100 72Z"/>` +
  `<path fill-rule="evenodd" fill="#57ab80" d="M100 36A58 58 0 0 0 100 152V116A22 22 0 0 1 100 72Z"/>` +
  stroke("M100 44C62 46 46 78 54 108M100 144C138 142 154 110 146 80", "#c9efd4", 3) +
  stroke(
    "M66 66c10 -4 16 4 10 10M134 122c-10 4 -16 -4 -10 -10M128 60c6 8 0 16 -8 14M72 128c-6 -8 0 -16 8 -14",
    "#143f2e",
    3.4,
  ) +
  path("M100 30C94 20 96 10 100 0C104 10 106 20 100 30Z", MADDER);

const ebony: Picture = (f) =>
  sky(f, [62, 60, 40]) +
  dunes(f) +
  path("M30 164H170V184H30Z", f.layers[2]) +
  path(
    "M52 164V116C48 92 62 74 86 72C92 56 112 50 130 56C152 60 162 78 160 100C160 118 168 128 166 146C166 156 152 158 150 148L154 142C150 132 144 128 142 118V164H120V140C112 146 94 146 84 140V164Z",
    "#1d1410",
  ) +
  path("M100 66C114 62 124 76 120 96C110 106 98 100 96 88C95 78 96 70 100 66Z", "#4a3527") +
  path("M146 108C158 112 166 108 174 98C172 114 162 122 150 120Z", "#fffaf0") +
  disc(140, 80, 3.4, GOLD) +
  stroke("M58 112C66 100 78 98 88 102M56 152H80M124 152H140", GOLD, 3) +
  path("M66 96l6 -7l6 7l-6 7z", GOLD);

const pendant = (f: Family, charm: string): string =>
  stroke("M44 -4C52 44 78 64 100 66C122 64 148 44 156 -4", f.layers[2], 4) +
  [52, 62, 76, 124, 138, 148].map((x, i) => disc(x, [28, 44, 57, 57, 44, 28][i]!, 5, i % 2 ? f.lit : MADDER)).join("") +
  disc(100, 68, 7, f.layers[2]) +
  charm;

const arabAmulet: Picture = (f) =>
  sky(f, [100, 100, 62]) +
  town(f) +
  ground(f, 172) +
  pendant(
    f,
    path(
      "M100 74C74 74 64 92 66 108L60 92C56 84 46 88 48 98C52 118 62 140 78 154C90 164 110 164 122 154C138 140 148 118 152 98C154 88 144 84 140 92L134 108C136 92 126 74 100 74Z",
      f.layers[2],
    ) +
      path("M100 80C80 80 72 94 73 112C66 112 62 108 57 98C62 118 70 136 84 148C92 156 100 157 100 157Z", f.layers[0]) +
      path("M76 124C88 108 112 108 124 124C112 140 88 140 76 124Z", "#fffaf0") +
      disc(100, 124, 10, "#2a6fa8") +
      disc(100, 124, 4.5, "#12233c") +
      stroke("M88 84V100M100 80V98M112 84V100", GOLD, 3.4),
  );

const mongolAmulet: Picture = (f) =>
  sky(f, [100, 100, 62]) +
  range(f) +
  ground(f, 172) +
  pendant(
    f,
    disc(100, 116, 42, f.layers[2]) +
      disc(100, 116, 36, GOLD) +
      path("M100 80A36 36 0 0 1 100 152Z", "#dd9433") +
      stroke("M82 98H106L118 110V134H94L82 122ZM118 98H94L82 110M82 134H106L118 122", f.layers[2], 5.5) +
      path("M84 156L100 184L116 156Z", MADDER),
  );

const tent: Picture = (f) =>
  sky(f, [140, 58, 36]) +
  dunes(f) +
  path("M100 44L178 166H22Z", f.layers[2]) +
  path("M100 44L48 166H22ZM100 44V166H74ZM100 44L152 166H126Z", f.bright) +
  path("M100 44L48 166H34ZM100 44L86 166H74Z", f.lit) +
  path("M100 92L120 166H80Z", "#2a1404") +
  path("M100 26L122 33L100 40Z", MADDER) +
  stroke("M100 46V26", f.layers[2], 2.5) +
  ground(f, 166);

const yurt: Picture = (f) =>
  sky(f, [52, 54, 34]) +
  hills(f) +
  path("M34 112C48 84 76 76 90 72H110C124 76 152 84 166 112Z", f.layers[2]) +
  path("M34 112C48 84 76 76 90 72H97L72 112Z", f.layers[1]) +
  path("M40 112H160V168H40Z", f.lit) +
  path("M112 112H160V168H112Z", f.sky[2]) +
  path("M34 108H166V121H34Z", MADDER) +
  path(
    "M42 114.500l8 -5l8 5l-8 5zM62 114.500l8 -5l8 5l-8 5zM122 114.500l8 -5l8 5l-8 5zM142 114.500l8 -5l8 5l-8 5z",
    f.bright,
  ) +
  `<rect x="84" y="121" width="32" height="47" fill="${f.layers[2]}"/>` +
  path("M88 125H98.500V168H88ZM101.500 125H112V168H101.500Z", f.bright) +
  stroke("M40 150H84M116 150H160", f.layers[0], 2.5) +
  `<rect x="86" y="65" width="28" height="9" rx="4" fill="${f.layers[2]}"/>` +
  ground(f, 168);

const FAR_RANGE = (f: Family): string =>
  range(f) + stroke("M188 150V70", f.layers[2], 3) + path("M188 70C174 74 168 84 154 82C160 92 170 98 188 96Z", MADDER);
const FAR_TOWN = (f: Family): string =>
  dome(58, 142, 22, f.layers[0]) +
  dome(110, 142, 30, f.layers[0]) +
  dome(156, 142, 18, f.layers[0]) +
  minaret(22, 146, 54, f.layers[0]) +
  palm(182, 158, 1.1, f.layers[2]);

export const GOODS: Record<string, Picture> = {
  camel,
  camel_drivers: camelDrivers,
  arab_caravan: (f) => caravan(FAR_TOWN(f))(f),
  mongol_caravan: (f) => caravan(FAR_RANGE(f))(f),
  silver,
  gold,
  spices,
  oil,
  silk,
  poppy,
  tea,
  gem,
  lamp,
  medallion,
  carpet,
  porcelain,
  ivory,
  jade,
  ebony,
  arab_amulet: arabAmulet,
  mongol_amulet: mongolAmulet,
  tent,
  yurt,
};
