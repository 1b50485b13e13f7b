"""Gifts (3.18)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import pair
from games.adventurer_kings.positions.realm import (
    FREE,
    Failed,
    a_turn,
    act,
    at,
    failed,
    idle,
    order,
    put_item,
    run,
    told,
)

# Gifts (3.18)


@pytest.mark.clause("AK-3.18-01")
def test_an_item_is_given_to_anybody_here():
    s, n, foe = pair()
    cloak = put_item(s, "Grey Cloak", n)
    act(a_turn(s), n, f"GI {cloak} to {foe}")
    assert s.items[cloak].bearer == foe
    assert failed(a_turn(s), n, f"GI {cloak} to {foe}") == ("AK-3.18-01", "fail.no-item")
    s.set_person(n, place=at(s, 505))
    assert failed(a_turn(s), foe, f"GI {cloak} to {n}") == ("AK-3.18-01", "fail.not-here")


@pytest.mark.clause("AK-3.18-02")
@pytest.mark.parametrize(("answer", "exchanged"), [
    ("GI {b} to {n}", True), ("GI {b} to {n} if {a}", True), ("GI {b} to {n} if 99", False), ("EX", False),
])  # fmt: skip
@pytest.mark.parametrize("first", [True, False])
def test_gifts_for_each_other_are_made_together_or_not_at_all(answer, exchanged, first):
    s, n, foe = pair()
    a, b = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe)
    order(s, n, 1, f"GI {a} to {foe} if {b}")
    order(s, foe, 1, answer.format(a=a, b=b, n=n))
    run(s)
    assert s.items[a].bearer == (foe if exchanged else n)
    assert (s.items[b].bearer == n) is (exchanged or answer == "GI {b} to {n}")


@pytest.mark.clause("AK-3.18-03", "AK-3.18-04", "AK-3.18-05")
def test_kings_give_a_tenth_of_their_gold_or_ten():
    s, n, foe = pair()
    king = s.kingdoms[0].king
    t = a_turn(s)
    assert failed(t, n, f"GI gold 5 to {foe}") == ("AK-3.18-03", "fail.only-kings")
    assert failed(t, king, f"GI gold 5 to {n}") == ("AK-3.18-03", "fail.no-player")
    assert failed(t, king, f"GI gold 11 to {foe}") == ("AK-3.18-04", "fail.too-much-gold")
    s.set_kingdom(0, gold=250, opening_gold=250)
    act(t, king, f"GI gold 20 to {foe}")
    assert failed(t, king, f"GI gold 6 to {foe}") == ("AK-3.18-04", "fail.too-much-gold")
    act(t, king, f"GI 5 to {foe}")
    assert (s.kingdoms[0].gold, s.kingdoms[1].gold) == (225, 35)
    cloak = put_item(s, "Grey Cloak", king)
    act(a_turn(s), king, f"GI {cloak} to {foe}")
    assert (s.items[cloak].bearer, s.kingdoms[0].gold) == (foe, 225)


@pytest.mark.clause("AK-3.18-04")
def test_nobody_gives_gold_that_is_not_there():
    s, _, foe = pair()
    s.set_kingdom(0, gold=3)
    assert failed(a_turn(s), s.kingdoms[0].king, f"GI gold 5 to {foe}") == ("AK-3.18-04", "fail.no-gold")


def give(answer: str, *, visitor: bool = False) -> tuple[str, str, bool, bool]:
    """Let a character offer an item only in exchange for another.

    Return the failure and the owners of the two items.
    """
    s, n, foe = pair(visitor=int(visitor))
    mine, theirs, third = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe), put_item(s, "War Lyre", foe)
    if answer:
        order(s, foe, 1, answer.format(a=mine, b=theirs, c=third, n=n, king=s.kingdoms[0].king))
    idle(s)
    t = a_turn(s)
    try:
        act(t, n, f"GI {mine} to {foe} if {theirs}")
        clause, reason = "", ""
    except Failed as failure:
        clause, reason = failure.clause, failure.reason
    assert (t.action_of(foe) is None) is (not clause or not answer), "a gift that has been made is not made again"
    return clause, reason, s.items[mine].bearer == foe, s.items[theirs].bearer == n


@pytest.mark.clause("AK-3.18-02")
@pytest.mark.parametrize("answer", ["", "GI {c} to {n}", "GI {b} to {king}", "GI {b} to {n} if {c}", "EX"])
def test_without_the_very_gift_in_return_nothing_is_given(answer: str) -> None:
    assert give(answer) == ("AK-3.18-02", "fail.no-exchange", False, False)


@pytest.mark.clause("AK-3.18-02", "AK-10.3-05")
def test_both_gifts_are_made_at_once_but_not_by_a_guest() -> None:
    assert give("GI {b} to {n}") == ("", "", True, True)
    assert give("GI {b} to {n} if {a}") == ("", "", True, True)
    assert give("GI {b} to {n}", visitor=True) == ("AK-3.18-02", "fail.no-exchange", False, False)


@pytest.mark.clause("AK-3.18-02")
@pytest.mark.parametrize(("answer", "exchanged"), [("GI {b} to {n} if {a}", True), ("GI {b} to {n} if {c}", False)])
def test_a_free_gift_is_made_even_if_the_other_asks_for_something_else(answer: str, exchanged: bool) -> None:
    s, n, foe = pair()
    mine, theirs, other = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", foe), put_item(s, "War Lyre", n)
    order(s, foe, 1, answer.format(a=mine, b=theirs, c=other, n=n))
    t = a_turn(s)
    act(t, n, f"GI {mine} to {foe}")
    assert s.items[mine].bearer == foe
    assert (s.items[theirs].bearer == n) is exchanged


@pytest.mark.clause("AK-3.18-02")
def test_a_free_gift_is_made_even_if_what_is_promised_for_it_is_not_there() -> None:
    s, n, foe = pair()
    mine, theirs = put_item(s, "Grey Cloak", n), put_item(s, "Oaken Torc", s.kingdoms[1].king)
    order(s, foe, 1, f"GI {theirs} to {n} if {mine}")
    t = a_turn(s)
    act(t, n, f"GI {mine} to {foe}")
    assert [s.items[each].bearer for each in (mine, theirs)] == [foe, s.kingdoms[1].king]


@pytest.mark.clause("AK-3.18-01")
@pytest.mark.parametrize("case", ["elsewhere", "dead", "oneself", "no such"])
def test_gifts_go_only_to_somebody_else_who_is_there(case: str) -> None:
    s, n, foe = pair()
    cloak = put_item(s, "Grey Cloak", n)
    s.set_person(foe, place=at(s, 505 if case == "elsewhere" else 504), died=int(case == "dead"))
    to = {"oneself": n, "no such": 99}.get(case, foe)
    assert failed(a_turn(s), n, f"GI {cloak} to {to}") == ("AK-3.18-01", "fail.not-here")


@pytest.mark.clause("AK-3.18-01", "AK-3.18-03", "AK-3.18-05")
def test_a_bare_number_is_an_item_if_it_is_carried_else_a_kings_gold() -> None:
    s, n, foe = pair()
    king = s.kingdoms[0].king
    mine, other = put_item(s, "Grey Cloak", king), put_item(s, "Oaken Torc", n)
    t = a_turn(s)
    entries = act(t, king, f"GI {mine} to {foe}")
    assert (s.items[mine].bearer, s.kingdoms[0].gold) == (foe, 10)
    (entry,) = told(entries, "given")
    assert (entry.readers, entry.data["who"], entry.data["item"]) == ((0, 1), "King1", "the Grey Cloak")
    entries = act(t, king, f"GI {other} to {foe}")
    assert (s.items[other].bearer, s.kingdoms[0].gold, s.kingdoms[1].gold) == (n, 10 - other, 10 + other)
    (entry,) = told(entries, "gold-given")
    assert (entry.readers, entry.data["gold"]) == ((0, 1), other)
    assert failed(t, king, f"GI {other} to {foe} if {mine}") == ("AK-3.18-01", "fail.no-item")
    assert failed(t, n, f"GI 7 to {foe}") == ("AK-3.18-01", "fail.no-item")
    assert s.seen[0][foe] == (at(s, 504), s.turn, 1)
    assert 1 in s.kingdoms[0].met


@pytest.mark.clause("AK-3.18-03", "AK-3.18-04")
@pytest.mark.parametrize(("opening", "now", "gifts", "fails"), [
    (10, 10, (10,), False), (10, 30, (11,), True), (109, 109, (10,), False), (119, 119, (11,), False),
    (119, 119, (12,), True),
    (0, 30, (10,), False), (200, 200, (12, 8), False), (200, 200, (12, 9), True), (200, 5, (5,), False),
    (200, 5, (6,), True),
])  # fmt: skip
def test_how_much_gold_a_king_may_give_in_a_turn(
    opening: int, now: int, gifts: tuple[int, ...], fails: bool
) -> None:
    s, _, foe = pair()
    s.set_kingdom(0, opening_gold=opening, gold=now)
    t = a_turn(s)
    king = s.kingdoms[0].king
    for gold in gifts[:-1]:
        act(t, king, f"GI gold {gold} to {foe}")
    if fails:
        assert failed(t, king, f"GI gold {gifts[-1]} to {foe}")[0] == "AK-3.18-04"
    else:
        act(t, king, f"GI gold {gifts[-1]} to {foe}")
        assert s.kingdoms[0].gold == now - sum(gifts)


@pytest.mark.clause("AK-3.18-03")
def test_gold_goes_to_no_free_hero() -> None:
    s, _, foe = pair()
    s.set_person(foe, seat=FREE)
    assert failed(a_turn(s), s.kingdoms[0].king, f"GI gold 5 to {foe}") == ("AK-3.18-03", "fail.no-player")
