"""Mutation testing: change one place in a game's rules and check whether its tests fail.

Neither mutmut nor cosmic-ray fits. Mutmut 3 skips decorated functions, selects tests by function rather than by line,
sends every call of a rule through a wrapper, and runs in a copy of the tree, where tests that read the sources fail.
Cosmic-ray starts a new test process for each mutant, which costs more than the tests themselves. Here one process
collects the tests and records once which lines each test runs. For each mutant it forks a child that replaces one code
object, runs the tests of the changed line, cheapest first, and ends at the first failure.

pytest is needed, and a system that can fork.
"""

from __future__ import annotations

import gc
import os
import resource
import signal
import sys
import time
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import _lru_cache_wrapper
from importlib import import_module
from importlib.resources import files
from itertools import zip_longest
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest

from palatine.core import Game
from palatine.testing.coverage import folder_of_tests
from palatine.testing.mutations import Mutant, MutationSite, Place, codes, place_of, sites

Line = tuple[str, int]
FORK = get_context("fork")
SURVIVED, NOTICED = 0, 3
"""Exit codes of the process of a mutant."""
SECONDS, FACTOR = 2, 2
"""CPU time limit of a mutant: seconds, plus a multiple of its tests' recorded time."""
MEMORY = 4 << 30
"""Memory limit of a mutant, bytes."""


# Running tests


class Runner:
    """A pytest plugin that runs the collected tests in forked processes, one for each mutant."""

    def __init__(self, chosen: Sequence[MutationSite], told: Callable[[str], None]) -> None:
        self.chosen = chosen
        self.told = told
        self.failed = False
        self.survivors: list[MutationSite] | None = None

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config: pytest.Config) -> None:
        config.pluginmanager.unregister(name="terminalreporter")

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if session.testsfailed:
            raise session.Interrupted("tests cannot be collected")
        self.items = session.items
        gc.unfreeze()  # The tests may have frozen what they import, and frozen objects are not found.
        alive = gc.get_objects()
        self.caches = [each for each in alive if isinstance(each, _lru_cache_wrapper)]
        self.functions: dict[Place, list[FunctionType]] = {}
        for each in alive:
            if isinstance(each, FunctionType):
                self.functions.setdefault(place_of(each.__code__), []).append(each)
        self.costs, self.tests = self._record()
        self.survivors = [site for site in self.chosen if not self._is_noticed(site.mutant())]
        return True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed |= report.failed

    def _record(self) -> tuple[list[float], dict[Line, list[int]]]:
        """Run every test once; return the cost of each, and the tests that run each line."""
        receiver, sender = FORK.Pipe(duplex=False)
        process = FORK.Process(target=self._trace, args=(sender,))
        process.start()
        sender.close()
        costs, lines, broken = receiver.recv()
        process.join()
        self.told(f"{len(costs)} tests, {sum(costs):.0f} s of processor when their lines are recorded")
        for name in broken:
            self.told(f"left out, as it fails without a change: {name}")
        tests: dict[Line, list[int]] = {}
        for number in sorted(lines, key=lambda each: costs[each]):
            for line in lines[number]:
                tests.setdefault(line, []).append(number)
        return costs, tests

    def _trace(self, sender: Connection) -> None:
        _quiet(1)
        paths = frozenset(str(site.path) for site in self.chosen)
        caches = [each for each in self.caches if each.__wrapped__.__code__.co_filename in paths]
        costs, lines, broken = [], {}, []
        for number, item in enumerate(self.items):
            for cache in caches:
                cache.cache_clear()
            begun, self.failed, found = time.process_time(), False, set[Line]()
            with _traced(paths, found):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=None)
            costs.append(time.process_time() - begun)
            if self.failed:
                broken.append(item.nodeid)
            else:
                lines[number] = found
        sender.send((costs, lines, broken))

    def _is_noticed(self, mutant: Mutant) -> bool:
        """Return whether a test of the changed lines fails or exceeds its time limit."""
        asked = {test for line in mutant.lines for test in self.tests.get((str(mutant.path), line), ())}
        ordered = sorted(asked, key=lambda each: self.costs[each])
        if any(each.__code__.co_freevars != code.co_freevars for each, code in self._changes(mutant)):
            return True  # Python refuses code that no longer uses `super`.
        process = FORK.Process(target=self._run, args=(mutant, ordered))
        process.start()
        process.join()
        if process.exitcode not in (SURVIVED, NOTICED) and process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"The process of a mutant ended with {process.exitcode}: {mutant}")
        if process.exitcode == SURVIVED:
            self.told(f"{mutant}\n    tests that run it: {len(ordered)}")
        return process.exitcode != SURVIVED

    def _changes(self, mutant: Mutant) -> Iterator[tuple[FunctionType, CodeType]]:
        """Yield the functions that a mutant changes, including inner ones, with their new code."""
        for code in (mutant.changed, *codes(mutant.changed)):
            for each in self.functions.get(place_of(code), ()):
                yield each, code

    def _run(self, mutant: Mutant, ordered: Sequence[int]) -> None:
        _quiet(1, 2)
        seconds = SECONDS + FACTOR * round(sum(self.costs[each] for each in ordered))
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        for each, code in self._changes(mutant):
            each.__code__ = code
        queue = [self.items[each] for each in ordered]
        for item, after in zip_longest(queue, queue[1:]):
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=after)
            if self.failed:
                os._exit(NOTICED)
        os._exit(SURVIVED)


