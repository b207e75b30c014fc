/** The pictures of people: merchants, warriors, courtiers, and who lives on the road. */

import { cut, heap, type Picture } from "./goods";
import {
  draped,
  earrings,
  furHat,
  helmet,
  hood,
  HORSE,
  longHair,
  parted,
  portrait,
  profile,
  robed,
  turban,
  veil,
} from "./figures";
import { GOLD, HAIR, MADDER, SKIN, type Family } from "./palette";
import { at, awning, disc, dome, dunes, ground, hills, land, night, path, range, sky, stroke, town } from "./scenery";

const scales = (f: Family): string =>
  stroke("M141 66V86M108 84C124 74 158 74 174 84", GOLD, 3.4) +
  stroke("M110 85L98 116H122ZM172 85L160 108H184Z", GOLD, 1.6) +
  path("M96 116H124C122 127 98 127 96 116ZM158 108H186C184 119 160 119 158 108Z", GOLD) +
  disc(106, 112, 5, f.lit) +
  disc(114, 112, 5, f.bright) +
  path("M164 108L172 96L180 108Z", "#e2702f");

const jar = (x: number, y: number, f: Family): string =>
  at(
    x,
    y,
    1,
    path("M-24 0V-24C-24 -36 -10 -40 -8 -46H8C10 -40 24 -36 24 -24V0Z", f.layers[2]) +
      path("M-8 -46H0V0H-24V-24C-24 -36 -10 -40 -8 -46Z", f.layers[0]) +
      stroke("M-12 -42H12", f.bright, 4),
  );

const shield = (x: number, y: number, f: Family): string =>
  disc(x, y, 46, f.layers[2]) +
  `<circle cx="${x}" cy="${y}" r="38" fill="none" stroke="${f.bright}" stroke-width="3"/>` +
  disc(x, y, 25, f.layers[0]) +
  path(`M${x} ${y - 25}A25 25 0 0 0 ${x} ${y + 25}Z`, f.sky[2]) +
  disc(x, y, 9, f.lit) +
  [0, 60, 120, 180, 240, 300]
    .map((turn) => `<circle cx="${x}" cy="${y - 31.5}" r="3" fill="${f.lit}" transform="rotate(${turn} ${x} ${y})"/>`)
    .join("");

const blade = (f: Family): string =>
  path("M52 156C90 140 132 96 162 30C172 78 132 142 66 168Z", "#fff7ec") +
  path("M66 168C132 142 172 78 162 30C160 80 118 132 60 162Z", f.sky[1]) +
  stroke("M40 140L72 180", GOLD, 8) +
  stroke("M57 160L34 179", f.layers[2], 11) +
  disc(31, 181, 7.5, GOLD);

const spear = (x: number, f: Family): string =>
  stroke(`M${x} 20V184`, f.layers[2], 6) +
  path(`M${x} 2C${x + 10} 18 ${x + 10} 28 ${x} 38C${x - 10} 28 ${x - 10} 18 ${x} 2Z`, f.lit) +
  path(`M${x} 2C${x + 10} 18 ${x + 10} 28 ${x} 38Z`, f.sky[1]);

/* Violet: who trades. */

const arabMerchant: Picture = (f) =>
  sky(f, [100, 76, 52]) +
  dome(60, 150, 17, f.layers[0]) +
  dome(146, 150, 22, f.layers[0]) +
  ground({ ...f, layers: [f.layers[0], f.layers[1], f.layers[1]] }, 142) +
  robed(82, 182, 1.3, f, { trim: "#3a2163", skin: SKIN.brown, hair: HAIR.black }) +
  turban(84.6, 59.8, 0.8, f.lit, f.bright) +
  stroke("M100 104C116 104 126 96 138 84", f.layers[2], 15) +
  disc(141, 80, 6.5, SKIN.brown) +
  scales(f) +
  jar(159, 184, f);

const mongolMerchant: Picture = (f) =>
  sky(f, [128, 70, 46]) +
  range(f) +
  at(-8, 6, 1, profile({ robe: f.layers[2], trim: GOLD, skin: SKIN.tan, hair: HAIR.black }, "moustache")) +
  furHat(90, 72, 1.28, f.layers[1], f.lit) +
  path("M136 184C128 166 134 150 148 146H166C180 150 186 166 178 184Z", "#8a5a2c") +
  path("M146 146L152 138H164L168 146Z", GOLD) +
  disc(157, 166, 9, GOLD) +
  path("M157 160l2 4l5 1l-4 3l1 5l-4 -3l-4 3l1 -5l-4 -3l5 -1z", "#8a5a2c");

