/** Lines of the score pad in words, from what the server counted. */

import { cards } from "../cards/catalogue.svelte";
import { i18n, told } from "../../lib/i18n.svelte";
import { said, type Parts } from "../../lib/sentences";
import { t } from "../messages";
import { rowName } from "./names";
import { counted } from "./piles";
import type { AmulPadLine } from "../../lib/wire";

/** Which cards earned the points; copies are counted by name, whatever deck they came from. */
export function lineTitle(line: AmulPadLine): string {
  if (line.kind === "clan") return rowName(line.row);
  const named = counted(line.cards.map((card) => cards.name(card)));
  return named.map(({ card, number }) => (number > 1 ? `${card} × ${number}` : card)).join(", ");
}

/** What was counted for the line; empty where there was nothing to count. */
export function lineReason(line: AmulPadLine): string {
  const counts = Object.fromEntries(line.counts.map(({ name, number }) => [name, number]));
  const numbers = line.counts.map(({ number }) => number);
  switch (line.kind) {
    case "flat":
      return "";
    case "clan":
      if (!counts["count"]) return reason("none");
      return reason(counts["tied"]! > 1 ? "shared" : "clan", counts);
    case "set_table":
      return reason("size", { number: numbers[0] ?? 0 });
    case "distinct_sets":
      return numbers.length === 1
        ? reason("size", { number: numbers[0]! })
        : reason("sizes", { numbers: i18n.list(numbers.map(String)) });
    case "combo":
      return sentence(line.counts.map(({ name, number }) => reason("named", { name: cards.name(name), number })));
    case "per_pair": {
      const effect = cards.of(line.cards[0] ?? "")?.effect;
      const names = effect?.kind === "per_pair" ? [effect.a.names?.[0], effect.b.names?.[0]] : [];
      return sentence(
        numbers.map((number, index) =>
          reason("named", { name: told("amul.symbols", names[index] ?? "", names[index] ?? ""), number }),
        ),
      );
    }
    case "majority":
      return reason("own", { own: counts["own"] ?? 0, most: counts["most"] ?? 0 });
    default:
      return reason("count", { number: numbers[0] ?? 0 });
  }
}

const reason = (key: string, parts: Parts = {}) => said(`amul.reason.${key}`, parts);

/** What the cards of a line say, where that is more than their points. */
export function lineEffect(line: AmulPadLine): string {
  return line.kind === "clan" ? t("amul.lines.clan_law") : line.kind === "flat" ? "" : cards.text(line.cards[0] ?? "");
}

function sentence(parts: string[]): string {
  return parts.length ? `${parts.join(", ")}.` : "";
}
