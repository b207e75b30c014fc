import events from "./events.ru.json";
import own from "./ru.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, events };