const deal: Picture = (f) =>
  sky(f, [100, 74, 52]) +
  dunes(f) +
  path("M56 36H144V150H56Z", "#fff3d8") +
  path("M100 36H144V150H100Z", f.sky[0]) +
  `<rect x="46" y="26" width="108" height="18" rx="9" fill="${f.layers[1]}"/><rect x="46" y="142" width="108" height="18" rx="9" fill="${f.layers[2]}"/>` +
  stroke("M70 62H130M70 76H130M70 90H112", f.layers[0], 4) +
  disc(118, 116, 16, "#b8323a") +
  path("M118 106l3 7l7 3l-7 3l-3 7l-3 -7l-7 -3l7 -3z", "#ffd9b0") +
  ground(f, 166);

const shopkeeper: Picture = (f) =>
  sky(f, [100, 70, 50]) +
  awning(f, 4, 8) +
  stroke("M10 40V184M190 40V184", f.layers[2], 6) +
  at(
    0,
    20,
    0.9,
    at(
      11,
      0,
      1,
      portrait({ robe: f.layers[1], trim: f.bright, skin: SKIN.tan, hair: HAIR.brown }, veil(f.lit, GOLD)) +
        parted(HAIR.brown),
    ),
  ) +
  path("M0 156H200V184H0Z", f.layers[2]) +
  `<rect y="152" width="200" height="7" fill="${f.bright}"/>` +
  at(34, 152, 0.8, jar(0, 0, f)) +
  at(168, 152, 0.8, jar(0, 0, f));

const jeweller: Picture = (f) =>
  sky(f, [138, 62, 44]) +
  town(f) +
  at(
    -26,
    8,
    1,
    profile({ robe: f.layers[2], trim: f.layers[0], skin: SKIN.brown, hair: HAIR.grey }, "short") +
      turban(96, 64, 1.2, f.bright, f.lit, GOLD),
  ) +
  `<circle cx="152" cy="138" r="24" fill="none" stroke="${GOLD}" stroke-width="9"/>` +
  at(
    152,
    92,
    "0.3",
    `<g transform="translate(-100 -100)">${cut({ ...f, lit: "#fff", bright: "#9fd6ff", sky: [f.sky[0], f.sky[1], "#5fa8dd"], layers: ["#3c82bd", "#275f96", "#173f6b"] })}</g>`,
  ) +
  stroke("M152 60V68M128 70L134 76M176 70L170 76", GOLD, 3.4);

const gemCutter: Picture = (f) =>
  sky(f, [58, 62, 42]) +
  dunes(f) +
  at(0, 0, 1, robed(62, 184, 1.3, f, { robe: f.layers[1], trim: "#3a2163", skin: SKIN.dark, hair: HAIR.black })) +
  stroke("M46 68H82", MADDER, 10) +
  stroke("M80 106C98 104 108 112 118 122", f.layers[1], 15) +
  disc(121, 124, 7, SKIN.dark) +
  path("M104 156H196V184H104Z", f.layers[2]) +
  disc(158, 132, 28, f.layers[0]) +
  `<circle cx="158" cy="132" r="21" fill="none" stroke="${f.bright}" stroke-width="3"/>` +
  disc(158, 132, 6, GOLD) +
  at(124, 104, "0.26", `<g transform="translate(-100 -100)">${cut(f)}</g>`) +
  path("M142 92l4 8l9 2l-9 3l-4 8l-2 -8l-9 -3l9 -2zM166 78l2 6l6 2l-6 2l-2 6l-2 -6l-6 -2l6 -2z", GOLD);

const spiceAppraiser: Picture = (f) =>
  sky(f, [100, 70, 54]) +
  town(f) +
  portrait({ robe: f.layers[2], trim: f.layers[0], skin: SKIN.brown, hair: HAIR.black }, longHair(HAIR.black)) +
  parted(HAIR.black) +
  path("M74 52C84 36 116 36 126 52L122 58C112 48 88 48 78 58Z", GOLD) +
  disc(100, 46, 5, MADDER) +
  earrings(GOLD) +
  heap(52, 158, [24, 34], [GOLD, "#d98a2c"], f) +
  stroke("M150 176L140 156", GOLD, 6) +
  `<circle cx="134" cy="142" r="17" fill="#fff" opacity=".35"/><circle cx="134" cy="142" r="17" fill="none" stroke="${GOLD}" stroke-width="5"/>`;

