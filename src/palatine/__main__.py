"""The entry point of `python -m palatine`."""

from palatine.cli import main

raise SystemExit(main())