def _quiet(*streams: int) -> None:
    """Discard the output of this process to these file descriptors."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for each in streams:
        os.dup2(nowhere, each)


@contextmanager
def _traced(paths: Collection[str], found: set[Line]) -> Iterator[None]:
    """Add to `found` the lines of these files that run within the context."""

    def inside(frame: FrameType, event: str, _: Any) -> Any:
        if event == "line":
            found.add((frame.f_code.co_filename, frame.f_lineno))
        return inside

    def outside(frame: FrameType, event: str, _: Any) -> Any:
        return inside if frame.f_code.co_filename in paths else None

    sys.settrace(outside)
    try:
        yield
    finally:
        sys.settrace(None)


# Trying mutants


def survivors(
    game: Game[Any], number: int, seed: str, told: Callable[[str], None], tests: Sequence[Path] = ()
) -> list[MutationSite]:
    """Try `number` changes of the rules, chosen by `seed`; return those that no test notices.

    `tests` are the folders of the game's tests: by default the tests of its rules, then all others of this working
    copy. The tests of a folder try only the changes that earlier folders have not noticed. `told` is called with
    progress messages.
    """
    folders = tests or _folders(game)
    rules = Path(str(files(game.package) / "rules"))
    paths = sorted(rules.rglob("*.py"))
    every = [site for path in paths for site in sites(path)]
    left = Random(f"{game.name} {seed}").sample(every, min(number, len(every)))
    left.sort(key=lambda site: (site.path, site.slot.statement.lineno))
    told(f"{game.name}: {len(left)} of {len(every)} mutants, seed {seed}")
    for path in paths:
        name = ".".join((f"{game.package}.rules", *path.relative_to(rules).with_suffix("").parts))
        import_module(name.removesuffix(".__init__"))
    for place, folder in enumerate(folders):
        begun = time.monotonic()
        left = _surviving(left, folder, folders[:place], told)
        told(f"{game.name}: {len(left)} survive {folder}, in {time.monotonic() - begun:.0f} s")
    return left


def _folders(game: Game[Any]) -> list[Path]:
    folder = folder_of_tests(game)
    if folder is None:
        raise FileNotFoundError(f"No tests of {game.name} here. Name their folder.")
    return [folder / "rules", folder]


def _surviving(
    chosen: Sequence[MutationSite], folder: Path, others: Iterable[Path], told: Callable[[str], None]
) -> list[MutationSite]:
    """Return the changes that no test in a folder notices; `others` are not run."""
    runner = Runner(chosen, told)
    with TemporaryDirectory() as place, pytest.MonkeyPatch.context() as patched:
        patched.setenv("HYPOTHESIS_STORAGE_DIRECTORY", place)
        patched.delenv("PALATINE_SOAK_MINUTES", raising=False)
        options = ["-s", "-p", "no:cacheprovider", f"--basetemp={place}/tests"]
        ignored = [f"--ignore={each}" for each in others]
        code = pytest.main([str(folder), *options, *ignored], plugins=[runner])
    if runner.survivors is None:
        raise RuntimeError(f"pytest cannot run the tests in {folder}: {code}")
    return runner.survivors
