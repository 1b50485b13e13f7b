"""`palatine play`, `palatine matches` and `palatine serve`."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from typing import Any

import msgspec

from palatine import logs, registry
from palatine.cli.common import (
    IN_MEMORY,
    Keyring,
    catalogue,
    database_location,
    open_read_only,
    open_services,
    parse_options,
)
from palatine.cli.lists import print_json
from palatine.cli.remote import RemoteMatchService
from palatine.cli.sheet_editor import OrdersTerminal
from palatine.cli.signing_in import own_seats, remote_service
from palatine.cli.terminal import Terminal
from palatine.config import Config, MonitoringSettings, ServerSettings, SiteSettings, find_config, is_loopback_host
from palatine.config.reading import removed_setting_error
from palatine.core import Game, Unknown
from palatine.matches import MatchServices

LOG_FORMAT_VARIABLE = "PALATINE_MONITORING_LOG_FORMAT"


def play(args: Namespace) -> int:
    """Run `palatine play` until the player stops; the match stays in the database."""
    with suppress(ImportError):
        import readline  # noqa: F401  (not at the head: that it is imported changes `input`, for play alone)
    there = remote_service(args)
    if there is not None:
        return _play_there(there, args)
    services = (open_read_only if args.match else open_services)(args, bots="background")
    keyring = Keyring.for_database(args)
    if args.match:
        match, keys = args.match, _keys(services, keyring, args)
    else:
        match, keys = _begin(services, args)
        keyring.add(match, keys)
    kind = OrdersTerminal if services.matches.info(match).orders else Terminal
    kind(services, match, keys, is_kept=database_location(args) != IN_MEMORY).run()
    return 0


def _play_there(services: RemoteMatchService, args: Namespace) -> int:
    match = args.match or _begin_there(services, args)
    keys = own_seats(services, args, match)
    if args.seat and args.match:
        keys = {seat: key for seat, key in keys.items() if seat == args.seat}
    info = services.info(match)
    if not keys and info.status != "over":
        raise Unknown(catalogue().say("elsewhere.no-seat", match=match, url=services.url))
    sitting = {seat.seat for seat in info.seats if seat.seated}
    for seat, key in services.keys.items():
        if seat in keys and seat not in sitting and info.status == "open":
            services.take_seat_by_key(match, key, args.seed or "")
    (OrdersTerminal if info.orders else Terminal)(services, match, keys).run()
    return 0


def _begin_there(services: RemoteMatchService, args: Namespace) -> str:
    """Create a match on the remote server; seats without a bot belong to the user."""
    game, table = _table(args)
    players = _players(table, args, registry.bots(game)[0])
    persons = {"kind": "person", "number": args.seed or "", "me": services.me().joining != "local"}
    made = services.create(
        args.game,
        {
            "scenario": args.scenario,
            "seats": list(table),
            "options": parse_options(game, args.option),
            "players": {seat: persons if who["kind"] == "person" else who for seat, who in players.items()},
        },
    )
    Keyring.for_database(args).add(made.match, made.keys)
    return made.match


def _keys(services: MatchServices, keyring: Keyring, args: Namespace) -> dict[str, str]:
    """Return the user's keys for an existing match and take the seats that are not yet taken."""
    info = services.matches.info(args.match)
    if args.key:
        seat = services.seats.seat_of(args.match, args.key)
        if seat is None:
            raise Unknown(catalogue().say("play.wrong-key", match=args.match))
        keyring.add(args.match, {seat: args.key})
    keys = keyring.keys_of_match(args.match)
    if args.seat:
        keys = {seat: key for seat, key in keys.items() if seat == args.seat}
    if not keys and info.status != "over":
        raise Unknown(catalogue().say("play.no-key", match=args.match))
    sitting = {seat.seat for seat in info.seats if seat.seated}
    for seat, key in keys.items():
        if seat not in sitting and info.status == "open":
            services.seats.take_seat(args.match, key, None, args.seed or "")
    return keys


