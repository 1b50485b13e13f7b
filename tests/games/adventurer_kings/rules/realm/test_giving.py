"""Gifts (3.18)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import pair
from games.adventurer_kings.positions.realm import a_turn, act, at, failed, order, put_item, run

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
