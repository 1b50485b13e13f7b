"""`python -m palatine`: the command, where it is not on the path."""

from palatine.cli import main

raise SystemExit(main())