const spiceShopOwner: Picture = (f) =>
  sky(f, [100, 62, 46]) +
  awning(f, 4, 8, -14) +
  draped(100, 176, 1.36, f, { robe: f.layers[1], trim: "#5b3592", skin: SKIN.dark, scarf: GOLD }) +
  heap(38, 158, [26, 44], ["#e2702f", "#b5501d"], f) +
  heap(162, 158, [26, 44], [GOLD, "#d98a2c"], f) +
  heap(100, 168, [24, 30], [f.lit, f.bright], f);

const fair: Picture = (f) => {
  const stall = (x: number, y: number, scale: number, roof: string): string =>
    at(
      x,
      y,
      scale,
      path("M-30 0V-38H30V0Z", f.layers[2]) +
        path("M-38 -34L0 -66L38 -34Z", roof) +
        path("M0 -66L38 -34H12Z", "#0002") +
        path("M0 -66V-84L18 -78L0 -72Z", MADDER) +
        stroke("M0 -66V-84", f.layers[2], 2.5) +
        path("M-20 0V-20H20V0Z", GOLD),
    );
  return (
    sky(f, [100, 66, 48]) +
    dunes(f) +
    stroke("M0 26C50 48 150 48 200 26", f.layers[2], 2.5) +
    [18, 46, 74, 102, 130, 158, 184]
      .map((x, i) => path(`M${x - 7} ${[33, 39, 42, 43, 42, 39, 33][i]! - 2}h14l-7 16z`, i % 2 ? GOLD : MADDER))
      .join("") +
    stall(48, 156, 1, f.bright) +
    stall(152, 156, 1, f.lit) +
    stall(100, 168, 1.2, f.layers[0]) +
    ground(f, 164) +
    [20, 60, 140, 178]
      .map(
        (x, i) =>
          path(`M${x - 8} 184V168a8 8 0 0 1 16 0V184Z`, f.deep) +
          disc(x, 156, 6, [SKIN.tan, SKIN.brown, SKIN.dark, SKIN.fair][i]!),
      )
      .join("")
  );
};

/* Red: who fights. */

const arabGuard: Picture = (f) =>
  sky(f, [100, 74, 54]) +
  town(f) +
  spear(150, f) +
  robed(96, 186, 1.42, f, { skin: SKIN.brown, hair: HAIR.black }) +
  turban(98.8, 52.5, 0.88, f.lit, f.bright) +
  path("M44 104H100V132C100 156 84 168 72 174C60 168 44 156 44 132Z", f.deep) +
  path("M50 110H72V166C62 160 50 150 50 131Z", f.layers[0]) +
  path("M72 110H94V131C94 150 82 160 72 166Z", f.bright) +
  path("M78 124A13 13 0 1 0 78 146A15 15 0 0 1 78 124Z", f.lit);

const mongolGuard: Picture = (f) =>
  sky(f, [104, 72, 52]) +
  range(f) +
  spear(54, f) +
  robed(104, 186, 1.42, f, { trim: "#7c2a1d", skin: SKIN.tan, hair: f.layers[2] }) +
  furHat(107, 58, 0.84, MADDER, f.lit) +
  at(134, 138, 0.72, `<g transform="translate(-84 -112)">${shield(84, 112, f)}</g>`);

const arabSword: Picture = (f) =>
  sky(f, [100, 84, 62]) +
  town(f) +
  path("M92 184V66C88 50 92 34 116 10C126 40 116 60 110 72V184Z", "#fff7ec") +
  path("M101 184V60C102 44 108 26 116 10C126 40 116 60 110 72V184Z", f.sky[1]) +
  path("M62 128C80 138 122 138 140 128L144 140C122 150 80 150 58 140Z", GOLD) +
  path("M92 146H110L108 184H94Z", f.layers[2]) +
  stroke("M94 156H109M94 166H108M95 176H108", GOLD, 3) +
  path("M54 46A25 25 0 1 0 62 92A30 30 0 0 1 54 46Z", f.layers[2]);

const mongolSword: Picture = (f) => sky(f, [100, 82, 62]) + range(f) + shield(84, 112, f) + blade(f);

