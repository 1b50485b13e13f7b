"""`python -m palatine`: the same as the command `palatine`."""

import sys

from palatine.cli import main

sys.exit(main())
