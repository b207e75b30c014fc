import { botName } from "../games";
import { i18n, t, told } from "../lib/i18n.svelte";
import type { ShownSeat } from "../lib/wire";

/** How a seat is called on screen. */
export function nameOf(seat: ShownSeat, index: number, you: number | null): string {
  if (index === you) return seat.name || t("common.you");
  if (seat.bot && seat.name) return botName(seat.name);
  // A record that was brought in without names has the numbers of the seats.
  const named = seat.name && seat.name !== String(index + 1);
  return named ? seat.name! : t("common.seat", { n: index + 1 });
}

export function levelName(level: string): string {
  return told("home.levels", level, level);
}

/** Minutes and seconds, as a clock shows them. */
export function timeLeft(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  if (left >= 172_800)
    return new Intl.NumberFormat(i18n.language, { style: "unit", unit: "day" }).format(Math.floor(left / 86_400));
  const [hours, minutes] = [Math.floor(left / 3600), Math.floor(left / 60) % 60];
  const two = (n: number) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}