const arabGeneral: Picture = (f) =>
  sky(f, [122, 84, 58]) +
  town(f) +
  at(-2, 6, 1, profile({ robe: f.layers[2], trim: GOLD, skin: SKIN.brown, hair: HAIR.black })) +
  helmet(96, 70, 1.18, "#d9c7b4", f.layers[1], f.bright) +
  path("M40 176C48 150 62 142 78 138L82 184H38Z", f.layers[0]) +
  stroke("M44 168H80M46 158H80M54 148H80", f.bright, 2.4);

const mongolGeneral: Picture = (f) =>
  sky(f, [122, 84, 58]) +
  range(f) +
  stroke("M30 184V20", f.layers[2], 5) +
  path("M30 20C52 26 58 40 74 36C66 52 58 62 30 60Z", MADDER) +
  at(2, 6, 1, profile({ robe: f.layers[2], trim: f.layers[0], skin: SKIN.tan, hair: HAIR.black }, "moustache")) +
  helmet(98, 70, 1.18, "#8e7a6b", f.lit) +
  path("M92 6C94 -8 110 -10 116 0C112 12 104 18 98 20Z", GOLD) +
  path("M118 138C146 142 160 160 164 184H122Z", f.layers[0]) +
  stroke("M124 150H150M124 162H158M124 174H162", GOLD, 2.6);

const cityWatch: Picture = (f) => {
  const man = (x: number): string =>
    robed(x, 184, 0.86, f, { trim: f.layers[1], skin: SKIN.tan, hair: HAIR.black }) +
    helmet(x + 2, 106, 0.5, "#d9c7b4", f.layers[2]);
  return (
    night(f, 156, 42, 24) +
    path(
      "M0 184V92H12V80H30V92H44V80H62V92H70V52H66V36H78V44H92V36H108V44H122V36H134V52H130V92H138V80H156V92H170V80H188V92H200V184Z",
      f.layers[0],
    ) +
    path("M76 184V132A24 24 0 0 1 124 132V184Z", f.deep) +
    path("M92 66H108V84H92Z", GOLD) +
    man(42) +
    man(158) +
    stroke("M72 60V184M128 60V184", f.layers[2], 4.5) +
    path("M72 44l6 14h-12zM128 44l6 14h-12z", f.lit) +
    path("M100 142C92 134 96 126 100 116C104 126 108 134 100 142Z", "#ffb347")
  );
};

const mercenaries: Picture = (f) => {
  const head = (x: number, y: number, scale: number, skin: string, hair: string, iron: string): string =>
    at(
      x,
      y,
      scale,
      `<g transform="translate(-96 -70)">${profile({ robe: f.layers[2], trim: f.layers[1], skin, hair }, "short")}${helmet(96, 68, 1.16, iron, f.layers[1])}</g>`,
    );
  return (
    sky(f, [100, 70, 54]) +
    dunes(f) +
    stroke("M20 184L120 20M180 184L80 20", f.layers[2], 5) +
    path("M120 20l4 -18l10 16zM80 20l-4 -18l-10 16z", f.lit) +
    head(52, 92, 0.66, SKIN.fair, HAIR.brown, "#a3917f") +
    head(156, 92, 0.66, SKIN.dark, HAIR.black, "#d9c7b4") +
    head(104, 108, 0.82, SKIN.tan, MADDER, "#c2ac93")
  );
};

const looter: Picture = (f) =>
  sky(f, [46, 60, 34]) +
  path("M112 184V98L132 78L150 94V70L172 52L200 84V184Z", f.layers[0]) +
  path("M128 116H142V136H128ZM166 96H182V118H166Z", "#ffb347") +
  path(
    "M120 92C108 74 124 64 122 44C138 56 132 70 142 78C146 66 156 60 154 40C176 58 166 76 176 84C184 76 184 66 182 58C198 72 196 92 188 100Z",
    "#e2571f",
  ) +
  path("M136 92C130 82 138 76 138 66C148 74 146 84 150 92Z", "#ffd27a") +
  land("M0 152C60 142 140 152 200 146", f.layers[1]) +
  path("M30 184C34 140 44 112 62 96C56 70 66 52 84 50C102 52 110 68 104 92C118 108 126 140 128 184Z", f.layers[2]) +
  path("M70 92C64 74 72 62 84 62C98 62 102 76 96 92C90 100 78 100 70 92Z", SKIN.tan) +
  path("M66 80C76 86 92 86 102 80L100 94C90 102 76 102 68 94Z", MADDER) +
  disc(78, 76, 2.2, HAIR.black) +
  disc(90, 76, 2.2, HAIR.black) +
  path("M14 120C2 98 14 76 36 78C40 72 48 72 52 78C70 84 72 108 58 124C44 136 24 134 14 120Z", "#8a5a2c") +
  stroke("M36 80C42 84 48 84 54 80", GOLD, 4) +
  disc(28, 104, 4, GOLD) +
  disc(44, 112, 4, GOLD);

