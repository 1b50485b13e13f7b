// The end of a match beside its board, loaded when the match is over.

import { byId } from "../common/dom.js";
import { showEnding } from "../match/ending.js";

Object.assign(byId("match"), { ending: { showEnding } });
