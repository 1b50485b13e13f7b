"""Odds shown before a throw, which match what the throw needs."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    actions,
    cast,
    cast_and_pass,
    do,
    drawn_up,
    fight,
    foreseen,
    moment,
    place,
    seat,
    step,
    told,
    two,
    unit,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import POWER, UNIT_NEUTRAL
from palatine.games.demonlord.components.spells import EARTHPIT, SPELLGATE
from palatine.games.demonlord.components.world import FOREST_TEMPLE, GW, HAS_SITE, LYUNG, hex_id, hex_name
from palatine.games.demonlord.rules.combat.attacks import Attack, attack_chance
from palatine.games.demonlord.rules.combat.morale import MELEES
from palatine.games.demonlord.rules.combat.sieges import (
    count_winged,
    known_siege_forces,
    siege_chance,
    winged_inside,
)
from palatine.games.demonlord.rules.magic.procedure import GATE
from palatine.games.demonlord.view.odds import siege_odds_text


def cost(state: Any, move: tuple[str, int]) -> str:
    """Return the cost text of a choice for the seat that is asked."""
    (found,) = [each.cost for each in GAME.view(state, seat(state)).choices if (each.verb, each.operand) == move]
    return found


@pytest.mark.clause("INV-14", "INV-03")
def test_the_woods_chief_is_told_of_his_doubled_power_at_the_forest_temple() -> None:
    """His power is 2, so he invokes there on 4 or less, and the following 4 succeeds."""
    chief = unit("GW-woods-chief")
    text = f"serves: [2,2,0,2,2]\ncontrol 0914: Hosar\n{hex_name(FOREST_TEMPLE)} Hosar: GW-woods-chief\n"
    state = moment("Invocation", text)
    assert (POWER[chief], UNIT_NEUTRAL[chief]) == (2, GW)
    assert cost(state, ("invoke", chief)) == "works 4 in 6 (67%)"
    assert told(do(state, ("invoke", chief), rolls=[4, 1]), "invoke.works")
    assert told(do(state, ("invoke", chief), rolls=[5]), "invoke.fails")


@pytest.mark.clause("MAG-31", "MAG-14")
def test_an_earthpit_tells_what_a_site_costs_it() -> None:
    """The Demon's succeeds on 5 or less, at a site on 3 or less."""
    state = moment("BeforeMovement", "0706 Demon: TA-lord-taegul\n", "Demon", demon="Earthpit")
    at_a_site = "at a city, castle, temple or village 3 in 6 (50%)"
    assert cost(state, cast(EARTHPIT)) == f"works 5 in 6 (83%); {at_a_site}"
    state = do(state, cast(EARTHPIT))
    for _, h in actions(state):
        assert cost(state, ("target", h)) == ("works 3 in 6 (50%)" if HAS_SITE[h] else "works 5 in 6 (83%)")
    village = next(h for _, h in actions(state) if HAS_SITE[h])
    for die, works in ((3, True), (4, False)):
        assert bool(cast_and_pass(state, ("target", village), rolls=[die]).earthpits) == works


@pytest.mark.clause("MAG-15")
def test_a_gate_between_two_marches_tells_its_die() -> None:
    state = place(
        f"phase Hosar\nspells of Hosar: Spellgate\nstep OpenMovement\n0805 Hosar: HO-priest, DA-knights\n{CAPITALS}"
    )
    assert cost(state, GATE) == "works 4 in 6 (67%)"
    assert SPELLGATE in state.hands[HOSAR]


def lyung(outside: str, inside: str, steps: int = 2) -> Any:
    """Return a siege of Lyung, Hosar's ally, before the besieger's choice."""
    text = f"serves: [2,2,2,0,2]\ncontrol 1308: Hosar\n1308 Hosar: {inside}\n1308 Demon: {outside}\n"
    return place(f"turn 2\nphase Demon\nstep Sieges\nsieges: [[{LYUNG},{steps - 1}]]\n{text}{CAPITALS}")


def besieger_modifier(state: Any, h: int, inside: int) -> int:
    """Return the besieger's modifier if `inside` winged troops are in the fortress."""
    return siege_chance(state, h, 1 - state.control[h], True, known_siege_forces(state, h, inside)).tally.value


@pytest.mark.clause("SIEGE-22")
@pytest.mark.parametrize(
    ("outside", "inside", "in_doubt", "shift"),
    [
        ("NI-archers", "LY-castle-guard", False, -1),
        ("NI-winged-demons, NI-archers", "LY-castle-guard", False, 0),
        ("NI-winged-demons, NI-archers", "LY-cloud-riders-1", False, -1),
        ("NI-winged-demons, NI-archers", "LY-castle-guard, LY-cloud-riders-1", True, -1),
        ("NI-winged-demons, NI-archers", "LY-castle-guard, LY-cloud-prince", True, 0),
    ],
)
def test_the_forecast_at_lyung_counts_its_minus_one(outside: str, inside: str, in_doubt: bool, shift: int) -> None:
    """The forecast is certain if the number of winged troops inside does not matter.

    Otherwise it shows the worse case and says that it is uncertain.
    """
    state = lyung(outside, inside)
    assert (step(state), seat(state)) == ("ChooseSiegeMethod", "Demon")
    least, most = winged_inside(state, LYUNG)
    true = count_winged(state, HOSAR, LYUNG)
    assert least <= true <= most
    assert besieger_modifier(state, LYUNG, true) == shift
    assert (besieger_modifier(state, LYUNG, least) != besieger_modifier(state, LYUNG, most)) == in_doubt
    assert ("+1 on your dice" in cost(state, ("assault", 0))) == in_doubt


