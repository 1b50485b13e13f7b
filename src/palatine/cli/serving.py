"""`palatine serve`."""

from __future__ import annotations

from argparse import Namespace

from palatine.cli.common import database


def serve(given: Namespace) -> int:
    """Serve until stopped."""
    from palatine import web

    web.serve(given.host, given.port, database(given), not given.no_browser)
    return 0
