import events from "./events.de.json";
import own from "./de.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, events };
