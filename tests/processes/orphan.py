"""A script that starts a hanging worker process and prints its id.

The test kills the script while the worker hangs.
"""

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
