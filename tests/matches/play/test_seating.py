"""Creation of matches, and seats."""

from __future__ import annotations

from hashlib import blake2b
from random import Random
from typing import Any

import pytest

from matches.helpers import Table, clash, sit
from palatine import registry
from palatine.core import PalatineError, Refused, Unknown, Unreadable
from palatine.matches import Forbidden, MatchServices, NotFound
from palatine.testing.examples.ford import GAME


def test_a_match_waits_until_every_person_has_sat_down(services: MatchServices) -> None:
    made = services.matches.create("ford", title="  A  ford\n", players={"South": {"name": "Sue"}})
    assert set(made.keys) == {"North", "South"}
    info = services.matches.info(made.match)
    assert (info.status, info.title, info.version, info.asked, info.seed) == ("open", "A ford", 0, (), "")
    assert [(seat.seat, seat.kind, seat.name, seat.seated) for seat in info.seats] == [
        ("North", "person", "", False),
        ("South", "person", "Sue", False),
    ]
    info = services.seats.take_seat(made.match, made.keys["North"], "Ned", "7")
    assert info.status == "open"
    info = services.seats.take_seat(made.match, made.keys["South"], number="lucky")
    assert (info.status, info.asked, info.numbers) == ("playing", ("North",), {"North": "7", "South": "lucky"})
    assert [seat.name for seat in info.seats] == ["Ned", "Sue"]


def test_before_play_the_board_is_shown_with_nothing_to_decide(services: MatchServices) -> None:
    made = services.matches.create("ford", players={"South": {"kind": "bot"}})
    match_view = services.matches.view(made.match, "North")
    assert (match_view.status, match_view.view.asked, match_view.view.choices) == ("open", (), ())
    assert match_view.view.prompt == "Waiting for players to take these seats: North."
    assert len(match_view.view.pieces) == 6
    assert (match_view.can_undo, match_view.why_not) == (False, "The match has not started.")
    with pytest.raises(Refused, match="not started"):
        services.matches.act(made.match, made.keys["North"], ("rest", 0), 0)
    assert (
        services.matches.explain(made.match, "North", "rest", 0).reason
        == "The match has not started: some seats are still empty."
    )


def test_a_bot_has_no_key_and_need_not_sit_down(services: MatchServices) -> None:
    made = services.matches.create("ford", players={"South": {"kind": "bot", "bot": "recruit"}})
    assert set(made.keys) == {"North"}
    assert services.seats.take_seat(made.match, made.keys["North"]).status == "playing"


def test_a_number_given_with_the_players_sits_the_person_down(services: MatchServices) -> None:
    made = services.matches.create(
        "ford", players={seat: {"name": "Ann", "number": ""} for seat in ("North", "South")}
    )
    assert services.matches.info(made.match).status == "playing"
    assert services.matches.info(made.match).numbers == {}


def test_bots_among_themselves_play_while_somebody_looks(services: MatchServices) -> None:
    made = services.matches.create("ford", players={seat: {"kind": "bot"} for seat in ("North", "South")})
    assert made.keys == {}
    while services.matches.info(made.match).status == "playing":
        services.matches.view(made.match)
    assert services.archive.verify(made.match).ok


@pytest.mark.parametrize(
    "settings",
    [
        {"game": "no-such-game"},
        {"scenario": "nowhere"},
        {"seats": ("North",)},
        {"options": {"weather": True}},
        {"options": {"days": "many"}},
        {"options": {"days": 1000}},
        {"players": {"East": {}}},
        {"players": {"North": {"kind": "ghost"}}},
        {"players": {"North": {"colour": "red"}}},
        {"players": {"North": {"name": 7}}},
        {"players": {"North": {"kind": "bot", "bot": "grandmaster"}}},
    ],
)
def test_what_cannot_be_made(services: MatchServices, settings: dict[str, Any]) -> None:
    with pytest.raises(PalatineError) as caught:
        services.matches.create(**{"game": "ford", **settings})
    assert isinstance(caught.value, Unknown | Unreadable)
    assert services.runtime.storage.match_ids(due=True) == []


def test_keys(services: MatchServices, table: Table) -> None:
    assert services.seats.seat_of(table.match, table.key("South")) == "South"
    assert services.seats.seat_of(table.match, "guess") is None
    assert services.seats.seat_of(table.match, "") is None
    with pytest.raises(NotFound):
        services.seats.seat_of("nowhere", table.key("South"))
    with pytest.raises(Forbidden):
        services.seats.take_seat(table.match, "guess", "Eve")
    other = sit(services)
    with pytest.raises(Forbidden):
        services.matches.act(table.match, other.key("North"), ("rest", 0), table.version)


def test_keys_are_stored_hashed_and_matches_have_ids_nobody_guesses(table: Table, store: Any) -> None:
    row, seats = store.load(table.match)
    assert seats[0].key == blake2b(table.key("North").encode(), digest_size=32).hexdigest()
    assert len(row.id) == 14
    assert len(table.key("North")) == 26