def _begin(services: MatchServices, args: Namespace) -> tuple[str, dict[str, str]]:
    """Create a match with all seats at this terminal, or one of them against bots."""
    game, table = _table(args)
    made = services.matches.create(
        args.game,
        args.scenario,
        table,
        parse_options(game, args.option),
        players=_players(table, args, registry.bots(game)[0]),
    )
    return made.match, made.keys


def _table(args: Namespace) -> tuple[Game[Any], tuple[str, ...]]:
    """Return the chosen game and its seats. Raises Unknown."""
    if args.game is None:
        raise Unknown(catalogue().say("play.which-game", games=list(registry.games())))
    game = registry.load(args.game)
    scenario = game.scenario(args.scenario)
    tables = scenario.tables
    if args.seats is not None:
        tables = tuple(each for each in tables if len(each) == args.seats)
    if not tables:
        counts = sorted({len(each) for each in scenario.tables})
        raise Unknown(
            catalogue().say(
                "play.no-table", game=game.title, scenario=scenario.title, count=args.seats, counts=counts
            )
        )
    table = next((each for each in tables if args.seat is None or args.seat in each), tables[0])
    if args.seat is not None and args.seat not in table:
        raise Unknown(f"{game.title} has no seat {args.seat!r}; it has {', '.join(table)}.")
    return game, table


def _players(table: tuple[str, ...], args: Namespace, strongest: str) -> dict[str, dict[str, Any]]:
    person = {"kind": "person", "number": args.seed or ""}
    if args.seat is None and args.against is None:
        return dict.fromkeys(table, person)
    mine = args.seat or table[0]
    bot = {"kind": "bot", "bot": args.against or strongest}
    return {seat: person if seat == mine else bot for seat in table}


def matches(args: Namespace) -> int:
    """Run `palatine matches`."""
    there = remote_service(args)
    if there is not None:
        found = there.find()
    else:
        found = open_read_only(args, bots="background").matches.find(Keyring.for_database(args).all_keys())
    if args.json:
        print_json(msgspec.to_builtins(found))
        return 0
    for info in found:
        state = ", ".join(info.asked) if info.status == "playing" else info.status
        count = f"turn {info.turn}" if info.orders else f"{info.at} actions"
        print(f"{info.match}  {info.title}, you play {', '.join(info.yours)}; {count}, {state}")
    return 0


def serve(args: Namespace) -> int:
    """Run `palatine serve` until it is stopped."""
    from palatine import web  # here for start-up time: nothing else of the terminal needs a web server
    from palatine.cli.mail import mail_service_factory  # the same

    if args.workers is not None:
        raise removed_setting_error("--workers")
    settings, mail = mail_service_factory(args, _logged_settings(args))
    told, browser = settings.server, not args.no_browser
    web.serve(told.host, told.port, told.database, browser, args.name, settings, mail)
    return 0


def _logged_settings(args: Namespace) -> Config:
    """Return the settings and configure logging by them.

    Errors in the settings are logged as well, in the format of the environment or as text.
    """
    logs.hold_records()
    chosen = MonitoringSettings(log_format="json" if os.environ.get(LOG_FORMAT_VARIABLE) == "json" else "text")
    try:
        found = _settings(args)
        chosen = found.monitoring
    finally:
        logs.configure(chosen.log_level, chosen.log_format, access=chosen.access_log)
    return found


def _settings(args: Namespace) -> Config:
    """Return the settings in effect; command-line options take precedence."""
    found = find_config(args.config)
    usual = msgspec.structs.replace(found, server=ServerSettings(), monitoring=MonitoringSettings()) == Config()
    host = args.host or found.server.host
    serve = msgspec.structs.replace(
        found.server,
        host=host,
        port=found.server.port if args.port is None else args.port,
        database=database_location(args, found),
    )
    if usual and not is_loopback_host(host):  # others can reach it: they are to have seats of their own
        found = msgspec.structs.replace(found, site=SiteSettings(access="open"))
    return msgspec.structs.replace(found, server=serve)
