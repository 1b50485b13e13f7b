"""Begins a process that hangs, and tells its id: to be killed while it does."""

from __future__ import annotations

import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from palatine.processes import ProcessPool
from processes.work import hang

pool = ProcessPool(1)
pool.start_workers(1)
with ThreadPoolExecutor(1) as threads:
    threads.submit(pool.call, f"processes.work:{hang.__name__}", b"", seconds=float(sys.argv[1]))
    print(pool.process_ids()[0], flush=True)
    threading.Event().wait()
