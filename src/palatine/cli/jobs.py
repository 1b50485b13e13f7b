"""`palatine jobs`: background jobs that failed too often."""

from __future__ import annotations

import sys
from argparse import Namespace

from palatine.cli.common import open_kept
from palatine.matches.clock import now


def jobs(given: Namespace) -> int:
    """Run `palatine jobs`; return 1 if the job to retry does not exist."""
    kept = open_kept(given).jobs
    if given.retry is not None:
        if kept.revive(given.retry, now()):
            print(f"{given.retry!r} is tried again.")
            return 0
        print(f"There is no job {given.retry!r}.", file=sys.stderr)
        return 1
    for job in kept.parked():
        print(f"{job.key!r} failed {job.tries} times: {job.trouble}")
    print(f"{len(kept.parked())} parked jobs.")
    return 0
