import events from "./events.en.json";
import own from "./en.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, events };
