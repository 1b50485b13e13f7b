"""Worker processes, for example for bots and for checks of uploaded files.

    pool = Pool(size=3)
    pool.call("palatine.matches.bot_runner:decide_from", data, seconds=60)

A kind of work is a function from bytes to bytes, given by module and name. Work that exceeds its limits is killed, and
its process replaced. `SerialExecutor` does the same work in the calling process, without limits.
"""

from palatine.processes.pool import (
    Executor,
    PoolClosed,
    ProcessPool,
    SerialExecutor,
    WorkerDied,
    WorkFailed,
    WorkLimitExceeded,
)

__all__ = [
    "Executor",
    "PoolClosed",
    "ProcessPool",
    "SerialExecutor",
    "WorkFailed",
    "WorkLimitExceeded",
    "WorkerDied",
]
