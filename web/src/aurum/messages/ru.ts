import own from "./ru.json";
import told from "./told.ru.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, ...told };
