"""Work done in processes of their own: bots think there, foreign files are checked there.

    pool = Pool(size=3)
    pool.call("palatine.matches.bot_runner:think", data, seconds=60)

A kind of work is a function from bytes to bytes, named by its module; callers with more kinds add functions. What
runs away is killed, and its process replaced. `SerialExecutor` does the same work in this process, without any limit.
"""

from palatine.processes.pool import Closed, Executor, Exhausted, Pool, SerialExecutor, WorkerDied, WorkFailed

__all__ = ["Closed", "Executor", "Exhausted", "Pool", "SerialExecutor", "WorkFailed", "WorkerDied"]
