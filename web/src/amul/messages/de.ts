import own from "./de.json";
import told from "./told.de.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, ...told };
