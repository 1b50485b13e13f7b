// A page with nothing of its own.

import "../common/calls-start.js";
import "../common/theme.js";
