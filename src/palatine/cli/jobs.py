"""`palatine jobs`: background jobs that failed too often."""

from __future__ import annotations

import sys
from argparse import Namespace

from palatine.cli.common import open_existing
from palatine.matches.clock import now


def jobs(args: Namespace) -> int:
    """Run `palatine jobs`; return 1 if the job to retry does not exist."""
    kept = open_existing(args).jobs
    if args.retry is not None:
        if kept.retry(args.retry, now()):
            print(f"{args.retry!r} is tried again.")
            return 0
        print(f"There is no job {args.retry!r}.", file=sys.stderr)
        return 1
    for job in kept.parked():
        print(f"{job.key!r} failed {job.tries} times: {job.trouble}")
    print(f"{len(kept.parked())} parked jobs.")
    return 0
