"""The command `palatine`: what it is asked, and how it fails."""

from __future__ import annotations

import os
import sys
from argparse import ArgumentParser, Namespace
from importlib import import_module
from typing import Any, NoReturn

from palatine import __version__
from palatine.core import PalatineError

FAILED = 2
"""The exit code of anything that could not be done."""


class Parser(ArgumentParser):
    """Complains in one line."""

    def error(self, message: str) -> NoReturn:
        self.exit(FAILED, f"{self.prog}: {message}\n")


def main(arguments: list[str] | None = None) -> int:
    """Do what the arguments say and return the exit code: 0, 1 for findings, 2 for what could not be done."""
    given = parser().parse_args(arguments)
    module, _, function = given.run.partition(":")
    try:
        code: int = getattr(import_module(f"palatine.cli.{module}"), function)(given)
        sys.stdout.flush()
        return code
    except PalatineError as error:
        return _complain(given, str(error))
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        return _complain(given, f"{error.filename or 'the system'}: {error.strerror or error}")
    except Exception as error:
        return _complain(given, f"an unexpected error, {type(error).__name__}: {error} (--debug shows where)")


def _complain(given: Namespace, text: str) -> int:
    if given.debug:
        raise
    print(f"palatine: {' '.join(text.split())}", file=sys.stderr)
    return FAILED


def parser() -> Parser:
    """All commands and what they take."""
    top = Parser(prog="palatine", description="A referee for classic fantasy wargames.")
    top.add_argument("--version", action="version", version=f"palatine {__version__}")
    top.set_defaults(debug=False)
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for add in (_games, _serve, _play, _matches, _simulate, _replay, _verify, _audit, _stuck, _clauses, _export):
        add(commands)
    for add in (_import, _jobs, _people, _post, _orders, _turn, _new_game, _learn):
        add(commands)
    return top


def _command(commands: Any, name: str, run: str, text: str) -> Any:
    one = commands.add_parser(name, help=text, description=f"{text}.")
    one.set_defaults(run=run)
    one.add_argument("--debug", action="store_true", help="show where an error comes from")
    return one


def _database(one: Any) -> None:
    one.add_argument(
        "--database",
        metavar="PLACE",
        help="a database URL, a file, or :memory: (default: $PALATINE_DATABASE, or a file in your data folder)",
    )


def _setup(one: Any) -> None:
    one.add_argument("--scenario", help="the scenario (default: the game's first)")
    one.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of setup; may be repeated"
    )


def _games(commands: Any) -> None:
    one = _command(commands, "games", "lists:games", "List the games, their scenarios, seats, options and bots")
    one.add_argument("--json", action="store_true")


def _serve(commands: Any) -> None:
    one = _command(commands, "serve", "playing:serve", "Serve the lobby and all matches to browsers")
    one.add_argument("--host", default="127.0.0.1")
    one.add_argument("--port", type=int, default=8080)
    one.add_argument("--no-browser", action="store_true", help="open no browser")
    one.add_argument(
        "--config", metavar="FILE", help="the settings (default: $PALATINE_CONFIG, or palatine.toml here)"
    )
    one.add_argument(
        "--name",
        action="append",
        default=[],
        help="a name it is called by, such as play.example.org; may be repeated",
    )
    one.add_argument(
        "--mail", choices=("demo",), help="try mail out: with a mail server of its own, /post/demo shows it"
    )
    _database(one)


def _jobs(commands: Any) -> None:
    one = _command(commands, "jobs", "jobs:jobs", "List the server's jobs that failed too often")
    one.add_argument("--again", metavar="KEY", help="have one of them tried again")
    _database(one)