def test_the_matches_of_keys_newest_first(services: MatchServices) -> None:
    first, second, third = (sit(services) for _ in range(3))
    first.act("North", "rest", 0)
    found = services.matches.find((first.key("North"), third.key("South"), third.key("North"), "guess"))
    assert [(info.match, info.yours) for info in found] == [
        (first.match, ("North",)),
        (third.match, ("North", "South")),
    ]
    assert second.match not in {info.match for info in found}
    assert services.matches.find() == []


def test_sitting_down_again_changes_the_name_but_never_the_number(services: MatchServices, table: Table) -> None:
    key = table.key("North")
    version = table.version
    services.seats.take_seat(table.match, key, "North", "North 42")
    assert table.version == version
    services.seats.take_seat(table.match, key, "Nell")
    assert services.matches.info(table.match).seats[0].name == "Nell"
    assert table.texts()[-1] == "The player of North is now called Nell."
    with pytest.raises(Refused, match="number"):
        services.seats.take_seat(table.match, key, "Nell", "43")


def test_an_empty_seat_is_handed_to_a_bot_and_taken_back(services: MatchServices) -> None:
    made = services.matches.create("ford", options={"days": 30})
    services.seats.take_seat(made.match, made.keys["North"], "Ned", "1")
    info = services.seats.lend_to_bot(made.match, made.keys["South"], "recruit")
    assert (info.status, info.seats[1].kind, info.seats[1].lent) == ("playing", "bot", True)
    table = Table(services, made)
    table.play(Random(1), 2)
    with pytest.raises(Refused, match="Take your seat back"):
        table.act("South", "rest", 0)
    with pytest.raises(Refused, match="already"):
        services.seats.lend_to_bot(made.match, made.keys["South"], "recruit")
    info = services.seats.take_seat(made.match, made.keys["South"], "Sue", "too late")
    assert (info.seats[1].kind, info.seats[1].name, info.numbers) == ("person", "Sue", {"North": "1"})
    with pytest.raises(Refused, match="No bot is playing for you"):
        services.seats.take_back(made.match, made.keys["South"])
    table.play(Random(2))
    assert services.archive.verify(made.match).ok


def test_a_seat_under_way_is_lent_and_taken_back(services: MatchServices, table: Table) -> None:
    table.act("North", "rest", 0)
    info = services.seats.lend_to_bot(table.match, table.key("South"))
    assert info.seats[1].kind == "bot"
    assert info.asked == ("North",), "the bot has played at once"
    assert table.texts()[-2:] != []
    info = services.seats.take_back(table.match, table.key("South"))
    assert (info.seats[1].kind, info.seats[1].name) == ("person", "South")
    assert "South plays South again." in table.texts()
    with pytest.raises(Unknown, match="no bot"):
        services.seats.lend_to_bot(table.match, table.key("South"), "grandmaster")


def test_a_hand_over_before_play_may_be_taken_back(services: MatchServices) -> None:
    made = services.matches.create("ford")
    services.seats.lend_to_bot(made.match, made.keys["South"])
    services.seats.take_back(made.match, made.keys["South"])
    assert services.seats.take_seat(made.match, made.keys["North"]).status == "open"
    assert services.seats.take_seat(made.match, made.keys["South"]).status == "playing"


def test_nobody_sits_down_at_a_match_that_is_over(services: MatchServices, table: Table) -> None:
    clash(table)
    services.matches.resign(table.match, table.key("North"), table.version)
    for change in (services.seats.take_back, services.seats.lend_to_bot, services.seats.take_seat):
        with pytest.raises(Refused, match="over"):
            change(table.match, table.key("South"))


def test_odd_texts_do_no_harm(services: MatchServices) -> None:
    made = services.matches.create("ford", title="\ud800\x00 x" * 100)
    assert services.matches.info(made.match).title.startswith("x x")
    with pytest.raises(NotFound):
        services.matches.info("\ud800")
    with pytest.raises(Forbidden):
        services.seats.take_seat(made.match, "\ud800", "Eve")
    with pytest.raises(Unreadable, match="at most 80"):
        services.seats.take_seat(made.match, made.keys["North"], "Ned", "7" * 81)
    assert services.matches.view(made.match, None, -(10**30)).version == 0
    info = services.seats.take_seat(made.match, made.keys["North"], "N" * 200 + "\n", " 7\t7 ")
    assert (len(info.seats[0].name), info.numbers) == (80, {"North": "7 7"})


def test_a_list_of_matches_stands_a_game_that_is_gone(
    services: MatchServices, monkeypatch: pytest.MonkeyPatch
) -> None:
    registry.register("gone", GAME)
    table = sit(services, "gone")
    monkeypatch.delitem(registry._registered, "gone")
    fresh = MatchServices(services.runtime.storage)
    assert [info.match for info in fresh.matches.find([table.key("North")])] == [table.match]
    with pytest.raises(Unknown):
        fresh.matches.view(table.match)
