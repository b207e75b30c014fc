/** Where in the page one is: the path, as the browser's address bar has it. */

class Place {
  path = $state(location.pathname);
  query = $state.raw(new URLSearchParams(location.search));

  constructor() {
    addEventListener("popstate", () => this.#read());
  }

  go(to: string, replace = false): void {
    history[replace ? "replaceState" : "pushState"](null, "", to);
    this.#read();
    scrollTo(0, 0);
  }

  /** Change the address without leaving the page: a link to this very moment. */
  note(to: string): void {
    history.replaceState(null, "", to);
  }

  #read(): void {
    this.path = location.pathname;
    this.query = new URLSearchParams(location.search);
  }
}

export const place = new Place();

/** Follow links of our own without loading the page again; everything else is the browser's. */
export function followLinks(event: MouseEvent): void {
  const link = (event.target as Element).closest("a");
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute("download")) return;
  if (link.pathname.startsWith("/api/") || link.pathname.includes(".")) return;
  if (link.hash && link.pathname === location.pathname) return;
  event.preventDefault();
  place.go(link.pathname + link.search + link.hash);
}
