"""Ratings from matches, and their recalculation with the same result."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, insert, select

from palatine.accounts.ratings import (
    MU,
    SIGMA,
    RankedResult,
    Rating,
    RatingKey,
    Ratings,
    update_ratings,
    updated_ratings,
)
from palatine.store import Store
from palatine.store.schema import matches
from palatine.store.schema_people import ratings, results

PLAYERS = ("ann", "bea", "cid", "dan", "bot captain")


def result(
    player: str, rank: int, how: Any = "", match: str = "m", arrival: int = 1, place: int | None = None
) -> RankedResult:
    account, bot = ("", player[4:]) if player.startswith("bot ") else (player, "")
    at = PLAYERS.index(player) if place is None else place
    return RankedResult(match, at, 1, account, bot, "elric", "several", rank, 5, how, True, "2026", arrival)


def new(key: RatingKey) -> Rating:
    return Rating(*key)


def rated(*match: RankedResult) -> dict[str, Rating]:
    return {each.player: each for each in updated_ratings(match, new)}


def test_the_better_gain_and_the_worse_lose_in_the_order_of_their_ranks() -> None:
    after = rated(*[result(player, rank) for rank, player in enumerate(PLAYERS, 1)])
    means = [after[player].mu for player in PLAYERS]
    assert means == sorted(means, reverse=True)
    assert means[0] > MU > means[-1]
    assert all(each.sigma < SIGMA and each.n == 1 for each in after.values())


def test_who_shared_a_rank_fared_alike() -> None:
    after = rated(result("ann", 1), result("bea", 2), result("cid", 2))
    assert after["bea"].mu == pytest.approx(after["cid"].mu)


def test_no_number_is_shown_before_it_says_something() -> None:
    known: dict[RatingKey, Rating] = {}
    for count in range(1, 60):
        first, second = ("bea", "ann") if count % 3 == 0 else ("ann", "bea")
        for each in updated_ratings(
            [result(first, 1), result(second, 2)], lambda key: known.get(key, Rating(*key))
        ):
            known[each.player, each.game, each.kind] = each
        shown = [each.number for each in known.values() if each.number is not None]
        if shown:
            break
    assert count > 5
    best = known["ann", "elric", "several"]
    assert best.number == round(1000 + 20 * (best.mu - 3 * best.sigma))


def test_who_left_loses_and_those_who_stayed_are_measured_among_themselves() -> None:
    stayed = [result("ann", 1), result("bea", 2)]
    with_leaver = rated(*stayed, result("cid", 3, "left"))
    assert with_leaver["ann"] == rated(*stayed)["ann"]
    assert with_leaver["cid"].mu < MU


def test_who_alone_stayed_gains_by_it() -> None:
    assert rated(result("ann", 1), result("bea", 2, "left"))["ann"].mu > MU


@given(st.permutations(PLAYERS), st.integers(0, 4))
def test_who_took_over_can_only_gain(order: list[str], taken: int) -> None:
    match = [result(player, rank, "late" if rank - 1 == taken else "") for rank, player in enumerate(order, 1)]
    after = rated(*match)
    late = after.get(order[taken], new((order[taken], "elric", "several")))
    assert late.low >= new(("x", "x", "x")).low


def test_a_bot_on_several_seats_is_one_player() -> None:
    match = [result("ann", 1), result("bot captain", 2, place=3), result("bot captain", 3, place=4)]
    after = rated(*match)
    assert (set(after), after["bot captain"].n) == ({"ann", "bot captain"}, 1)


HISTORY = st.lists(
    st.lists(
        st.tuples(st.sampled_from(PLAYERS), st.integers(1, 4), st.sampled_from(["", "", "left", "late"])),
        min_size=2, max_size=5, unique_by=lambda each: each[0],
    ),
    max_size=6,
)  # fmt: skip


@pytest.fixture(scope="module")
def store() -> Store:
    return Store.open(":memory:")


@settings(max_examples=20, deadline=None, phases=(Phase.generate,))
@given(history=HISTORY)
def test_reckoned_anew_ratings_are_as_they_were_match_by_match(
    store: Store, history: list[list[tuple[str, int, str]]]
) -> None:
    with store.database.writing() as connection:
        for table in (ratings, results, matches):
            connection.execute(delete(table))
    for arrival, entries in enumerate(history, 1):
        match = [result(player, rank, how, f"m{arrival}", arrival) for player, rank, how in entries]
        _keep(store, match)
    step_by_step = _all(store)
    assert Ratings(store.database).rerate() == len(history)
    assert _all(store) == step_by_step


def _keep(store: Store, match: list[RankedResult]) -> None:
    row = {
        "id": match[0].match, "game": "elric", "rules": "", "scenario": "", "options": {}, "title": "", "seed": b"",
        "created": "", "updated": "", "forced": True, "status": "over", "version": 0, "ply": 0, "due": False,
        "asked": [],
    }  # fmt: skip
    fields = RankedResult.__struct_fields__
    with store.database.writing() as connection:
        connection.execute(insert(matches), row)
        connection.execute(insert(results), [{name: getattr(each, name) for name in fields} for each in match])
        update_ratings(connection, match)


def _all(store: Store) -> list[Any]:
    with store.database.reading() as connection:
        return [tuple(row) for row in connection.execute(select(ratings).order_by(*ratings.primary_key))]
