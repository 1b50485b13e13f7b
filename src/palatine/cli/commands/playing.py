"""Argument parsers of the commands for players: games, matches, lessons and orders."""

from __future__ import annotations

from typing import Any

from palatine.cli.commands.options import (
    add_command,
    add_command_group,
    add_database_option,
    add_json_option,
    add_seat_options,
    add_server_option,
    add_setup_options,
)


def _games(commands: Any) -> None:
    one = add_command(commands, "games", "lists:games", "List the games, their scenarios, seats, options and bots")
    one.add_argument("--changes", action="store_true", help="also list what has changed in the rules")
    add_json_option(one)


def _play(commands: Any) -> None:
    one = add_command(
        commands, "play", "playing:play", "Play in the terminal: hot seat, against a bot, or a match on"
    )
    one.add_argument("game", nargs="?", metavar="GAME", help="the game; not needed with --match")
    one.add_argument("--seat", help="your seat; the others are played by a bot")
    one.add_argument(
        "--against", metavar="BOT", help="the bot that plays the other seats; `palatine games` lists them"
    )
    one.add_argument("--seats", type=int, metavar="N", help="how many seats, where a game leaves that open")
    one.add_argument("--seed", help="your own words or number, mixed into the dice")
    one.add_argument("--match", metavar="ID", help="play on in this match")
    one.add_argument("--key", help="the key to your seat in it, if it was given to you elsewhere")
    add_setup_options(one)
    add_server_option(one)


def _matches(commands: Any) -> None:
    one = add_command(commands, "matches", "playing:matches", "List the matches you have seats in")
    add_json_option(one)
    add_server_option(one)


def _learn(commands: Any) -> None:
    one = add_command(commands, "learn", "learning:learn", "Learn a game in short lessons, or list them")
    one.add_argument("game", nargs="?", metavar="GAME", help="the game (default: list all lessons)")
    one.add_argument("lesson", nargs="?", metavar="LESSON", help="the lesson (default: the first not done yet)")


def _orders(commands: Any) -> None:
    jobs = add_command_group(commands, "orders", "Check and hand in secret orders, and ask what could be ordered")
    for name, run, text in (
        ("check", "check", "Say what is wrong with a sheet of orders"),
        ("hand-in", "hand_in", "Hand in a sheet of orders"),
    ):
        one = add_command(jobs, name, f"orders:{run}", text)
        one.add_argument("file", metavar="FILE", help="the sheet; - for standard input")
        add_seat_options(one)
        if name == "hand-in":
            one.add_argument("--turn", type=int, metavar="N", help="the turn it is for (default: the one open)")
        else:
            add_json_option(one)
    one = add_command(jobs, "suggest", "orders:suggest", "List what could be ordered")
    one.add_argument("character", nargs="?", metavar="CHARACTER", help="to whom (default: everybody)")
    add_seat_options(one)
    add_json_option(one)
    add_seat_options(add_command(jobs, "show", "orders:draft", "Print what has been written for this turn"))


def _turn(commands: Any) -> None:
    jobs = add_command_group(commands, "turn", "Have a turn of secret orders run, and read what came of it")
    one = add_command(jobs, "run", "orders:run_turn", "Run the turn that is open")
    one.add_argument("match", metavar="MATCH", help="the match, by its id")
    one.add_argument("--key", help="the key to your seat")
    add_server_option(one)
    one = add_command(jobs, "report", "orders:report", "Print the report of a turn")
    one.add_argument("match", metavar="MATCH", help="the match, by its id")
    one.add_argument("--seat", help="as which seat (default: yours)")
    one.add_argument("--turn", type=int, metavar="N", help="of which turn (default: the last)")
    add_json_option(one)
    add_server_option(one)


def _remote(commands: Any) -> None:
    one = add_command(commands, "login", "signing_in:login", "Sign in to a remote server and play there")
    one.add_argument("url", metavar="URL", help="its address, as in https://play.example.org")
    way = one.add_mutually_exclusive_group()
    way.add_argument("--name", help="sign in by this name, or mail address, and a password")
    way.add_argument("--token", action="store_true", help="by a token of yours, from $PALATINE_TOKEN or typed")
    one = add_command(commands, "logout", "signing_in:logout", "Sign out from a remote server")
    one.add_argument("url", metavar="URL", help="its address")
    one = add_command(commands, "join", "signing_in:join", "Sit down by the link of an invitation")
    one.add_argument("link", metavar="LINK", help="the link you were given")
    one.add_argument("--seed", help="your own words or number, mixed into the dice")
    add_database_option(one)


PARSER_BUILDERS = (_games, _play, _matches, _learn, _orders, _turn, _remote)
"""Functions that each add the parsers of a command."""
