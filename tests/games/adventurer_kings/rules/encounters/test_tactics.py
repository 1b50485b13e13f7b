"""Encounter plans and how characters follow them (5.0, 5.4, 5.5, 5.10)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import hero, plan, two
from games.adventurer_kings.positions.realm import a_turn, new_state, told
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.kinds import Special
from palatine.games.adventurer_kings.rules.combat import duels
from palatine.games.adventurer_kings.rules.combat.duels import challenges
from palatine.games.adventurer_kings.rules.encounters.blows import plain_harm
from palatine.games.adventurer_kings.rules.encounters.combatant import MELEE_RANGE
from palatine.games.adventurer_kings.rules.encounters.tactics import blow_worth, choose, death_risk
from palatine.games.adventurer_kings.sheet_help.plan_checks import plan_faults, special_faults


@pytest.mark.clause("AK-5.0-02")
def test_tactics_are_taken_in_order_and_then_made_by_the_computer():
    f = two("EL2 AR1", "", "CA-FI,FI,ME")
    a, _ = f.sides
    assert choose(f, a) == orders.Cast("EL-FI")
    assert choose(f, a) == orders.Fire()
    f.span, a.arms.arrows = MELEE_RANGE, 0
    assert choose(f, a) == orders.Strike()
    assert choose(f, a) == orders.Cast("EL-FI")  # used nowhere yet: the computer takes the best spell


@pytest.mark.clause("AK-5.4-04")
def test_words_take_no_time():
    f = two("", "", 'SA"yield",ME')
    f.readers = [0]
    f.t.s.journal = []
    assert choose(f, f.sides[0]) == orders.Strike()
    assert [entry.data["text"] for entry in told(f.t.s.journal, "fight-says")] == ["yield"]


def test_plans_are_read_as_on_the_sheet():
    assert plan("CA-FI,ME") == (orders.Cast("EL-FI"), orders.Strike())


# Plans, and duels of commanders (5.4, 5.5, 5.10)


@pytest.mark.clause("AK-5.4-07", "AK-5.5-08", "AK-5.0-03")
@pytest.mark.parametrize(("text", "clauses"), [
    ("TA,FL", []), ("TA,TA,ME", []), ("TA,FU", ["AK-5.5-08"]), ("ST,TA", ["AK-5.5-08"]), ("FU,ST", ["AK-5.5-08"]),
    ("ME,TA", ["AK-5.0-03"]), ("FI,ST", ["AK-5.0-03"]), ("CA-IN,ST", []), ("CA-FI,CA-FI", ["AK-4.2-05"]),
])  # fmt: skip
def test_talk_theft_and_fulfilment_exclude_each_other_and_come_before_blows(text, clauses):
    s = new_state()
    n = hero(s, "IL1 EL2 AR1")
    assert [fault[0] for fault in plan_faults(s, n, plan(text))] == clauses


@pytest.mark.clause("AK-5.10-01")
@pytest.mark.parametrize("tactic", ["TA", "FU", "ST"])
def test_a_special_plan_knows_no_talk_and_no_theft(tactic):
    s = new_state()
    n = hero(s)
    assert [fault[0] for fault in special_faults(s, Special(n, plan(f"{tactic},ME")))] == ["AK-5.10-01"]


@pytest.mark.clause("AK-5.10-02", "AK-5.10-03")
@pytest.mark.parametrize(("text", "challenger", "refuser"), [
    ("ME", True, False), ("CA-FI,ME", True, False), ("FL", False, True), ("FL,ME", False, True),
    ("ME,FL", False, False), ("", False, False), ("SC", False, False),
])  # fmt: skip
def test_blows_without_flight_challenge_and_flight_at_first_refuses(text, challenger, refuser):
    s = new_state()
    n = hero(s, "EL1")
    t = a_turn(s)
    t.ordered.plans[n] = plan(text)
    assert (challenges(t, n), duels.flees_challenge(t, n)) == (challenger, refuser)


@pytest.mark.clause("AK-2.4-07")
def test_fear_and_hope_reckon_with_levels_that_have_been_sapped() -> None:
    for sapped, fear in ((0, True), (2, False)):
        f = two("ME0", "ME4", span=MELEE_RANGE)
        me, foe = f.sides
        me.body.hp, foe.afflictions.sapped = 9, sapped
        assert plain_harm(6, foe, me) == 10 - sapped
        assert (death_risk(f, foe, me) > 0) is fear
        worth = blow_worth(f, foe, me)
        gap = 4 - sapped
        assert worth == pytest.approx(min(95, 60 + 10 * gap) / 100 * (3.5 + gap)), "brave, with elan"