/* Green: who comes and goes at court and on the road. */

const arabPrince: Picture = (f) =>
  sky(f, [122, 86, 58]) +
  town(f) +
  at(
    -2,
    4,
    1,
    profile({ robe: f.layers[2], trim: f.bright, skin: SKIN.brown, hair: HAIR.black }) +
      turban(96, 64, 1.3, f.lit, f.bright, GOLD) +
      path("M90 136l12 8l12 -8l-4 14l-8 6l-8 -6z", GOLD),
  );

const mongolPrince: Picture = (f) =>
  sky(f, [120, 84, 58]) +
  range(f) +
  at(-2, 6, 1, profile({ robe: f.layers[2], trim: GOLD, skin: SKIN.tan, hair: HAIR.black }, "moustache")) +
  furHat(95, 72, 1.34, GOLD, f.lit, MADDER) +
  path("M60 76C54 96 58 116 64 130L70 126C66 112 66 96 70 80Z", HAIR.black) +
  disc(66, 132, 4.5, GOLD);

const arabSpy: Picture = (f) =>
  night(f, 150, 44, 24) +
  town(f) +
  hood(f.layers[2], f.layers[1]) +
  path("M80 100C74 76 84 56 104 54C122 54 130 70 128 92Z", SKIN.brown) +
  path("M76 94C92 100 116 98 130 90C132 112 122 134 104 140C88 134 78 114 76 94Z", f.layers[2]) +
  stroke("M86 76Q94 71 101 76M110 75Q117 70 124 74", HAIR.black, 3) +
  path("M88 83Q95 78 101 83Q95 87 88 83ZM111 82Q117 77 123 81Q117 86 111 82Z", "#fffaf0") +
  disc(97, 83, 2.6, HAIR.black) +
  disc(119, 82, 2.6, HAIR.black) +
  path("M0 0H58C54 60 64 120 40 184H0Z", f.layers[0]) +
  stroke("M20 0C18 60 26 120 12 184M40 0C38 60 46 120 28 184", f.layers[1], 4) +
  stroke("M58 0C54 60 64 120 40 184", GOLD, 3.4);

const mongolSpy: Picture = (f) =>
  night(f, 46, 46, 26) +
  range(f) +
  portrait({ robe: f.layers[2], trim: f.layers[0], skin: SKIN.tan, hair: HAIR.black }, longHair(HAIR.black)) +
  path("M76 86C92 94 108 94 124 86C126 108 114 122 100 124C86 122 74 108 76 86Z", f.layers[1]) +
  stroke("M76 87C92 95 108 95 124 87", GOLD, 2.6) +
  furHat(100, 56, 1.14, f.layers[1], f.lit, MADDER) +
  stroke("M150 184L178 96", f.layers[2], 5) +
  path("M178 96l8 -22l6 24z", f.lit);

const fugitive: Picture = (f) =>
  night(f, 148, 52, 30) +
  dunes(f) +
  path("M92 74C60 78 28 66 4 78C22 90 14 102 0 112C28 116 56 122 84 112Z", MADDER) +
  path(
    "M96 70C112 70 120 82 116 100C122 116 126 126 122 134L140 158L128 166L108 140L92 150L64 164L58 152L82 138C76 120 78 84 96 70Z",
    f.layers[2],
  ) +
  stroke("M110 92C124 100 134 102 146 96", f.layers[2], 9) +
  disc(149, 94, 5, SKIN.tan) +
  disc(108, 58, 13, SKIN.tan) +
  path(
    "M94 60C90 42 104 38 114 42C124 46 124 52 120 54C112 52 104 58 102 70C98 76 90 74 84 80C86 72 92 68 94 60Z",
    MADDER,
  ) +
  disc(114, 58, 1.8, HAIR.black) +
  ground(f, 170);

