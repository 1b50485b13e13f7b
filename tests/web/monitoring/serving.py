"""`palatine serve` with Ford: `python -m web.monitoring.serving DATABASE PORT`."""

from __future__ import annotations

import sys

from palatine import registry
from palatine.cli import main
from palatine.testing.examples import ford


def serve(place: str, port: str) -> int:
    registry.register("ford", ford.GAME)
    return main(["serve", "--no-browser", "--database", place, "--port", port])


if __name__ == "__main__":
    sys.exit(serve(*sys.argv[1:]))