@pytest.mark.clause("SIEGE-19", "SIEGE-20", "SIEGE-21", "SIEGE-22")
@pytest.mark.parametrize("spot", ["1007", "1308", "1606", "0704"])
@pytest.mark.parametrize("steps", [1, 2, 5])
def test_the_forecast_is_shifted_by_what_the_throw_then_adds(spot: str, steps: int) -> None:
    """The cases are a castle, Lyung, a city and D'Ansor in the first, a later and the fifth step.

    Neither side has leaders or magic.
    """
    h = hex_id(spot)
    demons = "control 1308: Demon\nserves: [2,2,2,1,2]\n" if spot == "1308" else f"control {spot}: Demon\n"
    state = place(
        f"turn 2\nphase Hosar\nstep Sieges\nsieges: [[{h},{steps - 1}]]\n{demons}{spot} Demon: NI-archers\n"
        f"{spot} Hosar: DA-knights, DA-bowmen\n{CAPITALS}"
    )
    foreseen = besieger_modifier(state, h, count_winged(state, DEMON, h))
    after = do(state, "assault", "pass", "pass", rolls=[1, 2, 1, 2])
    (throw,) = [
        entry.tally
        for entry in after.journal
        if entry.tally and entry.data.get("side") == HOSAR and entry.kind.startswith("siege.")
    ]
    assert throw.total - throw.rolled == foreseen


def test_what_is_told_of_a_siege_does_not_turn_on_what_lies_hidden() -> None:
    one = lyung("NI-winged-demons, NI-archers", "LY-castle-guard, LY-cloud-riders-1")
    other = lyung("NI-winged-demons, NI-archers", "LY-castle-guard, LY-cloud-prince")
    for assault in (True, False):
        assert siege_odds_text(GAME.words, one, LYUNG, assault) == siege_odds_text(
            GAME.words, other, LYUNG, assault
        )


MIDAZU = hex_id("1510")


def midazu(leader: str = "", foe: str = "") -> Any:
    """Return the fifth siege step at a castle; without leaders the besieger adds two."""
    text = f"1510 Demon: {foe}NI-archers, NI-horsemen-1\n1510 Hosar: {leader}DA-knights, DA-bowmen\n"
    return place(f"turn 2\nphase Hosar\nstep Sieges\nsieges: [[{MIDAZU},4]]\n{text}{CAPITALS}")


@pytest.mark.clause("SIEGE-12", "SIEGE-18")
@pytest.mark.parametrize(
    ("leader", "foe", "surrenders"),
    [
        ("", "", 3),
        ("TI-prince-timur, ", "", 6),
        ("TI-prince-timur, ", "ER-lord-erush, ", 6),
        ("TI-prince-timur, ", "NI-lord-nish, ", 3),
        ("", "NI-lord-nish, ", 3),
    ],
)
def test_button_preview_and_throw_of_a_siege_agree_on_the_better_leader(
    leader: str, foe: str, surrenders: int
) -> None:
    """An assault needs 13 or more: 11 on the dice, or 10 for the side with the better leader."""
    state = midazu(leader, foe)
    assert f"surrender {surrenders} in 36" in cost(state, ("assault", 0))
    (odds,) = foreseen(state, "assault").odds
    assert odds.results[0].chance == pytest.approx(surrenders / 36)
    (least,) = [total for total in range(2, 13) if (13 - total) * (14 - total) / 2 == surrenders]
    for total, yields in ((least, True), (least - 1, False)):
        after = do(state, "assault", "pass", "pass", rolls=[*two(total), 1, 1])
        assert bool(told(after, "siege.surrender")) == yields


@pytest.mark.clause("SIEGE-18")
def test_a_defender_who_leads_better_in_the_open_costs_the_besieger_more() -> None:
    """The defender's column of the assault table yields 61 troops in 36 throws.

    With one more on the dice it yields 74.
    """
    assert "for 1.7 of yours" in cost(midazu(), ("assault", 0))
    assert "for 2.1 of yours" in cost(midazu(foe="NI-lord-nish, "), ("assault", 0))
    hidden = midazu().copy()
    hidden.put((unit("NI-lord-nish"),), DEMON, MIDAZU)
    hidden.lay_on_top(unit("NI-archers"), DEMON, MIDAZU)
    assert "for 1.7 of yours" in cost(hidden, ("assault", 0)), (
        "what lies hidden counts as the dice fall, not before"
    )


def test_the_battle_board_says_how_likely_opponents_hit_and_how_strong_a_side_is() -> None:
    row = "DA-knights : ER-archers | TI-knights-1, DA-men-at-arms : ER-swordsmen"
    state = fight(drawn_up(row, reserve="TI-knights-2 / "))
    for looker in ("Hosar", "Demon", None):
        marks = GAME.view(state, looker).marks
        assert [each.name for each in marks["reserve.0"]] == ["Hosar: 3 in line, 1 in reserve"]
        assert [each.name for each in marks["reserve.1"]] == ["Demon: 2 in line, 0 in reserve"]
        for space, attacks in (
            ("line.0.0", ["DA-knights > ER-archers"]), ("line.1.0", ["ER-archers > DA-knights"]),
            ("line.0.1", ["TI-knights-1 > ER-swordsmen", "DA-men-at-arms > ER-swordsmen"]),
        ):  # fmt: skip
            pairs = [[unit(key) for key in attack.split(" > ")] for attack in attacks]
            chances = [attack_chance(state, state.battle, MELEES, Attack(*pair)).distribution() for pair in pairs]
            shares = sorted({f"{chance.probability() * 100:.0f}" for chance in chances})
            told = f"{'–'.join(shares)} %"
            assert marks[space][0].name[:-2] == told
