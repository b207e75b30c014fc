import own from "./en.json";
import told from "./told.en.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, ...told };
