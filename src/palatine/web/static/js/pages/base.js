// The script of pages without a script of their own.

import "../common/theme.js";
