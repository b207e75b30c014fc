import { i18n, speaker, type Texts } from "../../lib/i18n.svelte";
import type en from "./en.json";

/** The text of a key of friends, clubs, the finder and moderation, or of every page's. */
export const t = speaker<{ meeting: typeof en }>();

export const texts: Texts<typeof en> = {
  en: () => import("./en.json"),
  de: () => import("./de.json"),
  fr: () => import("./fr.json"),
  ru: () => import("./ru.json"),
};

/** Have them: now, and in every language that is chosen later. */
export async function fetchMeetingTexts(): Promise<void> {
  await i18n.add("meeting", texts);
}
