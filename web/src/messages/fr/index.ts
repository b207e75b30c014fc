import common from "./common.json";
import games from "./games.json";
import home from "./home.json";
import learn from "./learn.json";
import me from "./me.json";
import newTable from "./new.json";
import problems from "./problems.json";
import replay from "./replay.json";
import rules from "./rules.json";
import score from "./score.json";
import table from "./table.json";

export default { common, games, home, learn, me, new: newTable, problems, replay, rules, score, table };
