"""A study spread over what there is: this process, processes, a Ray cluster. A worker that dies costs time alone."""

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
from palatine.optional_imports import needed

Done = tuple[StudyPart, list[StudyGame]]
Spread = Callable[[Sequence[StudyPart]], Iterator[Done]]
TRIES = 3
"""So often the processes may die, without a part being done in between, before the study gives up."""


class Processes:
    """So many processes of this machine, begun when they are first needed; with one, this process itself. When one dies
    the others' results are kept and it goes on."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._pool: ProcessPoolExecutor | None = None

    def play(self, parts: Sequence[StudyPart]) -> Iterator[Done]:
        """The parts as they are done. Raises PalatineError when processes die again and again."""
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
            if deaths == TRIES:
                raise PalatineError("The processes that play die again and again; what they have played is kept.")

    def close(self) -> None:
        """End the processes, once they are through with what they are at."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)
            self._pool = None

    def _until_one_dies(self, parts: Sequence[StudyPart]) -> Iterator[Done]:
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


class Cluster:
    """A Ray cluster, at `ray://HOST:PORT`, or with "ray" on this machine, joined when it is first needed. Ray plays a
    part anew whose worker or machine died."""

    def __init__(self, address: str, workers: int = 0) -> None:
        """Raises MissingExtra without Ray."""
        (self.ray,) = needed("ray", extra="ray")
        self.address = address
        self.workers = workers
        self._is_joined = False

    def play(self, parts: Sequence[StudyPart]) -> Iterator[Done]:
        """The parts as they are done. Raises PalatineError when the cluster cannot be reached or is lost."""
        if not parts:
            return
        self._join()
        try:
            yield from self._played(parts)
        except (self.ray.exceptions.RayError, ConnectionError) as error:  # the second where its head is gone
            raise PalatineError(f"The Ray cluster was lost; what it has played is kept: {error}") from error

    def close(self) -> None:
        """Leave it."""
        if self._is_joined:
            self.ray.shutdown()
            self._is_joined = False

    def _join(self) -> None:
        if self._is_joined:
            return
        is_here = self.address == "ray"
        here: dict[str, Any] = {  # one of its own, whatever cluster this machine may be of
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

    def _played(self, parts: Sequence[StudyPart]) -> Iterator[Done]:
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


def check_place(workers: int, on: str) -> None:
    """Raise Unknown for no workers or for what is no place to play at, MissingExtra for Ray where it is not."""
    if workers < 1:
        raise Unknown("At least one process plays.")
    if on and on != "ray" and not on.startswith("ray://"):
        raise Unknown(f"A study runs on processes, on ray, or on ray://HOST:PORT, not on {on!r}.")
    if on:
        needed("ray", extra="ray")


@contextmanager
def spread(workers: int, on: str) -> Iterator[Spread]:
    """Plays parts, as often as there are some, in the same place: `on` "" in processes, "ray" or "ray://…" by Ray."""
    place = Cluster(on, workers) if on else Processes(workers)
    try:
        yield place.play
    finally:
        place.close()
