import own from "./fr.json";
import told from "./told.fr.json";

/** What the page says, and what the game tells of itself. */
export default { ...own, ...told };
