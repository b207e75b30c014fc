/** A page with a board is exactly as high as the window, so that the board can take its sizes from it: `use:fillsWindow`. */

export function fillsWindow(_element: HTMLElement): { destroy: () => void } {
  const root = document.documentElement;
  root.dataset["place"] = "table";
  return { destroy: () => root.removeAttribute("data-place") };
}
