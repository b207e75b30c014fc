import challenge from "./challenge.json";
import common from "./common.json";
import games from "./games.json";
import home from "./home.json";
import learn from "./learn.json";
import me from "./me.json";
import newTable from "./new.json";
import notices from "./notices.json";
import people from "./people.json";
import problems from "./problems.json";
import replay from "./replay.json";
import room from "./room.json";
import rules from "./rules.json";
import score from "./score.json";
import table from "./table.json";

export default {
  challenge,
  common,
  games,
  home,
  learn,
  me,
  new: newTable,
  notices,
  people,
  problems,
  replay,
  room,
  rules,
  score,
  table,
};
