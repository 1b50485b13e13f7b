"""Past positions of a match, and what-ifs."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import msgspec
import pytest

from matches.helpers import Table, clash, sit
from matches.spies import GAME as SPIES
from palatine import registry
from palatine.core import Unknown
from palatine.matches import Forbidden, MatchServices
from palatine.store import Store
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.ford.state import FordState

SEATS = ("North", "South")


def decoded(store: Store, match: str) -> FordState:
    """Return the stored position of a match: the newest or the starting one."""
    row, _ = store.load(match) or pytest.fail("no such match")
    return GAME.decode(row.state or row.start or b"")


def test_a_match_under_way_shows_a_seat_what_it_saw(services: MatchServices, table: Table) -> None:
    seen = [{seat: table.look(seat).view for seat in (None, *SEATS)}]
    random = Random(1)
    for _ in range(12):
        table.step(random)
        seen.append({seat: table.look(seat).view for seat in (None, *SEATS)})
    for at, views in enumerate(seen):
        for seat, view in views.items():
            match_view = services.archive.replay(table.match, seat, at)
            assert (match_view.at, match_view.plies, match_view.can_undo) == (at, 12, False)
            assert match_view.view.pieces == view.pieces
            assert (match_view.view.heading, match_view.view.asked, match_view.view.choices) == (
                view.heading,
                view.asked,
                (),
            )


def test_the_lines_of_a_replayed_action(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    table.act("North", "go", 4)
    assert [line.kind for line in services.archive.replay(table.match, "North", 1).entries] == ["chosen"]
    assert services.archive.replay(table.match, "South", 1).entries == ()
    assert [line.kind for line in services.archive.replay(table.match, None, 2).entries] == ["marches"]
    assert [line.kind for line in services.archive.replay(table.match, None, 0).entries] == ["begin", "dealt"]


def test_only_a_finished_match_shows_all(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    with pytest.raises(Forbidden):
        services.archive.replay(table.match, "referee", 0)
    table.play(Random(2))
    match_view = services.archive.replay(table.match, "referee", 1)
    assert all(piece.face for piece in match_view.view.pieces)
    assert len(match_view.view.pieces) == 6
    assert [line.kind for line in match_view.entries] == ["chosen"]
    for seat in SEATS:
        hidden = [piece for piece in services.archive.replay(table.match, seat, 0).view.pieces if not piece.face]
        assert len(hidden) == 2, "each seat as it saw it then"
    end = services.archive.replay(table.match, None, match_view.plies)
    assert end.view.outcome is not None


@pytest.mark.parametrize("at", [-1, 1, True, "0"])
def test_there_are_no_other_positions(services: MatchServices, table: Table, at: int) -> None:
    with pytest.raises(Unknown):
        services.archive.replay(table.match, None, at)
    with pytest.raises(Unknown):
        services.archive.replay(table.match, "East", 0)
    made = services.matches.create("ford")
    with pytest.raises(Unknown, match="not begun"):
        services.archive.replay(made.match, None, 0)


def test_a_replay_leaves_out_what_was_taken_back(services: MatchServices, table: Table) -> None:
    table.act("North", "piece", 1)
    table.undo("North")
    table.act("North", "rest", 0)
    assert [line.kind for line in services.archive.replay(table.match, "North", 1).entries] == ["rests"]
    assert services.archive.audit() == []


def test_a_resigned_match_ends_in_the_resignation(services: MatchServices, table: Table) -> None:
    clash(table)
    services.matches.resign(table.match, table.key("South"), table.version)
    end = services.archive.replay(table.match, "North", 4)
    assert end.view.outcome == {"winners": ["North"], "margin": "South resigned", "clause": ""}
    assert services.archive.replay(table.match, "North", 3).view.outcome is None


def test_no_action_is_played_again_to_look_at_a_long_match(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch, parts: int
) -> None:
    """Every hundredth position is stored whole; the match is just long enough for one of them."""
    registry.register("spies", SPIES)
    table = sit(services, "spies", forced=False)
    plies = 220 if parts == 1 else 110
    for _ in range(plies):
        table.act("North", "count", 0)

    def never(*_: Any) -> None:
        raise AssertionError

    monkeypatch.setattr(SPIES, "take", never)
    for at in range(0, plies, 11):
        assert services.archive.replay(table.match, "North", at).at == at


def test_a_what_if_of_a_finished_match_goes_on_from_the_very_position(
    services: MatchServices, table: Table
) -> None:
    table.play(Random(4), 12)
    services.matches.resign(table.match, table.key("North"), table.version)
    made = services.archive.branch(table.match, None, 7)
    info = services.matches.info(made.match)
    assert (info.status, info.origin) == ("open", {"match": table.match, "at": 7})
    assert info.commitment != services.matches.info(table.match).commitment
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, "1")
    for seat in SEATS:
        was, now = services.archive.replay(table.match, seat, 7).view, services.matches.view(made.match, seat).view
        assert msgspec.structs.replace(now, choices=(), shortcuts=(), verbs={}) == was
    Table(services, made).play(Random(5))
    assert services.archive.verify(made.match).ok
    assert services.archive.verify(services.archive.import_(services.archive.export(made.match))).ok
    assert services.archive.audit() == []


def test_what_ifs_of_the_same_position_have_dice_of_their_own(
    services: MatchServices, store: Store, table: Table
) -> None:
    table.play(Random(4), 4)
    services.matches.resign(table.match, table.key("North"), table.version)
    players = {seat: {"number": ""} for seat in SEATS}
    keys = set()
    for _ in range(3):
        made = services.archive.branch(table.match, None, 2, players)
        keys.add(decoded(store, made.match).dice.key)
    assert len(keys) == 3


def test_a_what_if_of_a_match_under_way_tells_nothing(services: MatchServices, store: Store) -> None:
    """Hidden facts are dealt again.

    Over many what-ifs they are wrong as often as right.
    """
    table = sit(services, forced=False)
    table.act("North", "rest", 0)
    truth = decoded(store, table.match)
    right = 0
    for _ in range(60):
        made = services.archive.branch(table.match, table.key("North"), 1)
        dealt = decoded(store, made.match)
        assert dealt.face[:3] == truth.face[:3], "what the seat knows is kept"
        assert dealt.dice.key != truth.dice.key
        right += dealt.face == truth.face
    assert 10 < right < 50
    spectator = services.archive.branch(table.match, None, 1)
    assert services.matches.view(spectator.match).view.pieces == table.look().view.pieces


def test_no_what_if_where_there_is_nothing_to_decide(services: MatchServices, table: Table) -> None:
    table.play(Random(6))
    at = services.matches.info(table.match).at
    with pytest.raises(Unknown, match="over at that position"):
        services.archive.branch(table.match, None, at)
    with pytest.raises(Unknown, match="has positions"):
        services.archive.branch(table.match, None, at + 1)
    with pytest.raises(Forbidden):
        services.archive.branch(table.match, "guess", 1)
    with pytest.raises(Unknown, match="no seat"):
        services.archive.branch(table.match, None, 1, {"East": {}})


def test_a_sight_is_plain_json(services: MatchServices, table: Table) -> None:
    clash(table)
    for seat in (None, *SEATS):
        assert json.loads(msgspec.json.encode(table.look(seat)))["match"] == table.match
