"""`palatine simulate`."""

from __future__ import annotations

from argparse import Namespace

import msgspec

from palatine import registry
from palatine.cli.common import options, pairs, progress
from palatine.cli.lists import print_json
from palatine.core import Unknown
from palatine.lab import Study, complete_setting, study


def simulate(given: Namespace) -> int:
    """Let bots play, and print how the games ended."""
    if given.games < 1 or given.processes < 1:
        raise Unknown("At least one game is played, by at least one process.")
    game = registry.load(given.game)
    bots = pairs(given.seat, "Who plays a seat")
    setting = complete_setting(game, given.scenario, options(game, given.option), bots, given.seed)
    found = study(setting, given.games, min(given.processes, given.games), progress("games"))
    if given.json:
        print_json(msgspec.to_builtins(found))
    else:
        print("\n".join(_lines(game.title, found)))
    return 0


def _lines(title: str, found: Study) -> list[str]:
    pace = found.decisions / found.seconds if found.seconds else 0
    games = "1 game" if found.games == 1 else f"{found.games} games"
    lines = [
        f"{title}, {found.scenario}: {games}, {found.decisions} decisions in {found.seconds:.1f} s "
        f"({pace:.0f} a second)"
    ]
    rows = [(f"{seat} ({bot})", found.wins[seat], found.margins[seat]) for seat, bot in found.seats.items()]
    for name, count, margins in [*rows, ("shared", found.shared, found.margins["shared"])]:
        how = ", ".join(f"{margin} {times}" for margin, times in sorted(margins.items(), key=lambda each: -each[1]))
        lines.append(f"  {name}: {count}" + (f" ({how})" if how else ""))
    return lines
