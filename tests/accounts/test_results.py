"""Results: stored once for each match, by owner and departures; which of them are rated."""

from __future__ import annotations

import msgspec
import pytest

from palatine.accounts.accounts import Account
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import AccountService
from palatine.accounts.ratings import Ratings
from palatine.accounts.results import FinishedMatch, Results, results_of
from palatine.matches import SeatOwner

NOW = "2026-03-01T12:00:00.000Z"
OVER = FinishedMatch(
    "m", "elric", "2026-03-09", "2026-03-02", (("Amber",), ("Jade", "Ruby")),
    (("Amber", ""), ("Jade", "captain"), ("Ruby", "")),
    ((0, 1, "ann", "2026-03-01", "", ""), (2, 1, "cid", "2026-03-01", "", "")), rated=True,
)  # fmt: skip


def told(found: FinishedMatch) -> list[tuple[str, int, int, str]]:
    return [(each.player, each.rank, each.of, each.how) for each in results_of(found)]


def with_tenures(*held: tuple[int, int, str, str, str, str]) -> FinishedMatch:
    return msgspec.structs.replace(OVER, tenures=held)


def test_everybody_has_the_rank_of_their_seat() -> None:
    assert told(OVER) == [("ann", 1, 3, ""), ("bot captain", 2, 3, ""), ("cid", 2, 3, "")]


def test_who_left_is_last_and_who_took_over_has_the_rank_of_the_seat() -> None:
    found = with_tenures(
        (0, 1, "ann", "2026-03-01", "2026-03-04", "left"), (0, 2, "dan", "2026-03-05", "", ""),
        (2, 1, "cid", "2026-03-01", "", ""),
    )  # fmt: skip
    assert told(found) == [
        ("ann", 4, 4, "left"),
        ("dan", 1, 4, "late"),
        ("bot captain", 2, 4, ""),
        ("cid", 2, 4, ""),
    ]


def test_a_bot_that_stood_in_for_somebody_is_nobody() -> None:
    found = with_tenures(
        (0, 1, "ann", "2026-03-01", "", ""), (1, 1, "bea", "2026-03-01", "2026-03-03", "removed"),
        (2, 1, "cid", "2026-03-01", "", ""),
    )  # fmt: skip
    assert told(found) == [("ann", 1, 3, ""), ("bea", 3, 3, "left"), ("cid", 2, 3, "")]


def test_who_stood_up_before_play_was_not_there_and_two_accounts_made_one_are_one() -> None:
    found = with_tenures(
        (0, 1, "eve", "2026-03-01", "2026-03-01", "left"), (0, 2, "guest", "2026-03-01", "2026-03-05", "merged"),
        (0, 3, "ann", "2026-03-05", "", ""), (2, 1, "cid", "2026-03-01", "", ""),
    )  # fmt: skip
    assert told(found)[0] == ("ann", 1, 3, "")
    assert len(told(found)) == 3


# Over a database


def played(people: AccountService, ann: Account, bea: Account, *, rated: bool) -> str:
    """Return a match of Ann and Bea in which Bea has resigned."""
    players = {"Kingdoms": {"owner": ann.id, "name": "Ann"}}
    made = people.services.matches.create("dark-emperor", players=players, with_keys=False)
    people.database.write(lambda c: people.match_terms.store_terms(c, made.match, ann.id, Terms(rated=rated), NOW))
    people.services.seats.sit_down(made.match, SeatOwner(bea.id, "Necromancer"), "Bea", "7")
    key = SeatOwner(bea.id, "Necromancer")
    people.services.matches.resign(made.match, key, people.services.matches.info(made.match).version)
    return made.match


def test_results_are_kept_once_and_ratings_follow(people: AccountService, ann: Account, bea: Account) -> None:
    results = Results(people.database)
    match = played(people, ann, bea, rated=True)
    assert results.matches_without_results() == [match]
    assert results.store_missing() == 1
    assert not results.store_results(match)
    assert results.matches_without_results() == []
    [kept] = results.of_account(bea.id)
    assert (kept.rank, kept.of, kept.kind, kept.rated, kept.arrival) == (2, 2, "two", True, 1)
    [best] = Ratings(people.database).of_player(ann.id)
    [worst] = Ratings(people.database).of_player(bea.id)
    assert (best.n, worst.n) == (1, 1)
    assert best.mu > worst.mu
    assert results.record_of(ann.id) == {"dark-emperor": (1, 1)}
    assert results.record_of(bea.id) == {"dark-emperor": (1, 0)}


def test_results_arrive_one_after_the_other(people: AccountService, ann: Account, bea: Account) -> None:
    for _ in range(3):
        played(people, ann, bea, rated=True)
    results = Results(people.database)
    results.store_missing()
    assert [each.arrival for each in results.of_account(ann.id)] == [3, 2, 1]


def test_a_match_that_is_not_rated_changes_no_rating(people: AccountService, ann: Account, bea: Account) -> None:
    match = played(people, ann, bea, rated=False)
    results = Results(people.database)
    assert results.store_results(match)
    assert [each.rated for each in results.of_account(ann.id)] == [False]
    assert Ratings(people.database).of_player(ann.id) == []


def test_guests_are_not_rated(people: AccountService, ann: Account) -> None:
    guest = people.accounts.create_guest(NOW)
    match = played(people, ann, guest, rated=True)
    Results(people.database).store_results(match)
    assert Ratings(people.database).of_player(ann.id) == []


def test_who_plays_both_seats_is_not_rated(people: AccountService, ann: Account) -> None:
    match = played(people, ann, ann, rated=True)
    Results(people.database).store_results(match)
    assert Ratings(people.database).of_player(ann.id) == []


@pytest.mark.parametrize("status", ["open", "playing"])
def test_what_is_not_over_has_no_results(people: AccountService, ann: Account, bea: Account, status: str) -> None:
    players = {"Kingdoms": {"owner": ann.id, "name": "Ann"}}
    match = people.services.matches.create("dark-emperor", players=players, with_keys=False).match
    if status == "playing":
        people.services.seats.sit_down(match, SeatOwner(bea.id, "Necromancer"), "Bea", "7")
    assert people.services.matches.info(match).status == status
    assert not Results(people.database).store_results(match)


def test_in_a_draw_nobody_is_first() -> None:
    drawn = msgspec.structs.replace(OVER, ranks=(("Amber", "Jade"), ("Ruby",)), won=False)
    assert told(drawn) == [("ann", 2, 3, "drawn"), ("bot captain", 2, 3, "drawn"), ("cid", 3, 3, "")]
