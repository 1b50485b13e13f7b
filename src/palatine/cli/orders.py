"""`palatine orders` and `palatine turn`: order sheets in files, turns of secret orders."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec

from palatine import registry
from palatine.cli.common import Keyring, catalogue, open_read_only, seat_names, seat_titles
from palatine.cli.lists import print_json
from palatine.cli.remote import RemoteMatchService
from palatine.cli.signing_in import own_seats, remote_seat, remote_service
from palatine.core import Forecast, Problem, RejectedSheet, Sheet, Suggestion, SyntaxProblem, Unknown
from palatine.core.report import report_text
from palatine.core.sheet import MAX_LINE_LENGTH, MAX_LINES, for_free_slot
from palatine.matches import MatchInfo, MatchServices, turn_name

MAX_SHEET_BYTES = 4 * MAX_LINES * MAX_LINE_LENGTH
"""Maximum size in bytes of a sheet to read."""


def check(args: Namespace) -> int:
    """Run `palatine orders check`; return 1 if the sheet would be refused."""
    services, (info, seat, credential) = resolve_seat(args)
    found = services.orders.check(info.match, credential, read_sheet(args.file))
    if args.json:
        print_json(msgspec.to_builtins(found))
        return 0 if found.ok else 1
    told = [*problem_lines(found.problems), *forecast_lines(found.forecasts)]
    key = "orders.good" if found.ok else "orders.bad"
    verdict = catalogue().say(key, seat=_titles(services, info, seat)[seat], turn=turn_name(info))
    print("\n".join([*told, verdict]))
    return 0 if found.ok else 1


def hand_in(args: Namespace) -> int:
    """Run `palatine orders hand-in`; return 1 if the sheet is refused.

    A sheet handed in earlier then stays in place.
    """
    services, (info, seat, key) = resolve_seat(args, bots="background")
    turn = info.turn if args.turn is None else args.turn
    before, text = services.orders.draft(info.match, key).handed_in, read_sheet(args.file)
    understood = services.orders.check(info.match, key, text).understood
    try:
        services.orders.hand_in(info.match, key, text, turn)
    except (SyntaxProblem, RejectedSheet) as error:
        print("\n".join(problem_lines(error.problems)))
        print(catalogue().say("orders.refused"), file=sys.stderr)
        return 1
    titles = _titles(services, info, seat)
    print(catalogue().say("orders.handed-in", seat=titles[seat], turn=turn_name(info, turn)))
    game: Any = registry.load(info.game)
    left = game.omitted_orders(game.parse_untrusted(before), game.parse_untrusted(understood)) if before else ()
    if left:
        print(catalogue().say("orders.left-out"))
        print(game.write(Sheet(left)), end="")
    if isinstance(services, MatchServices):
        services.matches.run_bots(info.match)
    after = services.matches.info(info.match)
    if after.turn != turn or after.status == "over":
        print(catalogue().say("orders.run", turn=turn_name(info, turn), match=info.match))
    elif after.asked:
        print(catalogue().say("orders.waiting", seats=[titles[each] for each in after.asked]))
    return 0


def suggest(args: Namespace) -> int:
    """Run `palatine orders suggest`, for one character or for all."""
    services, (info, _, key) = resolve_seat(args)
    names: list[str | None] = (
        [args.character] if args.character else [*services.orders.characters(info.match, key), None]
    )
    written = services.orders.draft(info.match, key).text
    found = {
        name: [for_free_slot(written, each) for each in services.orders.suggest(info.match, key, name)]
        for name in names
    }
    if args.json:
        print_json([{"character": name, "suggestions": msgspec.to_builtins(each)} for name, each in found.items()])
        return 0
    for name, suggestions in found.items():
        print(
            "\n".join(
                [catalogue().say("orders.whole") if name is None else name, *suggestion_lines(suggestions, "  ")]
            )
        )
    return 0


def draft(args: Namespace) -> int:
    """Run `palatine orders show`: print the draft for the open turn."""
    services, (info, _, key) = resolve_seat(args)
    sys.stdout.write(services.orders.draft(info.match, key).text.rstrip("\n") + "\n")
    return 0


def run_turn(args: Namespace) -> int:
    """Run `palatine turn run`."""
    services, keys = _services_and_keys(args)
    info = services.matches.info(args.match)
    key = keys.get(info.master) or next(iter(keys.values()), None)
    if isinstance(services, MatchServices) and args.key:
        key = args.key
    services.orders.run_turn(args.match, key)
    print(catalogue().say("orders.run", turn=turn_name(info), match=args.match))
    return 0


def report(args: Namespace) -> int:
    """Run `palatine turn report`: for a seat whose key is stored here, or the public report."""
    services, keys = _services_and_keys(args)
    seat = args.seat or (next(iter(keys)) if len(keys) == 1 else None)
    if args.seat and args.seat not in keys and services.matches.info(args.match).status != "over":
        raise Unknown(catalogue().say("orders.no-key", seat=args.seat, match=args.match))
    found = services.orders.report(args.match, seat, args.turn)
    if args.json:
        print_json(msgspec.to_builtins(found))
    else:
        sys.stdout.write(report_text(found))
    return 0


# What they share


def resolve_seat(
    args: Namespace, **options: Any
) -> tuple[MatchServices | RemoteMatchService, tuple[MatchInfo, str, str]]:
    """Return the services of a command, local or remote, and the match, the seat and its key."""
    there = remote_service(args)
    if there is not None:
        return there, remote_seat(there, args)
    services = open_read_only(args, **options)
    return services, seat_of(services, args)


def _titles(services: MatchServices | RemoteMatchService, info: MatchInfo, seat: str) -> dict[str, str]:
    """Return the names of the seats as a seat knows them, those of others with their players."""
    names = services.matches.view(info.match, seat).view.names
    return seat_titles(info, names) | {seat: seat_names(info, names)[seat]}


def _services_and_keys(args: Namespace) -> tuple[MatchServices | RemoteMatchService, dict[str, str]]:
    """Return the services and the user's keys for the named match."""
    there = remote_service(args)
    if there is not None:
        return there, own_seats(there, args, args.match)
    return open_read_only(args), Keyring.for_database(args).keys_of_match(args.match)


