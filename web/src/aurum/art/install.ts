/** Puts the drawings into the document when the first card is shown; whoever draws refers to them by name. */

import { sprite } from "./sprite";

const ID = "aurum-art";

export function install(): void {
  if (document.getElementById(ID)) return;
  const holder = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  holder.id = ID;
  holder.setAttribute("aria-hidden", "true");
  holder.setAttribute("width", "0");
  holder.setAttribute("height", "0");
  holder.style.position = "absolute"; // hidden altogether, browsers would not draw its gradients
  holder.innerHTML = sprite();
  document.body.append(holder);
}
