import events from "./events.fr.json";
import own from "./fr.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, events };