const thief: Picture = (f) =>
  night(f, 44, 44, 24) +
  town(f) +
  portrait(
    { robe: f.layers[2], trim: f.layers[1], skin: SKIN.brown, hair: HAIR.black },
    veil(f.layers[1], f.layers[2]),
  ) +
  path("M74 68C90 62 110 62 126 68L124 86C110 92 106 82 100 82S90 92 76 86Z", HAIR.black) +
  path("M82 78Q88 73 94 78Q88 82 82 78ZM106 78Q112 73 118 78Q112 82 106 78Z", "#fffaf0") +
  disc(90, 78, 2.4, HAIR.black) +
  disc(114, 78, 2.4, HAIR.black) +
  stroke("M132 152C144 146 152 138 160 126", f.layers[2], 15) +
  disc(163, 122, 8, SKIN.brown) +
  stroke("M163 122C150 142 176 142 163 122", GOLD, 3) +
  at(
    163,
    150,
    "0.22",
    `<g transform="translate(-100 -100)">${cut({ ...f, lit: "#fff", bright: "#ffb8a8", sky: [f.sky[0], f.sky[1], "#e2604a"], layers: [MADDER, "#8f2418", "#5c130d"] })}</g>`,
  );

const messenger: Picture = (f) =>
  sky(f, [54, 60, 38]) +
  dunes(f) +
  at(6, 26, 1, path(HORSE, f.layers[2])) +
  path("M132 92C128 78 138 64 150 66C152 74 146 92 140 104Z", f.layers[0]) +
  path("M88 112C80 92 84 70 100 64C114 66 118 84 112 108L122 132L112 136L100 114Z", MADDER) +
  path("M92 72C76 66 58 72 44 62C48 80 64 92 84 90Z", GOLD) +
  stroke("M106 80C118 86 128 86 138 78", MADDER, 8) +
  disc(104, 54, 12, SKIN.tan) +
  turban(104, 48, 0.5, f.lit, f.bright) +
  disc(110, 54, 1.8, HAIR.black) +
  path("M132 64H152V78H132Z", "#fff3d8") +
  disc(142, 76, 3.4, MADDER) +
  path("M0 172C60 164 130 174 200 166V184H0Z", f.deep) +
  stroke("M4 150H26M-2 160H18M8 138H22", f.lit, 3);

const diplomat: Picture = (f) =>
  sky(f, [118, 82, 56]) +
  town(f) +
  at(
    -8,
    6,
    1,
    profile({ robe: "#22455e", trim: f.lit, skin: SKIN.fair, hair: HAIR.white }) +
      turban(96, 64, 1.24, "#fff3d8", f.bright),
  ) +
  `<g transform="rotate(14 156 140)"><rect x="128" y="104" width="52" height="70" fill="#fff3d8"/><rect x="122" y="98" width="64" height="12" rx="6" fill="${f.layers[1]}"/><rect x="122" y="168" width="64" height="12" rx="6" fill="${f.layers[2]}"/>` +
  stroke("M138 122H170M138 132H170M138 142H158", f.layers[0], 3) +
  disc(164, 154, 8, MADDER) +
  "</g>";

const smuggler: Picture = (f) =>
  night(f, 150, 46, 28) +
  land("M0 118C50 104 120 116 200 100", f.layers[0]) +
  `<rect y="132" width="200" height="52" fill="${f.layers[1]}"/>` +
  stroke("M6 144H40M150 148H196M20 172H60M120 174H170", f.sky[2], 3) +
  draped(78, 148, 0.92, f, { robe: f.layers[2], trim: "#154a39", skin: SKIN.tan, scarf: MADDER }) +
  stroke("M98 88C116 92 126 96 130 108", f.layers[2], 9) +
  stroke("M132 60V168", f.layers[2], 5) +
  path("M12 138H190C184 164 166 172 150 172H50C34 172 18 164 12 138Z", f.deep) +
  stroke("M16 144H186", GOLD, 3) +
  at(40, 140, 0.7, jar(0, 0, f)) +
  at(162, 140, 0.7, jar(0, 0, f)) +
  `<circle cx="186" cy="112" r="16" fill="${GOLD}" opacity=".35"/>` +
  path("M180 104H192V122H180Z", GOLD);

const nomad: Picture = (f) =>
  sky(f, [138, 62, 42]) +
  hills(f) +
  draped(74, 182, 1.3, f, { robe: MADDER, trim: "#8f2418", skin: SKIN.tan, scarf: f.lit, belt: GOLD }) +
  stroke("M34 184L46 52C48 42 60 44 58 54", f.layers[2], 5) +
  path(
    "M118 184V160C112 148 116 136 128 132H158C164 122 168 116 176 114L180 106L184 114C192 118 194 126 190 132C186 138 180 138 176 140C174 150 174 160 174 184H166V160H132V184Z",
    f.layers[2],
  ) +
  path("M178 108C172 98 160 98 156 106M182 108C188 96 198 98 198 106", "none") +
  stroke("M178 110C172 98 160 100 158 108M183 110C188 98 196 100 198 106", f.lit, 4) +
  path("M128 134H156V150H128Z", GOLD) +
  ground(f, 178);