def _people(commands: Any) -> None:
    deeds = _group(commands, "people", "Keep order in a house that others come to")
    _database(_command(deeds, "rerate", "people:rerate", "Reckon all ratings anew from the results"))
    for deed, text in (
        ("warn", "Tell somebody that it must not happen again"),
        ("mute", "Keep somebody from talking until a day"),
        ("bar", "Keep somebody from open tables until a day"),
        ("suspend", "Keep somebody from everything until a day"),
        ("close", "Close somebody's account"),
        ("lift", "Take back what somebody is kept from"),
    ):
        one = _command(deeds, deed, "people:bar", text)
        one.set_defaults(deed=deed, until="")
        one.add_argument("name", metavar="NAME")
        one.add_argument("--reason", required=True, help="why; they can read it")
        if deed in ("mute", "bar", "suspend"):
            one.add_argument("--until", required=True, metavar="DAY", help="as in 2027-01-31")
        if deed == "lift":
            one.add_argument("--what", choices=("mute", "bar", "suspend", "close"), default="suspend")
        _database(one)
    _accounts(deeds)
    one = _command(deeds, "ledger", "people:ledger", "List what was done by those who keep order")
    one.add_argument("name", nargs="?", metavar="NAME", help="to whom (default: to anybody)")
    _database(one)


def _accounts(deeds: Any) -> None:
    """Those of `palatine people` that are about accounts alone."""
    offices = ("host", "moderator")
    for name, run, text in (
        ("list", "everybody", "List the accounts"),
        ("create", "create", "Make an account, and print a link to come in by"),
        ("recover", "recover", "Print a link for somebody who cannot come in any more"),
        ("role", "role", "Make somebody host or moderator, or neither"),
        ("merge", "merge", "Make two accounts of one person one"),
    ):
        one = _command(deeds, name, f"accounts:{run}", text)
        if name == "list":
            one.add_argument("--json", action="store_true")
        else:
            one.add_argument("name", metavar="NAME")
        if name == "create":
            one.add_argument("--role", choices=offices, help="their office (default: none)")
        if name == "role":
            one.add_argument("role", choices=(*offices, "none"))
        if name == "merge":
            one.add_argument("into", metavar="INTO", help="the account that stays")
        one.add_argument(
            "--config", metavar="FILE", help="the settings (default: $PALATINE_CONFIG, or palatine.toml)"
        )
        _database(one)


def _post(commands: Any) -> None:
    parts = _group(commands, "post", "Hand in mail from another program")
    one = _command(parts, "take", "post:take", "Take a mail from standard input, for a mail server that pipes it")
    one.add_argument("sender", metavar="SENDER", help="who sent it, as the envelope says; <> for a bounce")
    one.add_argument("recipient", metavar="RECIPIENT", help="to which of our addresses it was sent")
    one.add_argument("--config", metavar="FILE", help="the settings (default: $PALATINE_CONFIG, or palatine.toml)")
    _database(one)


def _play(commands: Any) -> None:
    one = _command(commands, "play", "playing:play", "Play in the terminal: hot seat, against a bot, or a match on")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game; not needed with --match")
    one.add_argument("--seat", help="your seat; the others are played by a bot")
    one.add_argument("--against", metavar="BOT", help="the bot that plays the other seats")
    one.add_argument("--seats", type=int, metavar="N", help="how many seats, where a game leaves that open")
    one.add_argument("--seed", help="your own words or number, mixed into the dice")
    one.add_argument("--match", metavar="ID", help="play on in this match")
    one.add_argument("--key", help="the key to your seat in it, if it was given to you elsewhere")
    _setup(one)
    _database(one)


def _learn(commands: Any) -> None:
    one = _command(commands, "learn", "learning:learn", "Learn a game in short lessons, or list them")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game (default: list all lessons)")
    one.add_argument("lesson", nargs="?", metavar="LESSON", help="the lesson (default: the first not done yet)")


def _matches(commands: Any) -> None:
    one = _command(commands, "matches", "playing:matches", "List the matches you have seats in")
    one.add_argument("--json", action="store_true")
    _database(one)


def _simulate(commands: Any) -> None:
    one = _command(commands, "simulate", "simulating:simulate", "Let bots play many games and count how they end")
    one.add_argument("game", metavar="GAME")
    one.add_argument("--games", type=int, default=100, metavar="N")
    one.add_argument("--seed", default="0", metavar="K", help="fixes every game, however many processes play")
    one.add_argument(
        "--seat", action="append", default=[], metavar="SEAT=BOT", help="who plays a seat (default: recruits)"
    )
    one.add_argument("--processes", type=int, default=os.cpu_count() or 1, metavar="P")
    one.add_argument("--json", action="store_true")
    _setup(one)


