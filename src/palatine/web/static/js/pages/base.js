// A page with nothing of its own.

import "../common/theme.js";