const courtesan: Picture = (f) =>
  sky(f, [100, 76, 60]) +
  town(f) +
  portrait({ robe: MADDER, trim: GOLD, skin: SKIN.fair, hair: HAIR.black }, longHair(HAIR.black)) +
  path("M70 86C66 52 80 36 100 36C120 36 134 52 130 86C126 66 118 56 100 56C82 56 74 66 70 86Z", HAIR.black) +
  disc(78, 52, 9, "#e2604a") +
  disc(78, 52, 4, GOLD) +
  disc(90, 42, 6, f.lit) +
  stroke("M84 48C96 42 108 44 120 52", GOLD, 3) +
  disc(100, 54, 4, MADDER) +
  earrings(GOLD) +
  stroke("M84 130C92 142 108 142 116 130", f.lit, 4) +
  disc(100, 142, 5.5, "#e2604a") +
  path("M128 184C120 152 134 124 156 110C180 122 190 152 184 184Z", f.lit) +
  stroke("M156 184V112M142 184L140 122M170 184L174 124", f.layers[0], 3);

const taxCollector: Picture = (f) =>
  sky(f, [100, 66, 50]) +
  town(f) +
  at(
    0,
    -8,
    1,
    portrait({ robe: f.layers[2], trim: f.layers[0], skin: SKIN.tan, hair: HAIR.grey }, veil(f.layers[1], GOLD)),
  ) +
  path("M76 62C84 46 116 46 124 62C116 54 84 54 76 62Z", HAIR.grey) +
  stroke("M80 62L95 66M120 62L105 66", HAIR.black, 3) +
  path("M22 138H124V184H22Z", "#7a4a22") +
  path("M28 144H118V184H28Z", f.deep) +
  stroke("M28 154H118M28 168H118", f.bright, 2) +
  [40, 52, 64, 100].map((x) => disc(x, 154, 6, GOLD)).join("") +
  [46, 84, 96, 108].map((x) => disc(x, 168, 6, MADDER)).join("") +
  [176, 170, 164, 158, 152]
    .map(
      (y) =>
        `<ellipse cx="160" cy="${y}" rx="20" ry="7" fill="#a8701a"/><ellipse cx="160" cy="${y - 3}" rx="20" ry="7" fill="${GOLD}"/>`,
    )
    .join("");

const dancer: Picture = (f) =>
  sky(f, [100, 80, 62]) +
  land("M0 160C60 152 140 160 200 154", f.layers[1]) +
  stroke("M36 96C30 40 92 8 130 26C168 44 176 84 168 116", MADDER, 6) +
  path("M92 112C72 124 40 142 26 172C60 166 130 168 172 170C164 144 130 124 112 112Z", f.layers[2]) +
  path("M92 112C84 134 78 152 76 170H102C104 150 104 130 102 112Z", GOLD) +
  path("M112 112C122 132 134 150 138 169L120 169C116 150 110 130 106 112Z", MADDER) +
  path("M90 82C96 78 108 78 114 82L110 100L114 114H90L94 100Z", SKIN.brown) +
  path("M88 80C96 90 108 90 116 80L112 92H92Z", MADDER) +
  stroke("M92 84C74 78 60 86 40 98M112 84C130 70 142 56 132 30", SKIN.brown, 8) +
  disc(102, 62, 13, SKIN.brown) +
  path(
    "M88 66C84 46 98 40 110 44C120 50 120 62 114 70C116 58 104 52 96 56C90 62 92 72 82 84C82 76 86 72 88 66Z",
    HAIR.black,
  ) +
  stroke("M92 56C100 50 110 52 115 58", GOLD, 3) +
  disc(107, 63, 1.6, HAIR.black) +
  stroke("M88 112H116", GOLD, 5) +
  path("M84 178l6 -10h8l-2 10zM120 178l-4 -10h8l6 10z", SKIN.brown);

