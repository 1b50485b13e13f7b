"""`palatine simulate`, `play_setting`, `tournament` and `report`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec

from palatine import registry
from palatine.cli.common import parse_options, parse_pairs, pluralize, progress_printer
from palatine.cli.lists import print_json
from palatine.core import Unknown, Unreadable
from palatine.lab import SelfPlayStudy, complete_setting
from palatine.lab import play_setting as simulated
from palatine.lab.selfplay import NOBODY, SHARED
from palatine.lab.studies import (
    PoolFile,
    StudyPlan,
    load_plan,
    load_tournament,
    match_file,
    pool_lines,
    pool_plan,
    pool_results,
    read_records,
    run_study,
    run_tournament,
    standing_lines,
    write_report,
)
from palatine.matches import file_to_text
from palatine.matches.clock import now
from palatine.matches.files.matchfile import to_dict


def simulate(args: Namespace) -> int:
    """Run `palatine simulate`: let bots play and print how the games ended."""
    if args.games < 1 or args.processes < 1:
        raise Unknown("At least one game is played, by at least one process.")
    game = registry.load(args.game)
    bots = parse_pairs(args.seat, "Who plays a seat")
    setting = complete_setting(game, args.scenario, parse_options(game, args.option), bots, args.seed)
    found = simulated(setting, args.games, min(args.processes, args.games), progress_printer("games"))
    if args.json:
        print_json(msgspec.to_builtins(found))
    else:
        print("\n".join(_lines(game.title, found)))
    return 0


def _lines(title: str, found: SelfPlayStudy) -> list[str]:
    pace = found.decisions / found.seconds if found.seconds else 0
    games = "1 game" if found.games == 1 else f"{found.games} games"
    lines = [
        f"{title}, {found.scenario}: {games}, {found.decisions} decisions in {found.seconds:.1f} s "
        f"({pace:.0f} a second)"
    ]
    rows = [(f"{seat} ({bot})", found.wins[seat], found.margins[seat]) for seat, bot in found.seats.items()]
    apart = [(SHARED, found.shared), *([(NOBODY, found.nobody)] if found.nobody else [])]
    for name, count, margins in [*rows, *[(name, count, found.margins[name]) for name, count in apart]]:
        how = ", ".join(f"{margin} {times}" for margin, times in sorted(margins.items(), key=lambda each: -each[1]))
        lines.append(f"  {name}: {count}" + (f" ({how})" if how else ""))
    return lines


def study(args: Namespace) -> int:
    """Run `palatine study`: play the missing games and print where the records are."""
    plan = load_plan(Path(args.file))
    return _one_match(args, plan) if args.match else _run(args, plan, run_study)


def tournament(args: Namespace) -> int:
    """Run `palatine tournament`: play the missing games and print the standings."""
    if args.pool:
        return _pool(args)
    plan = load_tournament(Path(args.file))
    return _one_match(args, plan) if args.match else _run(args, plan, run_tournament)


def _pool(args: Namespace) -> int:
    """Play the missing games of a pool and print the results, each bot's worst first."""
    options = parse_options(registry.load(args.file), args.option)
    asked = PoolFile(
        args.file, tuple(args.bot), tuple(args.member), args.scenario, args.seats, options, args.games, args.seed
    )
    plan, pool = pool_plan(asked)
    if args.match:
        return _one_match(args, plan)
    folder = Path(args.to or f"{args.file}-pool.records")
    file = _played(plan, folder, args, run_study)
    if file is None:
        return 130
    print("\n".join(pool_lines(pool_results(pool, read_records(file)))))
    return 0


def report(args: Namespace) -> int:
    """Run `palatine report`: write a page about the records of a study or tournament."""
    place = Path(args.records)
    page = Path(args.to) if args.to else (place if place.name else place.resolve()).with_suffix(".html")
    charts = Path(args.charts) if args.charts else None
    games = write_report(place, page, charts)
    print(f"{pluralize(games, 'game')} told in {page}." + (f" The charts are in {charts}." if charts else ""))
    return 0


def _run(args: Namespace, plan: StudyPlan, play: Callable[..., Path]) -> int:
    folder = Path(args.to) if args.to else Path(args.file).with_suffix(".records")
    file = _played(plan, folder, args, play)
    if file is None:
        return 130
    for line in standing_lines(folder) if plan.tournament else ():
        print(line)
    if not plan.tournament:
        print(f"{pluralize(plan.games, 'game')} of {pluralize(len(plan.settings), 'setting')} in {file}.")
    return 0


def _played(plan: StudyPlan, folder: Path, args: Namespace, play: Callable[..., Path]) -> Path | None:
    """Play the missing games and return the file of the records; None if the user interrupts."""
    try:
        return play(plan, folder, args.workers, args.on, progress_printer("games"))
    except KeyboardInterrupt:
        print(f"\nStopped. The same command goes on from here; what was played is in {folder}.", file=sys.stderr)
        return None


def _one_match(args: Namespace, plan: StudyPlan) -> int:
    text = file_to_text(to_dict(match_file(plan, args.match, now())))
    if not args.to:
        print(text, end="")
        return 0
    try:
        Path(args.to).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"{args.to} cannot be written: {error.strerror or error}.") from error
    return 0