def _replay(commands: Any) -> None:
    one = _command(commands, "replay", "files:replay", "Tell a match from its file, or show it at one action")
    one.add_argument("file", metavar="FILE", help="a match file, a finding of the fuzzer, or the file of a failure")
    one.add_argument("--at", type=int, metavar="N", help="show the position after N actions")
    one.add_argument("--seat", help="with the eyes of a seat (default: of the referee)")


def _verify(commands: Any) -> None:
    one = _command(commands, "verify", "files:verify", "Check the dice and every action of a match file")
    one.add_argument("file", metavar="FILE")


def _audit(commands: Any) -> None:
    one = _command(commands, "audit", "files:audit", "Check every stored match; say by which rules it was played")
    _database(one)


def _stuck(commands: Any) -> None:
    one = _command(commands, "stuck", "files:stuck", "List the matches in which the referee cannot go on, and why")
    one.add_argument("--retry", action="store_true", help="have him try again, after a repair of the rules")
    _database(one)


def _clauses(commands: Any) -> None:
    one = _command(commands, "clauses", "lists:clauses", "Which clauses of a rulebook have code and tests")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game (default: all)")
    one.add_argument("clause", nargs="?", metavar="CLAUSE", help="tell this one alone, with code, tests, rulings")
    one.add_argument("--json", action="store_true")


def _export(commands: Any) -> None:
    one = _command(commands, "export", "files:export", "Write a match as a portable file")
    one.add_argument("match", metavar="MATCH")
    one.add_argument("--to", metavar="FILE", help="where to (default: standard output)")
    one.add_argument("--key", help="the key to your seat, for a match still being played")
    _database(one)


def _import(commands: Any) -> None:
    one = _command(commands, "import", "files:import_", "Keep a finished match from its file")
    one.add_argument("file", metavar="FILE")
    _database(one)


def _orders(commands: Any) -> None:
    jobs = _group(commands, "orders", "Check and hand in secret orders, and ask what could be ordered")
    for name, run, text in (
        ("check", "check", "Say what is wrong with a sheet of orders"),
        ("hand-in", "hand_in", "Hand in a sheet of orders"),
    ):
        one = _command(jobs, name, f"orders:{run}", text)
        one.add_argument("file", metavar="FILE", help="the sheet; - for standard input")
        _place(one)
        if name == "hand-in":
            one.add_argument("--turn", type=int, metavar="N", help="the turn it is for (default: the one open)")
        else:
            one.add_argument("--json", action="store_true")
    one = _command(jobs, "suggest", "orders:suggest", "List what could be ordered")
    one.add_argument("character", nargs="?", metavar="CHARACTER", help="to whom (default: everybody)")
    _place(one)
    one.add_argument("--json", action="store_true")
    _place(_command(jobs, "show", "orders:draft", "Print what has been written for this turn"))


def _turn(commands: Any) -> None:
    jobs = _group(commands, "turn", "Have a turn of secret orders run, and read what came of it")
    one = _command(jobs, "run", "orders:run_turn", "Run the turn that is open")
    one.add_argument("match", metavar="MATCH")
    one.add_argument("--key", help="the key to your seat")
    _database(one)
    one = _command(jobs, "report", "orders:report", "Print the report of a turn")
    one.add_argument("match", metavar="MATCH")
    one.add_argument("--seat", help="as which seat (default: yours)")
    one.add_argument("--turn", type=int, metavar="N", help="of which turn (default: the last)")
    one.add_argument("--json", action="store_true")
    _database(one)


def _new_game(commands: Any) -> None:
    one = _command(
        commands, "new-game", "new_game:new_game", "Copy an example as a package of its own, for a new game"
    )
    one.add_argument("name", metavar="NAME", help="the name of the new game, as in salt-road")
    one.add_argument("--orders", action="store_true", help="a game of secret orders instead of single actions")
    one.add_argument("--folder", metavar="FOLDER", help="where to (default: a folder of its name, here)")


def _group(commands: Any, name: str, text: str) -> Any:
    one = commands.add_parser(name, help=text, description=f"{text}.")
    return one.add_subparsers(metavar="JOB", required=True)


def _place(one: Any) -> None:
    one.add_argument("--match", metavar="ID", help="the match (default: the only one in which you write orders)")
    one.add_argument("--seat", help="your seat in it, if you have several")
    one.add_argument("--key", help="the key to your seat, if it was given to you elsewhere")
    _database(one)
