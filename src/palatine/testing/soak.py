"""Soak runs: fuzzed games, late positions, laws and changed data, with new seeds.

A finding is saved as a file that can be replayed. Move it to `tests/testing/cases` to make it a regression test.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from hashlib import blake2b
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from itertools import chain, cycle
from multiprocessing import get_context
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec

import palatine
from palatine.core import Game
from palatine.testing.conformance import conformance
from palatine.testing.fuzzer import (
    ENDGAME_VERB,
    MAX_DECISIONS,
    FoundError,
    Fuzzer,
    FuzzFinding,
    FuzzResult,
    OrdersFuzzer,
    find_game,
    game_reference,
    pluralize_findings,
    replay_decision,
)
from palatine.testing.sample import ACTIONS_PER_SHEET, find_checks, random_decision, random_setup, setups

# Many games

Progress = Callable[[int, int, int], None]
"""A callback with the numbers of games played, games wanted and findings so far."""


def fuzz_one(job: tuple[str, str, int]) -> FuzzResult:
    """Fuzz one game; a job is the game's name, the seed and the limit."""
    name, seed, limit = job
    game = find_game(name)
    kind = OrdersFuzzer if game.orders else Fuzzer
    return kind(game, seed).run(limit)


def run_soak(
    game: Game[Any],
    games: int = 10_000,
    processes: int = 2,
    seed: object = 0,
    folder: Path | None = None,
    limit: int = MAX_DECISIONS,
    progress: Progress | None = None,
) -> list[FuzzResult]:
    """Fuzz `games` games with different seeds; return the results in order of seeds.

    Findings are saved in `folder`.
    """
    name = game_reference(game)
    queue = [(name, f"{seed}/{number}", limit) for number in range(games)]
    results: list[FuzzResult] = []
    _collect(parallel_map(fuzz_one, queue, processes), results, games, folder, progress)
    return results


