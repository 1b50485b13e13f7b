"""`python -m palatine.testing`: fuzz games, mutate rules, check lessons and chances, and more."""

from __future__ import annotations

import os
import sys
import time
from argparse import ArgumentParser, Namespace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from palatine.core import Game
from palatine.registry import games
from palatine.testing.chances import check_chances
from palatine.testing.completeness import write_all
from palatine.testing.fuzzer import MAX_DECISIONS, find_game, load_finding, pluralize_findings, replay_finding
from palatine.testing.playthroughs import try_lessons
from palatine.testing.sample import NO_CHECKS, find_checks
from palatine.testing.soak import Progress, game_digest, has_endgame, run_endgame, run_soak, run_soak_jobs, summary


def main(arguments: list[str] | None = None) -> int:
    """Run one of the subcommands; return 1 if it fails or the fuzzer has found something."""
    given = _parser().parse_args(arguments)
    code: int = given.run(given)
    return code


def _parser() -> ArgumentParser:
    parser = ArgumentParser(prog="python -m palatine.testing", description=__doc__)
    jobs = parser.add_subparsers(required=True)
    fuzz = jobs.add_parser("fuzz", help="play many random games roughly, and save what is found")
    fuzz.set_defaults(run=_fuzz)
    fuzz.add_argument("game", nargs="*", help="default: all")
    fuzz.add_argument("--games", type=int, default=10_000)
    fuzz.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    fuzz.add_argument("--seed", default="0")
    fuzz.add_argument("--limit", type=int, default=MAX_DECISIONS)
    fuzz.add_argument("--findings", type=Path, default=Path("findings"))
    endgame = jobs.add_parser("endgame", help="play on from late positions, and save what is found")
    endgame.set_defaults(run=_endgame)
    endgame.add_argument("game", nargs="*", help="default: all whose tests make such positions")
    endgame.add_argument("--positions", type=int, default=20_000)
    endgame.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    endgame.add_argument("--seed", default="0")
    endgame.add_argument("--findings", type=Path, default=Path("findings"))
    replay = jobs.add_parser("replay", help="play a finding again")
    replay.set_defaults(run=_replay)
    replay.add_argument("finding", type=Path)
    soak = jobs.add_parser("soak", help="fuzz, hold laws and change data with new seeds until time is up")
    soak.set_defaults(run=_soak_for_minutes)
    soak.add_argument("game", nargs="*", help="default: all")
    soak.add_argument("--minutes", type=float, default=30)
    soak.add_argument("--processes", type=int, default=os.cpu_count() or 2)
    soak.add_argument("--seed", default=date.today().isoformat(), help="default: today")
    soak.add_argument("--findings", type=Path, default=Path("findings"))
    digests = jobs.add_parser("digest", help="a number for each random game, the same in every process")
    digests.set_defaults(run=_digest)
    digests.add_argument("game")
    digests.add_argument("decisions", type=int)
    digests.add_argument("seeds", nargs="*")
    lesson = jobs.add_parser("lesson", help="play lessons by their scripts, and say where they fail")
    lesson.set_defaults(run=_lesson)
    lesson.add_argument("game")
    lesson.add_argument("lesson", nargs="?", default="", help="default: all of the game")
    chances = jobs.add_parser("chances", help="compare the chances and losses that a game shows with plays")
    chances.set_defaults(run=_chances)
    chances.add_argument("game", nargs="*", help="default: all")
    chances.add_argument("--plays", type=int, default=1_000, help="of each action or order")
    chances.add_argument("--kinds", type=int, default=5, help="different chances of a kind of action, at most")
    chances.add_argument("--seed", type=int, default=0)
    coverage = jobs.add_parser("coverage", help="write which clauses have tests, to be built into a wheel")
    coverage.set_defaults(run=_coverage)
    coverage.add_argument("tests", type=Path, help="the folder of all tests")
    mutants = jobs.add_parser("mutants", help="change the rules of games, print what their tests miss")
    mutants.set_defaults(run=_mutants)
    mutants.add_argument("game", nargs="*", help="default: all")
    mutants.add_argument("--number", type=int, default=300, help="mutants of each game")
    mutants.add_argument("--seed", default="0")
    mutants.add_argument("--tests", type=Path, nargs="*", help="folders of the game's tests, first to last")
    return parser