const sheikh: Picture = (f) =>
  sky(f, [100, 78, 58]) +
  dunes(f) +
  path("M100 20C62 20 56 54 56 84C58 118 46 146 34 184H166C154 146 142 118 144 84C144 54 138 20 100 20Z", "#fffaf0") +
  path("M100 20C138 20 144 54 144 84C142 118 154 146 166 184H132C122 140 130 80 100 20Z", "#dfe6d6") +
  path("M74 76C74 52 86 44 100 44S126 52 126 76C126 92 124 108 118 120H82C76 108 74 92 74 76Z", SKIN.dark) +
  path("M76 88C84 96 92 94 100 94S116 96 124 88C128 120 118 152 100 164C82 152 72 120 76 88Z", HAIR.white) +
  path("M90 104Q100 110 110 104Q100 100 90 104Z", "#7c3327") +
  stroke("M82 70Q88 65 95 69M105 69Q112 65 118 70", HAIR.white, 3.4) +
  disc(89, 78, 2.6, HAIR.black) +
  disc(111, 78, 2.6, HAIR.black) +
  stroke("M100 78V89", "#0003", 2.4) +
  stroke("M62 48C80 36 120 36 138 48M62 56C80 44 120 44 138 56", HAIR.black, 5) +
  disc(100, 42, 5, GOLD);

const mughalPadishah: Picture = (f) =>
  sky(f, [100, 74, 30]) +
  town(f) +
  disc(98, 82, 70, GOLD) +
  disc(98, 82, 62, f.lit) +
  at(
    -2,
    6,
    1,
    profile({ robe: f.layers[2], trim: MADDER, skin: SKIN.tan, hair: HAIR.black }, "short") +
      turban(96, 64, 1.34, MADDER, "#8f2418", "#fffaf0") +
      stroke("M64 60C84 50 112 50 128 60", GOLD, 4),
  ) +
  [0, 1, 2, 3, 4, 5, 6].map((i) => disc(74 + i * 8, 142 + [0, 6, 10, 12, 10, 6, 0][i]!, 3.6, "#fffaf0")).join("") +
  disc(98, 162, 7, "#2a9c6a") +
  stroke("M150 184C152 170 154 162 160 152", f.layers[1], 4) +
  disc(162, 146, 10, "#e2604a") +
  disc(162, 146, 5, MADDER);

const dervish: Picture = (f) =>
  sky(f, [100, 84, 60]) +
  dome(28, 160, 18, f.layers[0]) +
  dome(174, 160, 18, f.layers[0]) +
  land("M0 160C60 154 140 162 200 156", f.layers[1]) +
  path("M90 96C70 122 36 142 12 150C40 172 150 176 190 148C164 142 130 122 112 96Z", "#fffaf0") +
  path("M104 98C120 124 160 142 190 148C168 166 124 170 100 168C110 146 110 118 104 98Z", f.sky[1]) +
  stroke("M60 158C72 140 84 122 92 106M140 160C130 142 118 122 110 106M100 168V110", f.sky[2], 2.4) +
  path("M86 66H116L112 100H90Z", f.layers[2]) +
  stroke("M88 70C70 66 54 54 44 36M114 70C134 66 148 78 160 92", "#fffaf0", 10) +
  disc(43, 34, 5.5, SKIN.tan) +
  disc(162, 94, 5.5, SKIN.tan) +
  disc(101, 52, 14, SKIN.tan) +
  path("M88 54C88 70 96 76 101 76S114 70 114 54C108 60 94 60 88 54Z", HAIR.brown) +
  path("M87 44L91 10H111L115 44C106 50 96 50 87 44Z", "#a8703a") +
  path("M101 10H111L115 44C110 47 106 48 101 48Z", "#7c4d22");

export const PEOPLE: Record<string, Picture> = {
  arab_merchant: arabMerchant,
  mongol_merchant: mongolMerchant,
  deal,
  shopkeeper,
  jeweller,
  gem_cutter: gemCutter,
  spice_appraiser: spiceAppraiser,
  spice_shop_owner: spiceShopOwner,
  fair,
  arab_guard: arabGuard,
  arab_sword: arabSword,
  arab_general: arabGeneral,
  mongol_guard: mongolGuard,
  mongol_sword: mongolSword,
  mongol_general: mongolGeneral,
  city_watch: cityWatch,
  mercenaries,
  looter,
  arab_prince: arabPrince,
  mongol_prince: mongolPrince,
  arab_spy: arabSpy,
  mongol_spy: mongolSpy,
  fugitive,
  thief,
  messenger,
  diplomat,
  smuggler,
  nomad,
  courtesan,
  tax_collector: taxCollector,
  dancer,
  sheikh,
  mughal_padishah: mughalPadishah,
  dervish,
};
