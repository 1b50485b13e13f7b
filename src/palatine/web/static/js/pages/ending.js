// The end of a match beside its board, in a script of its own: it is asked for when a match is over.

import { byId } from "../common/dom.js";
import { showEnding } from "../match/ending.js";

Object.assign(byId("match"), { ending: { showEnding } });
