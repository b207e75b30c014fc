/** One stop for the Tab key in a group of cards; the arrow keys go from card to card inside it. */

const KEYS: Record<string, number> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

export function roving(group: HTMLElement): { destroy: () => void } {
  const members = () => [...group.querySelectorAll<HTMLButtonElement>("button[data-card]")];

  function settle(current?: HTMLElement): void {
    const all = members();
    const stop =
      current ??
      all.find((one) => one.tabIndex === 0 && one.classList.contains("open")) ??
      all.find((one) => one.classList.contains("open")) ??
      all[0];
    for (const one of all) {
      const index = one === stop ? 0 : -1;
      if (one.tabIndex !== index) one.tabIndex = index;
    }
  }

  function press(event: KeyboardEvent): void {
    const all = members();
    const at = all.indexOf(document.activeElement as HTMLButtonElement);
    if (at < 0) return;
    const to =
      event.key === "Home"
        ? 0
        : event.key === "End"
          ? all.length - 1
          : KEYS[event.key]
            ? (at + KEYS[event.key]! + all.length) % all.length
            : -1;
    if (to < 0) return;
    event.preventDefault();
    settle(all[to]);
    all[to]!.focus();
  }

  function enter(event: FocusEvent): void {
    const card = (event.target as HTMLElement).closest<HTMLElement>("button[data-card]");
    if (card) settle(card);
  }

  const watch = new MutationObserver(() => settle(members().find((one) => one === document.activeElement)));
  watch.observe(group, { childList: true, subtree: true, attributes: true, attributeFilter: ["class"] });
  group.addEventListener("keydown", press);
  group.addEventListener("focusin", enter);
  settle();
  return {
    destroy() {
      watch.disconnect();
      group.removeEventListener("keydown", press);
      group.removeEventListener("focusin", enter);
    },
  };
}
