import { i18n, speaker, type Texts } from "../../lib/i18n.svelte";
import type en from "./en.json";

/** The text of a key of reviews and puzzles, or of every page's. */
export const t = speaker<{ study: typeof en }>();

export const texts: Texts<typeof en> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  fr: () => import("./fr.json"),
  ru: () => import("./ru.json"),
};

/** Have them: now, and in every language that is chosen later. */
export async function fetchStudyTexts(): Promise<void> {
  await i18n.add("study", texts);
}