def seat_of(services: MatchServices, args: Namespace) -> tuple[MatchInfo, str, str]:
    """Return the match, the seat and its key for a command: the named ones or the only ones.

    Raises Unknown if the choice is ambiguous.
    """
    if args.match and args.key:
        seat = services.seats.seat_of(args.match, args.key)
        if seat is None:
            raise Unknown(catalogue().say("play.wrong-key", match=args.match))
        return services.matches.info(args.match), seat, args.key
    keyring = Keyring.for_database(args)
    found = services.matches.find(keyring.all_keys())
    known = [info for info in found if info.match == args.match or (not args.match and _is_open(info))]
    if args.match and not known:
        raise Unknown(catalogue().say("play.no-key", match=args.match))
    places = [(info, seat) for info in known for seat in info.yours if args.seat in (None, seat)]
    if len(places) != 1:
        names = [f"{info.match} {seat}" for info, seat in places]
        raise Unknown(catalogue().say("orders.which" if names else "orders.none", places=names))
    info, seat = places[0]
    return info, seat, keyring.keys_of_match(info.match)[seat]


def _is_open(info: MatchInfo) -> bool:
    return info.orders and info.status == "playing"


def read_sheet(name: str) -> bytes:
    """Return the bytes of a sheet file, or of standard input for "-"."""
    if name == "-":
        return sys.stdin.buffer.read(MAX_SHEET_BYTES)
    with Path(name).open("rb") as file:
        return file.read(MAX_SHEET_BYTES)


def problem_lines(problems: Iterable[Problem]) -> list[str]:
    """Return problems as lines of text, in order."""
    return [_problem_line(problem) for problem in problems]


def _problem_line(problem: Problem) -> str:
    said = catalogue()
    text = said.say("orders.reason", reason=problem.reason)
    if problem.clause:
        text = said.say("orders.clause", text=text, clause=problem.clause)
    if problem.suggestion:
        text = said.say("orders.instead", text=text, suggestion=problem.suggestion)
    if problem.uncertain:
        text = said.say("orders.uncertain", text=text)
    return said.say("orders.line" if problem.line else "orders.sheet", line=problem.line, text=text)


def forecast_lines(forecasts: Iterable[Forecast]) -> list[str]:
    """Return the forecasts of a sheet as lines of text."""
    told = []
    for each in forecasts:
        told.append(
            catalogue().say("orders.forecast" if each.line else "orders.sheet", line=each.line, text=each.text)
        )
        told += [catalogue().say("orders.note", text=note) for note in each.notes]
    return told


def suggestion_lines(suggestions: Iterable[Suggestion], indent: str = "", first_number: int = 0) -> list[str]:
    """Return suggestions with their meanings as lines of text.

    Lines are numbered from `first_number`, unless it is 0.
    """
    told = []
    group = ""
    for number, each in enumerate(suggestions, first_number):
        if each.group and each.group != group:
            group = each.group
            told.append(f"{indent}{group}:")
        about: list[Any] = [part for part in (each.title, each.cost, each.chance) if part]
        label = f"{number}. " if first_number else ""
        if each.instead == "sheet":
            told.append(f"{indent}{label}{'; '.join(about)}")
            told += [f"{indent}    {line}" for line in each.text.splitlines() if not first_number]
        else:
            told.append(f"{indent}{label}{each.text}" + (f"  ({'; '.join(about)})" if about else ""))
    return told