def run_endgame(
    game: Game[Any],
    positions: int,
    processes: int = 2,
    seed: object = 0,
    folder: Path | None = None,
    progress: Progress | None = None,
) -> list[FuzzResult]:
    """Play from at least `positions` late positions; return the results.

    Findings are saved in `folder`.
    """
    name = game_reference(game)
    results: list[FuzzResult] = []
    batches = -(-positions // MUTATED_COPIES)
    for attempt in range(ATTEMPTS):
        if len(results) < positions:
            queue = [(name, f"{seed}/{attempt * batches + each}") for each in range(batches)]
            played = chain.from_iterable(parallel_map(fuzz_endgame, queue, processes))
            _collect(played, results, positions, folder, progress)
    return results


def _collect(
    played: Iterable[FuzzResult],
    results: list[FuzzResult],
    wanted: int,
    folder: Path | None,
    progress: Progress | None,
) -> None:
    found = sum([each.finding is not None for each in results])
    for result in played:
        results.append(result)
        if result.finding is not None:
            found += 1
            if folder is not None:
                result.finding.save(folder)
        if progress is not None:
            progress(len(results), max(wanted, len(results)), found)


def parallel_map(work: Callable[[Any], Any], jobs: list[Any], processes: int) -> Iterator[Any]:
    """Yield the results of `work` for all jobs in order, computed by several processes."""
    if processes < 2 or len(jobs) < 2:
        yield from map(work, jobs)
        return
    chunk = max(1, min(16, len(jobs) // (8 * processes)))
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        yield from pool.map(work, jobs, chunksize=chunk)


def summary(results: Iterable[FuzzResult]) -> str:
    """Return a summary of results, in several lines."""
    rows = list(results)
    lengths = sorted(row.decisions for row in rows) or [0]
    outcomes = Counter(row.outcome for row in rows if row.finding is None)
    middle = lengths[len(lengths) // 2]
    lines = [f"{len(rows)} games, {sum(lengths)} decisions; median {middle}, most {lengths[-1]}"]
    lines += [f"{number:6} {outcome}" for outcome, number in outcomes.most_common(12)]
    findings = [row.finding for row in rows if row.finding is not None]
    lines += [str(finding) for finding in findings[:20]]
    return "\n".join([*lines, pluralize_findings(len(findings))])


def game_digest(game: Game[Any], seed: object, decisions: int) -> str:
    """Return a hash of a random game: its actions, journal entries, views and states."""
    random = Random(str(seed))
    setup = random_setup(game, random)
    state = setup.start(game, str(seed).encode())
    mark = blake2b(str(setup).encode(), digest_size=16)
    for number in range(decisions):
        if not game.actors(state):
            break
        seat, action = random_decision(game, state, random)
        state.journal = []
        game.take(state, seat, action)
        mark.update(repr(action).encode() + msgspec.json.encode(state.journal) + game.encode(state))
        if number % 20 == 0:
            views = [game.view(state, each) for each in (*state.seats, None)]
            dealt = [game.encode(game.determinize(state, each, b"d")) for each in state.seats]
            mark.update(msgspec.json.encode(views) + b"".join(dealt))
    return mark.hexdigest()


def assert_same_in_two_processes(game: Game[Any], seeds: Iterable[int] = range(3), decisions: int = 500) -> None:
    """Assert that two processes with different hash seeds play identical random games."""
    wanted = [str(seed) for seed in seeds]
    command = [sys.executable, "-m", "palatine.testing", "digest", game_reference(game), str(decisions), *wanted]
    told = []
    for hash_seed in ("1", "4242"):
        around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONHASHSEED": hash_seed}
        run = subprocess.run(command, env=around, capture_output=True, text=True, check=False)
        assert run.returncode == 0, run.stderr
        told.append(run.stdout.split())
    different = [seed for seed, one, other in zip(wanted, *told, strict=True) if one != other]
    assert not different, f"the games of the seeds {', '.join(different)} differ between two processes"


# Late positions: one unit or character left, empty hands, full stacks, last turns.
# `GameChecks.mutate_to_endgame` changes copies of a random game, and play continues from each with all checks.

MAX_DECISIONS_BEFORE = 400
"""Maximum number of decisions before a game is mutated."""
DECISIONS_AFTER = 60
"""Number of decisions from a mutated position, multiplied by 1 to 3."""
MUTATED_COPIES = 25
"""Number of mutated copies of one game."""
ATTEMPTS = 4
"""Number of batches of games tried to reach enough positions."""
MAX_WAIT_DECISIONS = 40
"""Maximum number of decisions until a moment at which the game can be mutated."""
MAX_SECONDS = 60
"""Seconds after which a mutated position counts as endless."""
ILLEGAL_INPUT_RATE = 0.02


def has_endgame(game: Game[Any]) -> bool:
    """Return whether the game's checks can make late positions."""
    return find_checks(game).mutate_to_endgame is not None


def fuzz_endgame(job: tuple[str, str]) -> list[FuzzResult]:
    """Play mutated copies of one random game; return a result for each that could be mutated.

    A job is the game's name and the seed.
    """
    name, seed = job
    game = find_game(name)
    random = Random(seed)
    base, begun = _play_base(game, f"{seed}/base", _decisions(game, random.randrange(MAX_DECISIONS_BEFORE)))
    if begun.finding is None and not game.actors(base.state):
        base, begun = _play_base(game, f"{seed}/base", random.randrange(len(base.actions)))
    if begun.finding is not None:
        return [begun]
    found = (_mutated(base, f"{seed}/{number}", random.getrandbits(32)) for number in range(MUTATED_COPIES))
    return [result for result in found if result is not None]


def _play_base(game: Game[Any], seed: str, decisions: int) -> tuple[Fuzzer, FuzzResult]:
    """Play a random game up to a number of decisions."""
    base = _fuzzer(game, seed)
    with _limit():
        return base, base.run(decisions, stop=True)


def _decisions(game: Game[Any], wanted: int) -> int:
    """Return a number of decisions, lower for secret orders because a sheet counts as several."""
    return wanted // (2 * ACTIONS_PER_SHEET) if game.orders else wanted


def _fuzzer(game: Game[Any], seed: str, rough: float = 0.0, like: Fuzzer | None = None) -> Fuzzer:
    kind = OrdersFuzzer if game.orders else Fuzzer
    return kind(game, seed, like.setup if like else None, rough)


def _mutated(base: Fuzzer, seed: str, mutation: int) -> FuzzResult | None:
    """Play a mutated copy of a game; return None if it could not be mutated."""
    twin = _fuzzer(base.game, seed, ILLEGAL_INPUT_RATE, base)
    twin.take_over(base)
    twin.checks_every_action = True
    with _limit():
        result = twin.watch(lambda: _play_on(twin, mutation))
    is_mutated = any(verb == ENDGAME_VERB for _, verb, _ in twin.actions)
    return result if result.finding or is_mutated else None


def _play_on(twin: Fuzzer, mutation: int) -> str:
    """Mutate a game as soon as the moment allows it, then play."""
    before = twin.game.encode(twin.state)
    for _ in range(MAX_WAIT_DECISIONS):
        if not twin.game.actors(twin.state):
            return ""
        replay_decision(twin.game, twin.state, "", ENDGAME_VERB, mutation)
        if twin.game.encode(twin.state) != before:
            break
        twin.play(1)
        before = twin.game.encode(twin.state)
    else:
        return ""
    twin.actions.append(("", ENDGAME_VERB, mutation))
    twin.run_checks()
    return twin.play(_decisions(twin.game, DECISIONS_AFTER * (1 + mutation % 3)))


@contextmanager
def _limit() -> Iterator[None]:
    """Raise FoundError if the block takes too long."""

    def stop(*_: object) -> None:
        raise FoundError("no end", f"nothing has come of it in {MAX_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, MAX_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


# Changed data: does a validator or the play notice another figure?

TEXT_FILE_PREFIXES = ("clauses", "rulings", "messages", "glossary", "lessons")
"""Prefixes of files in `data/` that contain texts only."""
FIGURE_PATTERN = re.compile(r"(?<![\w.\"'+-])\d+(?![\w.\"'-])")
PLAY_SETTINGS = ("150", "a", "b", "c")
"""Number of decisions, then the seeds of the games played with the changed data."""
CHECK = """
import sys
from palatine.testing.soak import find_validator
sys.exit(1 if find_validator(sys.argv[1])() else 0)
"""


class DataChange(NamedTuple):
    """A changed figure, and what noticed the change ("" if nothing did)."""

    game: str
    place: str
    """File and line."""
    line: str
    figure: str
    other: str
    noticed: str

    def __str__(self) -> str:
        who = self.noticed or "nobody"
        return f"{self.game}, {self.place}: {self.figure} as {self.other} is noticed by {who}: {self.line.strip()}"


def figures(text: str) -> Iterator[tuple[int, re.Match[str]]]:
    """Yield the integers of a TOML file outside strings and comments, with their line indices."""
    for number, line in enumerate(text.splitlines()):
        bare = re.sub(r"#.*|\"[^\"]*\"|'[^']*'", lambda each: " " * len(each[0]), line)
        yield from [(number, match) for match in FIGURE_PATTERN.finditer(bare)]


def mutate_data(game: Game[Any], seed: str) -> DataChange | None:
    """Change one figure of a game's data, chosen by `seed`; return None if the game has none."""
    random = Random(seed)
    folder = Path(str(files(game.package) / "data"))
    known = [path for path in sorted(folder.rglob("*.toml")) if not path.name.startswith(TEXT_FILE_PREFIXES)]
    places = [(path, line, match) for path in known for line, match in figures(path.read_text(encoding="utf-8"))]
    if not places:
        return None
    path, number, match = random.choice(places)
    other = str(max(0, int(match[0]) + random.choice((-1, 1))))
    other = other if other != match[0] else str(int(match[0]) + 1)
    lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
    line = lines[number]
    lines[number] = line[: match.start()] + other + line[match.end() :]
    noticed = _noticed_by(game, path, "".join(lines))
    return DataChange(game.name, f"{path.relative_to(folder)}:{number + 1}", line, match[0], other, noticed)


def _noticed_by(game: Game[Any], path: Path, text: str) -> str:
    """Return what notices a change of a data file: the reader, a validator or the play; else ""."""
    try:
        tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return "the reader"
    top = Path(palatine.__file__).parent
    with TemporaryDirectory() as place:
        for each in top.rglob("*"):
            if each.is_file() and each.suffix != ".pyc":
                copy = Path(place) / "palatine" / each.relative_to(top)
                copy.parent.mkdir(parents=True, exist_ok=True)
                copy.write_text(text, encoding="utf-8") if each == path else copy.symlink_to(each)
        if _python(place, "-c", CHECK, game.package).returncode:
            return "a validator"
        command = ("-m", "palatine.testing", "digest", game_reference(game), *PLAY_SETTINGS)
        played = _python(place, *command)
        return "the play" if played.returncode or played.stdout != _python(str(top.parent), *command).stdout else ""


def _python(source: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    around = {**os.environ, "PYTHONPATH": os.pathsep.join([source, *sys.path])}
    command = [sys.executable, *arguments]
    return subprocess.run(command, env=around, capture_output=True, text=True, check=False)


def find_validator(package: str) -> Any:
    """Return the validation function of a package; without one, a function that returns []."""
    name = f"{package}.validation"
    return import_module(name).validate if find_spec(name) else lambda: []


# Jobs of every kind until time is up

JOB_KINDS = ("fuzz", "laws", "endgame", "fuzz", "laws", "data")
"""Kinds of jobs, in the order in which they are done for each game."""
POSITIONS_PER_JOB = 20
"""Number of positions of one setup tested against the laws in one job."""


class SoakJob(NamedTuple):
    """One job for one game."""

    kind: str
    game: str
    seed: str


def endless_jobs(names: Iterable[str], seed: str) -> Iterator[SoakJob]:
    """Yield jobs of every kind for every game, endlessly, each with its own seed."""
    every = [(kind, name) for kind in JOB_KINDS for name in names]
    for number, (kind, name) in enumerate(cycle(every)):
        yield SoakJob(kind, name, f"{seed}/{number}")


def run_job(job: SoakJob) -> list[FuzzFinding | DataChange]:
    """Do a job; return its findings."""
    game = find_game(job.game)
    if job.kind == "fuzz":
        found = fuzz_one((job.game, job.seed, MAX_DECISIONS)).finding
        return [found] if found is not None else []
    if job.kind == "endgame":
        results = fuzz_endgame((job.game, job.seed)) if has_endgame(game) else []
        return [result.finding for result in results if result.finding is not None]
    if job.kind == "data":
        changed = mutate_data(game, job.seed)
        return [changed] if changed is not None and not changed.noticed else []
    chosen = Random(job.seed).choice(setups(game))
    return [
        *conformance(game, POSITIONS_PER_JOB, job.seed, only=lambda setup: setup == chosen, collect=True).findings
    ]


def run_soak_jobs(names: Iterable[str], minutes: float, processes: int, seed: str, folder: Path) -> Iterator[str]:
    """Work for `minutes` minutes; yield a line for each finding and a summary.

    Findings are saved in `folder`.
    """
    end = time.monotonic() + 60 * minutes
    queue = endless_jobs(tuple(names), seed)
    done = found = 0
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        running: set[Future[Any]] = set()
        while running or time.monotonic() < end:
            while len(running) < processes and time.monotonic() < end:
                running.add(pool.submit(run_job, next(queue)))
            ready, running = wait(running, return_when=FIRST_COMPLETED)
            for each in [thing for future in ready for thing in future.result()]:
                found += isinstance(each, FuzzFinding)
                yield f"{each}\n  saved as {each.save(folder)}" if isinstance(each, FuzzFinding) else str(each)
            done += len(ready)
    yield f"{done} goes with the seed {seed}, {pluralize_findings(found)}"
