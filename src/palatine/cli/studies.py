"""`palatine simulate`, `study`, `tournament` and `report`."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path

import msgspec

from palatine import registry
from palatine.cli.common import counted, options, pairs, progress
from palatine.cli.lists import print_json
from palatine.core import Unknown, Unreadable
from palatine.lab import SelfPlayStudy, complete_setting
from palatine.lab import study as simulated
from palatine.lab.selfplay import NOBODY, SHARED
from palatine.lab.studies import (
    StudyPlan,
    load_plan,
    load_tournament,
    match_file,
    run_study,
    run_tournament,
    standing_lines,
    write_report,
)
from palatine.matches import file_to_text
from palatine.matches.clock import now
from palatine.matches.files.matchfile import to_dict


def simulate(given: Namespace) -> int:
    """Run `palatine simulate`: let bots play and print how the games ended."""
    if given.games < 1 or given.processes < 1:
        raise Unknown("At least one game is played, by at least one process.")
    game = registry.load(given.game)
    bots = pairs(given.seat, "Who plays a seat")
    setting = complete_setting(game, given.scenario, options(game, given.option), bots, given.seed)
    found = simulated(setting, given.games, min(given.processes, given.games), progress("games"))
    if given.json:
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


def study(given: Namespace) -> int:
    """Run `palatine study`: play the missing games and print where the records are."""
    plan = load_plan(Path(given.file))
    return _one_match(given, plan) if given.match else _run(given, plan, run_study)


def tournament(given: Namespace) -> int:
    """Run `palatine tournament`: play the missing games and print the standings."""
    plan = load_tournament(Path(given.file))
    return _one_match(given, plan) if given.match else _run(given, plan, run_tournament)


def report(given: Namespace) -> int:
    """Run `palatine report`: write a page about the records of a study or tournament."""
    place = Path(given.records)
    page = Path(given.to) if given.to else (place if place.name else place.resolve()).with_suffix(".html")
    charts = Path(given.charts) if given.charts else None
    games = write_report(place, page, charts)
    print(f"{counted(games, 'game')} told in {page}." + (f" The charts are in {charts}." if charts else ""))
    return 0


def _run(given: Namespace, plan: StudyPlan, play: Callable[..., Path]) -> int:
    folder = Path(given.to) if given.to else Path(given.file).with_suffix(".records")
    try:
        file = play(plan, folder, given.workers, given.on, progress("games"))
    except KeyboardInterrupt:
        print(f"\nStopped. The same command goes on from here; what was played is in {folder}.", file=sys.stderr)
        return 130
    for line in standing_lines(folder) if plan.tournament else ():
        print(line)
    if not plan.tournament:
        print(f"{counted(plan.games, 'game')} of {counted(len(plan.settings), 'setting')} in {file}.")
    return 0


def _one_match(given: Namespace, plan: StudyPlan) -> int:
    text = file_to_text(to_dict(match_file(plan, given.match, now())))
    if not given.to:
        print(text, end="")
        return 0
    try:
        Path(given.to).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Unreadable(f"{given.to} cannot be written: {error.strerror or error}.") from error
    return 0
