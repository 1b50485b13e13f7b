// The page of a game.

import "../common/clauses.js";
import "../common/theme.js";
import "../lessons/start-buttons.js";
