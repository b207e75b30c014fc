import { speaker, type Texts } from "../../lib/i18n.svelte";
import type en from "./en";

/** The text of a key of Aurum's own or of every page's. */
export const t = speaker<{ aurum: typeof en }>();

export const texts: Texts<typeof en> = {
  en: () => import("./en"),
  de: () => import("./de"),
  fr: () => import("./fr"),
  ru: () => import("./ru"),
};
