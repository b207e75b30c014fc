/** One family of tones a colour of the game: sky from light to deep, layers from far to near, disc, highlight. */

export interface Family {
  /** The bright tone of the card's foot, and the deep one of its name. */
  bright: string;
  deep: string;
  sky: [string, string, string];
  layers: [string, string, string];
  disc: string;
  lit: string;
}

export const GOLD = "#f7c25c";
export const MADDER = "#b93a1f";
export const SKIN = { fair: "#d8a37c", tan: "#c98f6b", brown: "#b9744c", dark: "#8a5236", deep: "#5e3524" };
export const HAIR = { black: "#1a1512", brown: "#3c2415", grey: "#a79a8e", white: "#efe6d6" };

const family = (bright: string, deep: string, sky: string, layers: string, disc: string, lit: string): Family => ({
  bright,
  deep,
  sky: sky.split(" ") as Family["sky"],
  layers: layers.split(" ") as Family["layers"],
  disc,
  lit,
});

export const FAMILIES: Record<string, Family> = {
  yellow: family("#f4c657", "#3a2405", "#fbe3a0 #f6c968 #e9a440", "#c97b26 #8f4d14 #4f2909", "#fff6d6", "#ffefb8"),
  blue: family("#9cc8ec", "#0d2344", "#cfe4f2 #93bfe2 #5c93c8", "#36699f #1e4476 #0f274b", "#fff0cf", "#eaf5ff"),
  violet: family("#c3a6ea", "#27113f", "#f2c6cf #cc9bd0 #9670bd", "#6a479e #472b76 #2a1449", "#ffe9cf", "#f6e6ff"),
  red: family("#ee8d7c", "#3d0a10", "#fbc79a #ee8f6a #cd554a", "#9c2f34 #6b1822 #3f0a12", "#fff0cf", "#ffe1cf"),
  green: family("#9ad3a3", "#0a2d21", "#f0e8b4 #b7d79c #73b58a", "#3b8866 #1e5d48 #0d382b", "#fff6d6", "#eaffdf"),
  orange: family("#f4a566", "#431708", "#fddda0 #f8b46a #e88742", "#bd5a24 #873817 #521e0c", "#fff3d0", "#ffe7bf"),
  bazaar: family("#dccbb0", "#2a1d1d", "#f3dfbd #dcb592 #b3806d", "#7d564f #523739 #2e2023", "#fff3da", "#fff0d8"),
};
export const PLAIN = FAMILIES["bazaar"]!;
