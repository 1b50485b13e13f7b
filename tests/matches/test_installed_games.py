"""Every installed game as a match: play, undo, replay, audit, views from cache and store."""

from __future__ import annotations

from random import Random

import pytest

from matches.helpers import Table, sit
from palatine import games
from palatine.core import Refused
from palatine.matches import MatchServices
from palatine.matches.play import bots
from palatine.store import Store

INSTALLED = [name for name in games() if name not in ("ford", "tithe")]


@pytest.mark.parametrize("game", INSTALLED)
def test_an_installed_game_is_played_at_the_table(
    services: MatchServices, store: Store, game: str, parts: int
) -> None:
    random = Random(7)
    table = sit(services, game)
    told: dict[str, list[str]] = {}
    for _ in range(80 // parts):
        since = table.version
        if not table.step(random):
            break
        for seat in services.matches.info(table.match).asked:
            match_view = table.look(seat, since)
            told.setdefault(seat, []).extend(line.text for line in match_view.entries)
            assert [line.text for line in MatchServices(store).matches.view(table.match, seat, since).entries] == [
                line.text for line in match_view.entries
            ]
            if match_view.can_undo and random.random() < 0.1:
                take_back(table, seat, match_view.at)
    assert any(told.values())
    at = services.matches.info(table.match).at
    for seat in (None, *services.matches.view(table.match).view.asked):
        for point in (0, at // 2, at):
            assert services.archive.replay(table.match, seat, point).view.seat == seat
    assert services.archive.audit() == []
    for key in table.made.keys.values():
        if services.matches.info(table.match).status == "playing":
            services.matches.resign(table.match, key, table.version)
    while services.matches.info(table.match).status == "playing":  # bots have taken over what was given up
        assert bots.play_until_human(services.runtime, table.match, seconds=5) > 0
    assert services.archive.verify(table.match).ok
    assert services.archive.verify(services.archive.import_(services.archive.export(table.match))).ok
    assert services.archive.replay(table.match, "referee", at // 2).view.pieces


def take_back(table: Table, seat: str, at: int) -> None:
    """Undo; if that would reveal hidden facts, nothing changes."""
    version = table.version
    try:
        undone = table.undo(seat)
    except Refused as refusal:
        reason, now = str(refusal), table.version
    else:
        reason, now = "", version
        assert undone.at < at
    assert reason == "" or "something hidden" in reason
    assert now == version


@pytest.mark.parametrize("game", INSTALLED)
def test_bots_play_an_installed_game_at_the_table(store: Store, game: str, parts: int) -> None:
    services = MatchServices(store, bots="background")
    scenario_seats = sit(services, game).made.keys
    made = services.matches.create(
        game, players={seat: {"kind": "bot", "bot": "recruit"} for seat in scenario_seats}
    )
    while services.matches.info(made.match).at < 50 // parts:
        assert bots.play_until_human(services.runtime, made.match, seconds=1) > 0
    assert services.archive.audit() == []
