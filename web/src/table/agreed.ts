/** What is agreed at a table, in words, for who is about to sit down. */

import { gameName, toldBy } from "../games";
import { hosted } from "../lib/hosted.svelte";
import { i18n, t, told } from "../lib/i18n.svelte";
import type { Config } from "../lib/wire";

export interface Agreed {
  name: string;
  text: string;
}

/** All that is agreed, what is usual too: nobody has to know it. The game's texts must have been fetched. */
export function agreed(config: Config): Agreed[] {
  const facts = hosted.of(config.game);
  const edition = config.edition || facts?.usual_edition;
  const variants = (config.variants ?? []).map((variant) =>
    toldBy(config.game, "variants", variant.split(":")[0]!, { otherwise: variant }),
  );
  const lines: [string, string][] = [
    [t("room.game"), `${gameName(config.game)}, ${t("common.players", { n: config.players })}`],
    [t("room.edition"), edition ? told("new.editions", edition, edition) : ""],
    [t("room.variants"), i18n.list(variants) || (facts?.variants?.length ? t("room.no_variants") : "")],
    [t("room.cards"), config.cards && config.cards !== "standard" ? t("room.own_cards") : ""],
    [t("room.clock"), clockOf(config)],
    [t("room.rating"), t(config.rated ? "room.is_rated" : "room.not_rated")],
    [t("room.hints"), t(hintsAllowed(config) ? "room.hints_on" : "room.hints_off")],
    [t("room.spectators"), t(`room.watching.${config.spectators ?? "off"}`)],
  ];
  return lines.filter(([, text]) => text).map(([name, text]) => ({ name, text }));
}

/** The same in a line of a list: only what is not usual. */
export function inShort(config: Config): string {
  return [
    config.edition ? told("new.editions", config.edition, config.edition) : "",
    config.clock ? clockOf(config) : "",
    config.rated ? t("table.rated") : "",
    hintsAllowed(config) ? "" : t("room.no_hints"),
  ]
    .filter(Boolean)
    .join(" · ");
}

/** Rated matches have none, whatever else was agreed. */
export function hintsAllowed(config: Config): boolean {
  return (config.hints ?? true) && !config.rated;
}

export function clockOf({ clock }: Pick<Config, "clock">): string {
  if (!clock) return t("room.no_clock");
  if (clock.kind === "days") return t("room.days", { n: clock.days });
  return t("room.live", { minutes: clock.bank / 60, seconds: clock.increment ?? 0 });
}