def _soak_for_minutes(given: Namespace) -> int:
    """Print and save all findings. Always return 0: new seeds may find old errors."""
    for line in run_soak_jobs(given.game or games(), given.minutes, given.processes, given.seed, given.findings):
        print(line, flush=True)
    return 0


def _digest(given: Namespace) -> int:
    game = find_game(given.game)
    print("\n".join(game_digest(game, seed, given.decisions) for seed in given.seeds))
    return 0


def _lesson(given: Namespace) -> int:
    told = list(try_lessons(find_game(given.game), given.lesson))
    print("\n\n".join(told) or "There is no such lesson.")
    return 0 if told and all(each.endswith("Good.") for each in told) else 1


def _coverage(given: Namespace) -> int:
    for path in write_all(given.tests):
        print(path)
    return 0


def _chances(given: Namespace) -> int:
    """Return 1 if plays contradict a chance or a loss that is shown."""
    code = 0
    for game in [find_game(name) for name in given.game or games()]:
        report = check_chances(game, given.plays, given.kinds, given.seed)
        print(report, flush=True)
        code = max(code, bool(report.wrong))
    return code


def _mutants(given: Namespace) -> int:
    """Return 1 if more than 2 % of the mutants survive."""
    from palatine.testing.mutants import survivors  # pytest is a development dependency.

    code = 0
    for name in given.game or games():
        found = survivors(find_game(name), given.number, given.seed, partial(print, flush=True), given.tests or ())
        code = max(code, 50 * len(found) > given.number)
    return code


def _fuzz(given: Namespace) -> int:
    return max([_soak(find_game(name), given) for name in given.game or games()], default=0)


def _soak(game: Game[Any], given: Namespace) -> int:
    if find_checks(game) is NO_CHECKS:
        print(f"{game.title}: no checks here, so invariants are not checked", file=sys.stderr)
    begun = time.monotonic()
    results = run_soak(
        game,
        given.games,
        given.processes,
        given.seed,
        given.findings,
        given.limit,
        _progress_printer(game.title, begun),
    )
    print(f"{game.title}: {summary(results)} in {time.monotonic() - begun:.0f} s")
    return 1 if any(result.finding for result in results) else 0


def _endgame(given: Namespace) -> int:
    code = 0
    for game in [find_game(name) for name in given.game or games()]:
        if not has_endgame(game):
            continue
        begun = time.monotonic()
        told = _progress_printer(game.title, begun, "positions")
        results = run_endgame(game, given.positions, given.processes, given.seed, given.findings, told)
        print(f"{game.title}, late positions: {summary(results)} in {time.monotonic() - begun:.0f} s")
        code = max(code, any(result.finding for result in results))
    return code


def _replay(given: Namespace) -> int:
    """Replay a finding; one that still crashes raises its exception."""
    state = replay_finding(given.finding, lambda _, action: print(action))
    print(f"{load_finding(given.finding)}\nPlayed again to the end; now is asked: {state.flow[-1:]}")
    return 0


def _progress_printer(title: str, begun: float, what: str = "games") -> Progress:
    """Return a function that prints progress to stderr.

    On a terminal it overwrites the line; elsewhere it prints a line per minute.
    """
    last = [begun]

    def tell(done: int, wanted: int, found: int) -> None:
        now = time.monotonic()
        if now - last[0] < (0.2 if sys.stderr.isatty() else 60) and done < wanted:
            return
        last[0] = now
        left = (now - begun) / done * (wanted - done)
        end = "\r" if sys.stderr.isatty() and done < wanted else "\n"
        print(
            f"{title}: {done} of {wanted} {what}, {pluralize_findings(found)}, {left:.0f} s left ",
            end=end,
            file=sys.stderr,
        )

    return tell


if __name__ == "__main__":
    sys.exit(main())
