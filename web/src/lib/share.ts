/** Give an address away: through the device's own window where it has one, else by the clipboard. */

import { announcer } from "./announce.svelte";
import { t } from "./i18n.svelte";

export async function share(url: string): Promise<void> {
  try {
    // eslint-disable-next-line @typescript-eslint/no-unnecessary-condition -- most browsers of desktops have no such window
    if (navigator.share) await navigator.share({ title: "Karat", url });
    else {
      await navigator.clipboard.writeText(url);
      announcer.say(t("common.copied"));
    }
  } catch {
    // who closes the sharing window has changed their mind
  }
}
