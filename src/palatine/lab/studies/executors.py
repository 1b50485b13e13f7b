"""Executors that play a study in this process, in several processes or on a Ray cluster.

If a worker dies, its parts are played again; no results are lost.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from multiprocessing import get_context
from typing import Any

from palatine.core import PalatineError, Unknown
from palatine.lab.studies.games import StudyGame, play_part
from palatine.lab.studies.plans import StudyPart
from palatine.optional_imports import import_optional

FinishedPart = tuple[StudyPart, list[StudyGame]]
PlayParts = Callable[[Sequence[StudyPart]], Iterator[FinishedPart]]
MAX_WORKER_DEATHS = 3
"""Consecutive worker deaths, without a part finished in between, after which a study fails."""


class ProcessExecutor:
    """Worker processes on this machine, started on first use; with one worker, this process.

    If a process dies, the results of the others are kept and its parts are played again.
    """

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def play(self, parts: Sequence[StudyPart]) -> Iterator[FinishedPart]:
        """Yield the parts as they finish.

        Raises PalatineError after TRIES worker deaths without progress.
        """
        if self.workers < 2:
            yield from ((part, play_part(part)) for part in parts)
            return
        left, deaths = {part.name: part for part in parts}, 0
        while left:
            before = len(left)
            for part, records in self._until_one_dies(list(left.values())):
                del left[part.name]
                yield part, records
            deaths = deaths + 1 if len(left) == before else 0
            if deaths == MAX_WORKER_DEATHS:
                raise PalatineError("The processes that play die again and again; what they have played is kept.")

    def close(self) -> None:
        """Stop the processes after their current parts."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _until_one_dies(self, parts: Sequence[StudyPart]) -> Iterator[FinishedPart]:
        waiting = iter(parts)
        pool = self._pool = self._pool or ProcessPoolExecutor(self.workers, mp_context=get_context("spawn"))
        running: dict[Future[list[StudyGame]], StudyPart] = {}
        try:
            while True:
                while len(running) < 2 * self.workers and (part := next(waiting, None)) is not None:
                    running[pool.submit(play_part, part)] = part
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    records = future.result()
                    yield running.pop(future), records
        except BrokenProcessPool:
            self.close()
            for future, part in running.items():
                if future.done() and future.exception() is None:
                    yield part, future.result()


class RayExecutor:
    """A Ray cluster: at `ray://HOST:PORT`, or with "ray" one on this machine.

    It is joined on first use. Ray replays the parts whose worker or machine died.
    """

    def __init__(self, address: str, workers: int = 0) -> None:
        """Import Ray. Raises MissingExtra if it is not installed."""
        (self.ray,) = import_optional("ray", extra="ray")
        self.address = address
        self.workers = workers
        self._is_joined = False

    def play(self, parts: Sequence[StudyPart]) -> Iterator[FinishedPart]:
        """Yield the parts as they finish.

        Raises PalatineError if the cluster cannot be reached or is lost.
        """
        if not parts:
            return
        self._join()
        try:
            yield from self._played(parts)
        except (
            self.ray.exceptions.RayError,
            ConnectionError,
        ) as error:  # Ray raises ConnectionError if the head node is gone.
            raise PalatineError(f"The Ray cluster was lost; what it has played is kept: {error}") from error

    def close(self) -> None:
        """Leave the cluster."""
        if self._is_joined:
            self.ray.shutdown()
            self._is_joined = False

    def _join(self) -> None:
        if self._is_joined:
            return
        is_here = self.address == "ray"
        here: dict[str, Any] = {  # Start a separate cluster even if this machine is part of another one.
            "address": "local",
            "num_cpus": self.workers or None,
            "include_dashboard": False,
            "log_to_driver": False,
        }
        try:
            self.ray.init(**(here if is_here else {"address": self.address}))
        except (ConnectionError, ValueError, RuntimeError) as error:
            raise PalatineError(f"The Ray cluster at {self.address} cannot be reached: {error}") from error
        self._is_joined = True

    def _played(self, parts: Sequence[StudyPart]) -> Iterator[FinishedPart]:
        ray = self.ray
        task = ray.remote(max_retries=-1)(play_part)
        most = 2 * (self.workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
        waiting = iter(parts)
        running: dict[Any, StudyPart] = {}
        while True:
            while len(running) < most and (part := next(waiting, None)) is not None:
                running[task.remote(part)] = part
            if not running:
                return
            for found in ray.wait(list(running))[0]:
                yield running.pop(found), ray.get(found)


def check_backend(workers: int, backend: str) -> None:
    """Raise an error if a study cannot run with these workers or at this place.

    Raises Unknown for no workers or an invalid place, MissingExtra for Ray if it is not installed.
    """
    if workers < 1:
        raise Unknown("At least one process plays.")
    if backend and backend != "ray" and not backend.startswith("ray://"):
        raise Unknown(f"A study runs on processes, on ray, or on ray://HOST:PORT, not on {backend!r}.")
    if backend:
        import_optional("ray", extra="ray")


@contextmanager
def open_executor(workers: int, backend: str) -> Iterator[PlayParts]:
    """Provide a function that plays parts; it can be called several times.

    `backend` is "" for processes, or "ray" or "ray://…" for Ray.
    """
    place = RayExecutor(backend, workers) if backend else ProcessExecutor(workers)
    try:
        yield place.play
    finally:
        place.close()
