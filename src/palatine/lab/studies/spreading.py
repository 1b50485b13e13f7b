"""A study spread over what there is: this process, processes, a Ray cluster. A worker that dies costs time alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from palatine.core import PalatineError, Unknown
from palatine.extras import needed
from palatine.lab.studies.games import GameRecord, play_part
from palatine.lab.studies.plans import Part

Done = tuple[Part, list[GameRecord]]
TRIES = 3
"""So often the processes may die, without a part being done in between, before the study gives up."""


def in_processes(parts: Sequence[Part], workers: int) -> Iterator[Done]:
    """The parts as they are done, by so many processes; when one dies the others' results are kept and it goes on.

    Raises PalatineError when processes die again and again.
    """
    if workers < 2:
        yield from ((part, play_part(part)) for part in parts)
        return
    left, deaths = {part.name: part for part in parts}, 0
    while left:
        before = len(left)
        for part, records in _until_one_dies(list(left.values()), workers):
            del left[part.name]
            yield part, records
        deaths = deaths + 1 if len(left) == before else 0
        if deaths == TRIES:
            raise PalatineError("The processes that play die again and again; what they have played is kept.")


def _until_one_dies(parts: Sequence[Part], workers: int) -> Iterator[Done]:
    waiting = iter(parts)
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        running: dict[Future[list[GameRecord]], Part] = {}
        try:
            while True:
                while len(running) < 2 * workers and (part := next(waiting, None)) is not None:
                    running[pool.submit(play_part, part)] = part
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    records = future.result()
                    yield running.pop(future), records
        except BrokenProcessPool:
            for future, part in running.items():
                if future.done() and future.exception() is None:
                    yield part, future.result()


def on_ray(parts: Sequence[Part], address: str, workers: int = 0) -> Iterator[Done]:
    """The parts as they are done, on the Ray cluster at `ray://HOST:PORT`, or with "ray" on this machine.

    Ray plays a part anew whose worker or machine died. Raises MissingExtra without Ray, PalatineError when the
    cluster cannot be reached or is lost.
    """
    (ray,) = needed("ray", extra="cluster")
    where: dict[str, Any] = {"address": address} if address != "ray" else {"num_cpus": workers or None}
    try:
        ray.init(include_dashboard=False, log_to_driver=False, **where) if address == "ray" else ray.init(**where)
    except (ConnectionError, ValueError, RuntimeError) as error:
        raise PalatineError(f"The Ray cluster at {address} cannot be reached: {error}") from error
    try:
        yield from _by_ray(ray, parts, workers)
    except ray.exceptions.RayError as error:
        raise PalatineError(f"The Ray cluster was lost; what it has played is kept: {error}") from error
    finally:
        ray.shutdown()


def _by_ray(ray: Any, parts: Sequence[Part], workers: int) -> Iterator[Done]:
    task = ray.remote(max_retries=-1)(play_part)
    most = 2 * (workers or max(1, int(ray.cluster_resources().get("CPU", 1))))
    waiting = iter(parts)
    running: dict[Any, Part] = {}
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
        needed("ray", extra="cluster")


def spread(parts: Sequence[Part], workers: int, on: str) -> Iterator[Done]:
    """The parts as they are done: `on` "" in processes, "ray" or "ray://…" by Ray."""
    return on_ray(parts, on, workers) if on else in_processes(parts, workers)
