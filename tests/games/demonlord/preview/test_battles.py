"""Previews of battles, of choices in the line, of withdrawals and of sieges."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    LEAVING,
    MELEE,
    do,
    drawn_up,
    fight,
    foreseen,
    moment,
    notes,
    place,
    step,
    told,
    unit,
    warnings,
)
from palatine.core import Action
from palatine.games.demonlord import GAME

BESIEGED = "1510 Demon: MI-garrison\n1510 Hosar: TI-prince-timur, TI-knights-1, TI-knights-2, TI-crossbowmen\n"


def kept(state: Any, move: Action | str) -> Any:
    return foreseen(state, move)


@pytest.mark.clause("BAT-03", "SIEGE-07")
def test_to_come_out_against_the_odds_is_warned_of_and_walls_shut_in() -> None:
    text = "phase Hosar\nstep Battles\nturn 2\n" + BESIEGED + CAPITALS
    state = do(place(text))
    assert step(state) == "BattleOrSiege"
    assert [clause for clause, _ in warnings(state, "battle")] == ["BAT-03"]
    assert warnings(state, "siege") == []
    assert "SIEGE-07" in notes(state, "siege")


@pytest.mark.clause("BAT-27", "BAT-35", "BAT-36", "BAT-37")
def test_the_odds_of_an_aimed_blow_are_those_of_its_dice() -> None:
    """The Archers face two and are attacked.

    Their enemy chooses their target; each hit is a morale check.
    """
    state = drawn_up("DA-knights, DA-men-at-arms : ER-archers", phase="Hosar", start=MELEE)
    state = fight(state)
    assert step(state) == "AimAt"
    (odds,) = kept(state, ("target", unit("DA-knights"))).odds
    assert sum([each.chance for each in odds.results]) == pytest.approx(1)
    hits = 1 - odds.results[0].chance
    rolled = fight(state, ("target", unit("DA-knights")), rolls=[(6, 6), (6, 6), (6, 6)])
    entry = next(e for e in rolled.journal if e.kind == "miss" and e.data["unit"] == unit("ER-archers"))
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    assert hits == pytest.approx(len([throw for throw in throws if throw <= entry.data["value"]]) / 36)
    assert odds.parts[0][0] == f"+{entry.tally.parts[0].amount}"


@pytest.mark.clause("RET-02", "RET-03")
def test_a_withdrawal_tells_its_price() -> None:
    """Two troops check morale without their leader; those that routed earlier are left behind."""
    state = drawn_up("DA-knights : ER-archers | TI-spearmen : ER-goblins", routed="DA-bowmen / ", start=LEAVING,
                     phase="Hosar")  # fmt: skip
    state = fight(state)
    assert step(state) == "MayWithdraw"
    assert [clause for clause, _ in warnings(state, "withdraw")] == ["RET-02", "RET-03"]
    assert "DA-bowmen" not in str(warnings(state, "fight on"))
    assert warnings(state, "fight on") == []
    assert len(kept(state, "fight on").odds) == 1


@pytest.mark.clause("END-01", "RET-17")
def test_to_march_out_of_a_capital_that_is_fought_for_is_warned_of() -> None:
    state = drawn_up("TI-knights-1, TI-knights-2 : NI-goblins", start=LEAVING, phase="Demon", spot="0610",
                     more="control 0610: Hosar\n0806 Hosar: TI-spearmen\n1812 Demon: NI-foot-guards\n")  # fmt: skip
    state = fight(state, "fight on", "withdraw", rolls=[1, 1])
    while step(state) == "AnnounceSpell":
        state = fight(state, "pass")
    assert step(state) == "IntoFortress"
    assert [clause for clause, _ in warnings(state, "out")] == ["END-01"]
    told_of_walls = [each.clause for each in GAME.consequences(state, "Hosar", ("into", 0))]
    assert told_of_walls == ["SIEGE-07"]


@pytest.mark.clause("SIEGE-12", "SIEGE-21")
def test_a_siege_tells_all_results_of_its_table() -> None:
    state = moment("Sieges", BESIEGED)
    assert step(state) == "ChooseSiegeMethod"
    for way in ("assault", "invest"):
        (odds,) = kept(state, way).odds
        assert sum([each.chance for each in odds.results]) == pytest.approx(1)
        assert all([each.losses["Hosar"] == odds.results[0].losses["Hosar"] for each in odds.results])
    assault, invest = [kept(state, way).odds[0].results[0].losses["Hosar"] for way in ("assault", "invest")]
    assert assault > invest
    assert max([each.losses["Demon"] for each in kept(state, "assault").odds[0].results]) == 1  # all that is inside
    assert told(do(state, "assault"), "siege.method")
