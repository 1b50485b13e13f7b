"""`palatine play`, `palatine matches` and `palatine serve`."""

from __future__ import annotations

import os
from argparse import Namespace
from contextlib import suppress
from typing import Any

import msgspec

from palatine import logs, registry
from palatine.cli.common import MEMORY, Keyring, database, open_for_reading, open_services, options, words
from palatine.cli.lists import print_json
from palatine.cli.remote import RemoteMatchService
from palatine.cli.sheet_editor import OrdersTerminal
from palatine.cli.signing_in import own_seats, remote_at
from palatine.cli.terminal import Terminal
from palatine.config import Config, MonitoringSettings, ServerSettings, SiteSettings, find_config, is_loopback_host
from palatine.config.reading import removed_setting_error
from palatine.core import Game, Unknown
from palatine.matches import MatchServices

LOG_FORMAT = "PALATINE_MONITORING_LOG_FORMAT"


def play(given: Namespace) -> int:
    """Run `palatine play` until the player stops; the match stays in the database."""
    with suppress(ImportError):
        import readline  # noqa: F401  (not at the head: that it is imported changes `input`, for play alone)
    there = remote_at(given)
    if there is not None:
        return _play_there(there, given)
    services = (open_for_reading if given.match else open_services)(given, bots="background")
    keyring = Keyring.of(given)
    if given.match:
        match, keys = given.match, _keys(services, keyring, given)
    else:
        match, keys = _begin(services, given)
        keyring.add(match, keys)
    kind = OrdersTerminal if services.matches.info(match).orders else Terminal
    kind(services, match, keys, is_kept=database(given) != MEMORY).run()
    return 0


def _play_there(services: RemoteMatchService, given: Namespace) -> int:
    """Play on a remote server."""
    match = given.match or _begin_there(services, given)
    keys = own_seats(services, given, match)
    if given.seat and given.match:
        keys = {seat: key for seat, key in keys.items() if seat == given.seat}
    info = services.info(match)
    if not keys and info.status != "over":
        raise Unknown(words().say("elsewhere.no-seat", match=match, url=services.url))
    sitting = {seat.seat for seat in info.seats if seat.seated}
    for seat, key in services.keys.items():
        if seat in keys and seat not in sitting and info.status == "open":
            services.sit(match, key, given.seed or "")
    (OrdersTerminal if info.orders else Terminal)(services, match, keys).run()
    return 0


def _begin_there(services: RemoteMatchService, given: Namespace) -> str:
    """Create a match on the remote server; seats without a bot belong to the user."""
    game, table = _table(given)
    players = _players(table, given, registry.bots(game)[0])
    persons = {"kind": "person", "number": given.seed or "", "me": services.me().joining != "local"}
    made = services.create(
        given.game,
        {
            "scenario": given.scenario,
            "seats": list(table),
            "options": options(game, given.option),
            "players": {seat: persons if who["kind"] == "person" else who for seat, who in players.items()},
        },
    )
    Keyring.of(given).add(made.match, made.keys)
    return made.match


def _keys(services: MatchServices, keyring: Keyring, given: Namespace) -> dict[str, str]:
    """Return the user's keys for an existing match and take the seats that are not yet taken."""
    info = services.matches.info(given.match)
    if given.key:
        seat = services.seats.seat_of(given.match, given.key)
        if seat is None:
            raise Unknown(words().say("play.wrong-key", match=given.match))
        keyring.add(given.match, {seat: given.key})
    keys = keyring.of_match(given.match)
    if given.seat:
        keys = {seat: key for seat, key in keys.items() if seat == given.seat}
    if not keys and info.status != "over":
        raise Unknown(words().say("play.no-key", match=given.match))
    sitting = {seat.seat for seat in info.seats if seat.seated}
    for seat, key in keys.items():
        if seat not in sitting and info.status == "open":
            services.seats.take_seat(given.match, key, None, given.seed or "")
    return keys


