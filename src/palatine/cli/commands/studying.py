"""Argument parsers of the commands for match files, rules and studies."""

from __future__ import annotations

import os
from typing import Any

from palatine.cli.commands.options import (
    add_command,
    add_database_option,
    add_json_option,
    add_setup_options,
    whole_number_type,
)


def _simulate(commands: Any) -> None:
    one = add_command(commands, "simulate", "studies:simulate", "Let bots play many games and count how they end")
    one.add_argument("game", metavar="GAME", help="the game")
    one.add_argument("--games", type=int, default=100, metavar="N", help="how many games (default: 100)")
    one.add_argument("--seed", default="0", metavar="K", help="fixes every game, however many processes play")
    one.add_argument(
        "--seat", action="append", default=[], metavar="SEAT=BOT", help="who plays a seat (default: recruits)"
    )
    one.add_argument(
        "--processes",
        type=int,
        default=os.cpu_count() or 1,
        metavar="P",
        help="how many at once (default: a core each)",
    )
    add_json_option(one)
    add_setup_options(one)


def _replay(commands: Any) -> None:
    one = add_command(commands, "replay", "files:replay", "Tell a match from its file, or show it at one action")
    one.add_argument("file", metavar="FILE", help="a match file, a finding of the fuzzer, or the file of a failure")
    one.add_argument("--at", type=int, metavar="N", help="show the position after N actions")
    one.add_argument("--seat", help="with the eyes of a seat (default: of the referee)")


def _verify(commands: Any) -> None:
    one = add_command(commands, "verify", "files:verify", "Check the dice and every action of a match file")
    one.add_argument("file", metavar="FILE", help="a match file")


def _clauses(commands: Any) -> None:
    one = add_command(commands, "clauses", "lists:clauses", "Which clauses of a rulebook have code and tests")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game (default: all)")
    one.add_argument("clause", nargs="?", metavar="CLAUSE", help="tell this one alone, with code, tests, rulings")
    add_json_option(one)


def _steps(commands: Any) -> None:
    one = add_command(commands, "steps", "lists:steps", "List a game's steps with rules, preview and bot")
    one.add_argument("game", metavar="GAME", help="the game")
    add_json_option(one)


def _validate(commands: Any) -> None:
    one = add_command(commands, "validate", "lists:validate", "Check a game's data against its rulebook")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game (default: all that have such checks)")


def _export(commands: Any) -> None:
    one = add_command(commands, "export", "files:export", "Write a match as a portable file")
    one.add_argument("match", metavar="MATCH", help="the match, by its id")
    one.add_argument("--to", metavar="FILE", help="where to (default: standard output)")
    one.add_argument("--key", help="the key to your seat, for a match still being played")
    add_database_option(one)


def _records(commands: Any) -> None:
    one = add_command(commands, "records", "records:records", "Write finished matches as rows for statistics")
    one.add_argument("file", nargs="*", metavar="FILE", help="match files (default: all matches of the database)")
    one.add_argument("--to", required=True, metavar="FILE", help="where to: a name ending in .jsonl or .parquet")
    one.add_argument(
        "--each",
        choices=("match", "record"),
        default="match",
        help="a row for each match, or for each record of their logs (default: match)",
    )
    one.add_argument("--game", help="matches of this game alone")
    add_database_option(one)


def _import(commands: Any) -> None:
    one = add_command(commands, "import", "files:import_", "Keep a finished match from its file")
    one.add_argument("file", metavar="FILE", help="a match file")
    add_database_option(one)


def _new_game(commands: Any) -> None:
    one = add_command(
        commands, "new-game", "new_game:new_game", "Copy an example as a package of its own, for a new game"
    )
    one.add_argument("name", metavar="NAME", help="the name of the new game, as in salt-road")
    kind = one.add_mutually_exclusive_group()
    kind.add_argument("--hexes", action="store_true", help="a wargame on a hex map, with hidden units and a bot")
    kind.add_argument("--orders", action="store_true", help="a game of secret orders instead of single actions")
    one.add_argument("--folder", metavar="FOLDER", help="where to (default: a folder of its name, here)")


def _study(commands: Any) -> None:
    one = add_command(
        commands, "study", "studies:study", "Play the games of a study, or go on with it, and keep records"
    )
    one.add_argument("file", metavar="FILE", help="the study, a TOML file")
    _spread_options(one)


def _tournament(commands: Any) -> None:
    one = add_command(
        commands, "tournament", "studies:tournament", "Let bots meet until it is settled which is the stronger"
    )
    one.add_argument("file", metavar="FILE", help="the tournament, a TOML file; with --pool, a game")
    one.add_argument("--pool", action="store_true", help="play every member of the game's pool, worst result first")
    one.add_argument("--bot", action="append", default=[], metavar="BOT", help="with --pool: bot to test (captain)")
    one.add_argument(
        "--member",
        action="append",
        default=[],
        metavar="BOT",
        help="with --pool: only this member; may be repeated",
    )
    one.add_argument(
        "--games", type=whole_number_type(1), default=100, metavar="N", help="with --pool: games a seat (100)"
    )
    one.add_argument("--seed", default="0", metavar="K", help="with --pool: fixes every game")
    one.add_argument(
        "--seats", type=whole_number_type(2), default=0, metavar="N", help="with --pool: how many seats"
    )
    add_setup_options(one)
    _spread_options(one)


def _report(commands: Any) -> None:
    one = add_command(commands, "report", "studies:report", "Make a page of the records of a study or a tournament")
    one.add_argument("records", metavar="FOLDER", help="the records, as a study or a tournament leaves them")
    one.add_argument("--to", metavar="FILE", help="where to (default: beside the records, as .html)")
    one.add_argument("--charts", metavar="FOLDER", help="also write each chart as SVG, PNG and CSV")


def _spread_options(one: Any) -> None:
    one.add_argument("--to", metavar="FOLDER", help="where records go (default: beside the file, as .records)")
    one.add_argument(
        "--workers",
        type=int,
        default=os.cpu_count() or 1,
        metavar="N",
        help="how many processes play (default: a core each)",
    )
    one.add_argument(
        "--on", default="", metavar="PLACE", help="where: ray, or ray://HOST:PORT (default: processes)"
    )
    one.add_argument(
        "--match", metavar="GAME", help="only write one game, as in 0/17, as a match file (--to FILE: into it)"
    )


PARSER_BUILDERS = (
    _simulate, _study, _tournament, _report, _replay, _verify, _clauses, _steps, _validate, _export, _records, _import,
    _new_game,
)  # fmt: skip
"""Functions that each add the parser of a command."""