def _begin(services: MatchServices, given: Namespace) -> tuple[str, dict[str, str]]:
    """Create a match with all seats at this terminal, or one of them against bots."""
    game, table = _table(given)
    made = services.matches.create(
        given.game,
        given.scenario,
        table,
        options(game, given.option),
        players=_players(table, given, registry.bots(game)[0]),
    )
    return made.match, made.keys


def _table(given: Namespace) -> tuple[Game[Any], tuple[str, ...]]:
    """Return the chosen game and its seats. Raises Unknown."""
    if given.game is None:
        raise Unknown(words().say("play.which-game", games=list(registry.games())))
    game = registry.load(given.game)
    scenario = game.scenario(given.scenario)
    tables = scenario.tables
    if given.seats is not None:
        tables = tuple(each for each in tables if len(each) == given.seats)
    if not tables:
        counts = sorted({len(each) for each in scenario.tables})
        raise Unknown(
            words().say("play.no-table", game=game.title, scenario=scenario.title, count=given.seats, counts=counts)
        )
    table = next((each for each in tables if given.seat is None or given.seat in each), tables[0])
    if given.seat is not None and given.seat not in table:
        raise Unknown(f"{game.title} has no seat {given.seat!r}; it has {', '.join(table)}.")
    return game, table


def _players(table: tuple[str, ...], given: Namespace, strongest: str) -> dict[str, dict[str, Any]]:
    person = {"kind": "person", "number": given.seed or ""}
    if given.seat is None and given.against is None:
        return dict.fromkeys(table, person)
    mine = given.seat or table[0]
    bot = {"kind": "bot", "bot": given.against or strongest}
    return {seat: person if seat == mine else bot for seat in table}


def matches(given: Namespace) -> int:
    """Run `palatine matches`."""
    there = remote_at(given)
    if there is not None:
        found = there.find()
    else:
        found = open_for_reading(given, bots="background").matches.find(Keyring.of(given).all())
    if given.json:
        print_json(msgspec.to_builtins(found))
        return 0
    for info in found:
        state = ", ".join(info.asked) if info.status == "playing" else info.status
        count = f"turn {info.turn}" if info.orders else f"{info.at} actions"
        print(f"{info.match}  {info.title}, you play {', '.join(info.yours)}; {count}, {state}")
    return 0


def serve(given: Namespace) -> int:
    """Run `palatine serve` until it is stopped."""
    from palatine import web  # here for start-up time: nothing else of the terminal needs a web server
    from palatine.cli.mail import mail_companion  # the same

    if given.workers is not None:
        raise removed_setting_error("--workers")
    settings, mail = mail_companion(given, _logged_settings(given))
    told, browser = settings.server, not given.no_browser
    web.serve(told.host, told.port, told.database, browser, given.name, settings, mail)
    return 0


def _logged_settings(given: Namespace) -> Config:
    """Return the settings and configure logging by them.

    Errors in the settings are logged as well, in the format of the environment or as text.
    """
    logs.hold_records()
    chosen = MonitoringSettings(log_format="json" if os.environ.get(LOG_FORMAT) == "json" else "text")
    try:
        found = _settings(given)
        chosen = found.monitoring
    finally:
        logs.configure(chosen.log_level, chosen.log_format, access=chosen.access_log)
    return found


def _settings(given: Namespace) -> Config:
    """Return the settings in effect; command-line options take precedence."""
    found = find_config(given.config)
    usual = msgspec.structs.replace(found, server=ServerSettings(), monitoring=MonitoringSettings()) == Config()
    host = given.host or found.server.host
    serve = msgspec.structs.replace(
        found.server,
        host=host,
        port=found.server.port if given.port is None else given.port,
        database=database(given, found),
    )
    if usual and not is_loopback_host(host):  # others can reach it: they are to have seats of their own
        found = msgspec.structs.replace(found, site=SiteSettings(access="open"))
    return msgspec.structs.replace(found, server=serve)
