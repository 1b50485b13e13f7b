"""Withdrawal, and the end of a battle."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    FIGHT,
    HIT,
    HOSAR,
    LEAVING,
    MELEE,
    MISS,
    WITHDRAW,
    actions,
    at,
    do,
    drawn_up,
    fight,
    parts,
    refusal,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.pieces import MORALE
from palatine.games.demonlord.components.world import AH, MOUNTAINS, hex_id
from palatine.games.demonlord.rules.combat.battle_end import close_battle, end_by_destruction, shake_allies
from palatine.games.demonlord.state import DEAD, PRISONER

HERE = hex_id("1004")
LINE = "DA-knights : ER-heavy-cavalry | DA-bowmen : ER-archers"


def leaving(row: str = LINE, *moves: Any, rolls: Any = (), **more: Any) -> Any:
    """Return the end of a round."""
    return fight(drawn_up(row, start=LEAVING, **more), *moves, rolls=rolls)


def last_blow(*rolls: Any, row: str = "DA-bowmen : ER-archers", **more: Any) -> Any:
    """Return the melee of the last two troops."""
    return fight(drawn_up(row, start=MELEE, **more), rolls=rolls)


def place_of(state: Any, key: str) -> int:
    return int(state.where[unit(key)])


def held_by(state: Any, side: int) -> list[int]:
    return [u for u, captor in state.captors if captor == side]


# Withdrawal


@pytest.mark.clause("RET-01")
@pytest.mark.parametrize(("phase", "other"), [("Demon", "Hosar"), ("Hosar", "Demon")])
def test_after_any_round_either_player_may_withdraw_the_phasing_one_asked_first(phase: str, other: str) -> None:
    state = leaving(phase=phase)
    assert (step(state), seat(state), actions(state)) == ("MayWithdraw", phase, [(FIGHT, 0), (WITHDRAW, 0)])
    state = do(state, FIGHT)
    assert (step(state), seat(state), actions(state)) == ("MayWithdraw", other, [(FIGHT, 0), (WITHDRAW, 0)])


@pytest.mark.clause("RET-01")
def test_nobody_must() -> None:
    state = leaving(LINE, FIGHT, FIGHT, rolls=[MISS] * 6)
    assert (step(state), state.battle.round) == ("MayWithdraw", 2)


@pytest.mark.clause("RET-01", "RET-02")
def test_all_of_his_units_withdraw_those_in_reserve_too() -> None:
    state = leaving(LINE, WITHDRAW, reserve=" / ER-goblins, ER-swordsmen", posts="ER-lord-erush @ ER-archers",
                    rolls=[1, 1, 1, 1])  # fmt: skip
    assert [entry.data["unit"] for entry in told(state, "withdrawal.holds")] == units(
        "ER-heavy-cavalry", "ER-archers", "ER-goblins", "ER-swordsmen"
    )
    while step(state) != "Movement":
        state = do(state, actions(state)[0])
    assert state.stack(DEMON, HERE) == ()


@pytest.mark.clause("RET-01", "RET-19")
def test_when_the_first_withdraws_the_second_is_not_asked_and_holds_the_field() -> None:
    state = leaving("DA-knights : ER-heavy-cavalry", WITHDRAW, routed="DA-bowmen / ", rolls=[6])
    assert step(state) == "Movement"
    assert set(state.stack(HOSAR, HERE)) == set(units("DA-knights", "DA-bowmen"))


@pytest.mark.clause("RET-02")
@pytest.mark.parametrize(("die", "place"), [(3, "away"), (4, PRISONER), (5, DEAD)])
def test_each_withdrawing_troop_checks_its_morale(die: int, place: Any) -> None:
    """Archers have a morale of 4."""
    state = leaving(LINE, WITHDRAW, rolls=[1, die])
    archers = place_of(state, "ER-archers")
    assert ("away" if archers >= 0 and archers != HERE else archers) == place
    assert held_by(state, HOSAR) == (units("ER-archers") if place == PRISONER else [])


@pytest.mark.clause("RET-02", "MAG-35", "NEU-08")
def test_darkness_and_the_ancients_dread_of_mountains_weigh_on_the_check() -> None:
    row = "AN-lizard-warriors-1 : ER-heavy-cavalry"
    state = leaving(row, FIGHT, WITHDRAW, terrain=MOUNTAINS, rolls=[6],
                    more=f"gloom: [[{HERE}, {HOSAR}]]\nserves: [2,0,2,2,2]\n")  # fmt: skip
    assert parts(state, "AN-lizard-warriors-1", "withdrawal.destroyed") == [
        (5, "BAT-33"),
        (-1, "MAG-35"),
        (-1, "NEU-08"),
    ]


@pytest.mark.clause("RET-03", "BAT-41")
def test_troops_routed_earlier_are_lost_without_a_check() -> None:
    state = leaving(LINE, WITHDRAW, routed=" / ER-patrol-cavalry, ER-lord-erush", rolls=[1, 1])
    assert held_by(state, HOSAR) == units("ER-patrol-cavalry", "ER-lord-erush")


@pytest.mark.clause("RET-04")
def test_characters_check_nothing_and_go_with_the_survivors() -> None:
    posts = "ER-lord-erush @ ER-archers, TN-priests @ ER-heavy-cavalry"
    state = leaving(LINE, WITHDRAW, posts=posts, rolls=[1, 6])
    assert place_of(state, "ER-archers") == DEAD
    assert at(state, "ER-lord-erush") == at(state, "TN-priests") == at(state, "ER-heavy-cavalry") != "1004"


@pytest.mark.clause("RET-04")
def test_each_character_chooses_among_the_surviving_troops() -> None:
    state = leaving(LINE, WITHDRAW, posts="ER-lord-erush @ ER-archers", rolls=[1, 1])
    assert (step(state), seat(state)) == ("ChooseEscort", "Demon")
    assert actions(state) == [("with", u) for u in units("ER-heavy-cavalry", "ER-archers")]
    assert refusal(state, ("with", unit("DA-knights"))).clause == "RET-04"
    assert refusal(state, ("with", unit("ER-lord-erush"))).clause == "RET-04"


@pytest.mark.clause("RET-05")
def test_no_leader_improves_the_morale_of_withdrawing_troops() -> None:
    """Archers have a morale of 4 and would pass a 4 under Lord Erush."""
    state = leaving(LINE, WITHDRAW, posts="ER-lord-erush @ ER-archers", rolls=[1, 4])
    assert held_by(state, HOSAR) == units("ER-archers")
    assert parts(state, "ER-archers", "withdrawal.taken") == [(4, "BAT-33")]


@pytest.mark.clause("RET-04", "RET-20")
def test_when_no_troop_survives_the_withdrawal_the_characters_face_capture() -> None:
    state = leaving("DA-knights : ER-archers", WITHDRAW, posts="ER-lord-erush @ ER-archers",
                    rolls=[6, ("escape", 1), ("capture", 3)])  # fmt: skip
    assert held_by(state, HOSAR) == units("ER-lord-erush")


# The option of a secret decision

SECRET = 'options: {"withdrawal": "secret"}\n'


@pytest.mark.clause("RET-01")
@pytest.mark.parametrize("first", [FIGHT, WITHDRAW])
def test_by_option_both_decide_and_nobody_knows_of_the_other(first: str) -> None:
    state = leaving(LINE, first, more=SECRET)
    assert (step(state), seat(state)) == ("MayWithdraw", "Hosar")
    assert not told(state, "withdraws")


@pytest.mark.clause("RET-01", "RET-03")
def test_by_option_both_may_withdraw_and_both_lose_their_routed() -> None:
    state = leaving("DA-knights : ER-heavy-cavalry", WITHDRAW, WITHDRAW, more=SECRET,
                    routed="DA-militia / ER-goblins", rolls=[1, 1])  # fmt: skip
    assert (held_by(state, HOSAR), held_by(state, DEMON)) == (units("ER-goblins"), units("DA-militia"))
    abandoned = {(entry.data["unit"], entry.data["side"]) for entry in told(state, "withdrawal.abandoned")}
    assert abandoned == {(unit("DA-militia"), DEMON), (unit("ER-goblins"), HOSAR)}
    while step(state) != "Movement":
        state = do(state, actions(state)[0])
    assert told(state, "retreat")[0].data["side"] == HOSAR, "the non-phasing side goes first"
    assert "1004" not in (at(state, "DA-knights"), at(state, "ER-heavy-cavalry"))


@pytest.mark.clause("RET-01", "SIEGE-03", "END-02")
def test_by_option_nobody_takes_a_capital_that_both_withdraw_from() -> None:
    state = leaving("DA-knights : NI-goblins", WITHDRAW, WITHDRAW, more=SECRET + "0610 Hosar: TI-city-militia\n",
                    spot="1812", phase="Hosar", rolls=[1, 1])  # fmt: skip
    state = do(state, "out")
    while step(state) != "Movement":
        state = do(state, actions(state)[0])
    assert "1812" not in (at(state, "DA-knights"), at(state, "NI-goblins"))
    assert (state.control[hex_id("1812")], state.outcome) == (DEMON, None)


@pytest.mark.clause("RET-01", "RET-20", "RET-22")
@pytest.mark.parametrize("phase", ["Hosar", "Demon"])
def test_by_option_who_is_left_behind_is_tested_only_if_enemy_troops_stay(phase: str) -> None:
    state = leaving("DA-knights : ER-archers", WITHDRAW, WITHDRAW, more=SECRET, phase=phase,
                    posts="ER-lord-erush @ ER-archers", rolls=[1, 6] if phase == "Hosar" else [6, 1])  # fmt: skip
    while step(state) != "Movement":
        state = do(state, actions(state)[0])
    assert not told(state, "capture.seize")
    assert at(state, "ER-lord-erush") == "1004"


# Ending Battles


@pytest.mark.clause("RET-19")
def test_the_battle_ends_when_a_side_loses_its_last_troop() -> None:
    state = last_blow(MISS, HIT, 6, routed="DA-knights / ")
    assert (state.battle, step(state)) == (None, "Movement")
    assert [entry.data["side"] for entry in told(state, "battle.won")] == [HOSAR]
    assert set(state.stack(HOSAR, HERE)) == set(units("DA-knights", "DA-bowmen"))


@pytest.mark.clause("RET-19", "BAT-08")
def test_reserves_are_troops_too_and_the_battle_goes_on() -> None:
    state = last_blow(MISS, HIT, 6, reserve=" / ER-goblins")
    assert step(state) == "MayWithdraw"
    state = do(state, FIGHT, FIGHT)
    assert (step(state), seat(state), actions(state)) == ("CommitUnit", "Demon", [("place", unit("ER-goblins"))])


@pytest.mark.clause("RET-20")
@pytest.mark.parametrize(("escape", "taken"), [(1, True), (2, False), (3, False)])
def test_a_side_without_troops_loses_its_routed_and_its_characters_are_tested(escape: int, taken: bool) -> None:
    """Lord Erush has the strongest magic there, so his die gets one more."""
    state = last_blow(MISS, HIT, 6, 4, ("escape", escape), ("capture", 3), routed=" / ER-foot-guards",
                      posts="ER-lord-erush @ ER-archers")  # fmt: skip
    assert unit("ER-foot-guards") in held_by(state, HOSAR)
    assert (unit("ER-lord-erush") in held_by(state, HOSAR)) is taken
    assert (at(state, "ER-lord-erush") == "1004") is not taken


@pytest.mark.clause("RET-20", "CAP-09")
def test_in_an_enemy_fortress_he_has_not_entered_and_loses_nothing_on_the_die() -> None:
    state = last_blow(MISS, HIT, 6, 4, ("escape", 4), ("capture", 3), spot="0704", more="control 0704: Hosar\n",
                      posts="ER-lord-erush @ ER-archers")  # fmt: skip
    (entry,) = told(state, "capture.escape")
    assert "CAP-09" not in [part.clause for part in entry.tally.parts]


@pytest.mark.clause("RET-20", "CAP-04")
def test_who_was_tested_there_in_this_turn_is_not_tested_again() -> None:
    state = last_blow(MISS, HIT, 6, 4, posts="ER-lord-erush @ ER-archers",
                      more=f"tested: [{unit('ER-lord-erush') * 1000 + HERE}]\n")  # fmt: skip
    assert (step(state), at(state, "ER-lord-erush")) == ("Movement", "1004")


@pytest.mark.clause("RET-21")
@pytest.mark.parametrize("dice", [(6, 6), (4, 4), (4, 6)])
def test_when_both_last_troops_go_together_all_routed_units_are_destroyed(dice: tuple[int, int]) -> None:
    state = last_blow(HIT, HIT, *dice, routed="DA-knights, HO-bishop / ER-foot-guards")
    lost = ("DA-bowmen", "DA-knights", "HO-bishop", "ER-archers", "ER-foot-guards")
    assert [place_of(state, key) for key in lost] == [DEAD] * 5
    assert (step(state), state.captors) == ("Movement", ())
    assert told(state, "battle.mutual")


@pytest.mark.clause("RET-22")
def test_the_characters_left_after_that_are_safe_for_now() -> None:
    state = last_blow(HIT, HIT, 6, 6, 4, 4, posts="HO-bishop @ DA-bowmen, ER-lord-erush @ ER-archers")
    assert not told(state, "capture.seize")
    assert (state.stack(HOSAR, HERE), state.stack(DEMON, HERE)) == (
        tuple(units("HO-bishop")),
        tuple(units("ER-lord-erush")),
    )


# Relief battles

MIDAZU = "control 1510: Demon\n"


@pytest.mark.clause("RET-20", "SIEGE-24")
def test_a_garrison_that_stays_out_is_not_touched_and_takes_the_reliefs_characters_in() -> None:
    state = last_blow(HIT, MISS, 6, 4, row="DA-bowmen : ER-archers", phase="Hosar", spot="1510", more=MIDAZU,
                      aside="MI-garrison, MI-bowmen", posts="ER-lord-erush @ ER-archers")  # fmt: skip
    assert step(state) == "Movement"
    assert set(state.stack(DEMON, hex_id("1510"))) == set(units("MI-garrison", "MI-bowmen", "ER-lord-erush"))
    assert (state.control[hex_id("1510")], state.is_besieged(hex_id("1510"))) == (DEMON, True)


@pytest.mark.clause("RET-22", "RET-20", "SIEGE-24")
def test_after_mutual_destruction_beside_a_garrison_the_besiegers_characters_are_tested() -> None:
    state = last_blow(HIT, HIT, 6, 6, 4, ("escape", 1), ("capture", 3), phase="Hosar", spot="1510", more=MIDAZU,
                      aside="MI-garrison", posts="HO-bishop @ DA-bowmen")  # fmt: skip
    assert held_by(state, DEMON) == units("HO-bishop")


# Semi-permanent allies


@pytest.mark.clause("ALLY-15", "RET-19")
@pytest.mark.parametrize("fallen_before", [True, False])
def test_an_ally_in_a_beaten_stack_is_shaken_though_its_troops_have_fallen(fallen_before: bool) -> None:
    allied = "serves: [1,2,2,2,2]\n"
    dead = f"dead: AH-cragsmen-1\nfallen: [[{unit('AH-cragsmen-1')}, {HERE}, {DEMON}, 3]]\n"
    if fallen_before:
        state = leaving("DA-knights : ER-archers", WITHDRAW, more=allied + dead, rolls=[6])
    else:
        state = last_blow(MISS, HIT, 6, row="DA-bowmen : AH-cragsmen-1", more=allied)
    assert state.loyalty_checks_due == (AH,)


@pytest.mark.clause("ALLY-15", "SIEGE-24")
def test_an_ally_in_the_garrison_that_stayed_out_is_not_shaken_by_the_reliefs_defeat() -> None:
    state = last_blow(HIT, MISS, 6, row="DA-bowmen : ER-archers", phase="Hosar", spot="1510",
                      more=MIDAZU + "serves: [1,2,2,2,2]\n", aside="AH-cragsmen-1")  # fmt: skip
    assert state.loyalty_checks_due == ()


@pytest.mark.clause("ALLY-15")
def test_an_ally_in_a_victorious_stack_or_a_permanent_one_is_not() -> None:
    assert (
        last_blow(HIT, MISS, 6, row="DA-bowmen : AH-cragsmen-1", more="serves: [1,2,2,2,2]\n").loyalty_checks_due
        == ()
    )
    permanent = "serves: [1,2,2,2,2]\npermanent: [true,false,false,false,false]\n"
    assert last_blow(MISS, HIT, 6, row="DA-bowmen : AH-cragsmen-1", more=permanent).loyalty_checks_due == ()


@pytest.mark.clause("BAT-40")
@pytest.mark.parametrize(
    ("phase", "routed", "side"), [("Demon", "DA-bowmen / ", HOSAR), ("Hosar", " / ER-archers", DEMON)]
)
def test_the_routed_of_the_side_that_stays_rally(phase: str, routed: str, side: int) -> None:
    state = leaving("DA-knights : ER-heavy-cavalry", WITHDRAW, phase=phase, routed=routed, rolls=[6])
    (entry,) = told(state, "rally")
    assert entry.data == {"units": units(routed.strip(" /")), "side": side}


@pytest.mark.clause("RET-02", "RET-03")
@pytest.mark.parametrize(
    ("phase", "row", "key", "captor"),
    [
        ("Demon", "DA-knights : ER-archers", "ER-archers", HOSAR),
        ("Hosar", "DA-bowmen : ER-archers", "DA-bowmen", DEMON),
    ],
)
def test_who_does_not_hold_together_is_told_as_the_enemys_prisoner(
    phase: str, row: str, key: str, captor: int
) -> None:
    state = leaving(row, WITHDRAW, rolls=[MORALE[unit(key)]], phase=phase)
    (entry,) = told(state, "prisoner")
    assert (entry.data["unit"], entry.data["side"], entry.clauses) == (unit(key), captor, ("RET-02",))
    assert held_by(state, captor) == units(key)


@pytest.mark.clause("BAT-02", "RET-19")
@pytest.mark.parametrize("side", [HOSAR, DEMON])
def test_the_survivors_of_a_battle_are_not_forgotten(side: int) -> None:
    state = drawn_up("DA-knights : ER-archers", aside="ER-goblins", start=MELEE)
    state.seen = ()
    close_battle(state, state.battle)
    assert state.battle is None
    assert set(state.seen) & set(state.stack(side, HERE)) == {(*units("DA-knights"), *units("ER-archers"))[side]}


@pytest.mark.clause("RET-20", "RET-19")
@pytest.mark.parametrize(
    ("row", "routed", "winner", "lost"),
    [
        ("DA-knights : ", "/ ER-archers", HOSAR, "ER-archers"),
        (" : ER-heavy-cavalry", "DA-bowmen /", DEMON, "DA-bowmen"),
    ],
)
def test_the_routed_of_the_side_that_is_destroyed_are_told_as_prisoners(
    row: str, routed: str, winner: int, lost: str
) -> None:
    state = drawn_up(row, routed=routed, start=MELEE)
    end_by_destruction(state, [winner == HOSAR, winner == DEMON])
    (entry,) = told(state, "prisoner")
    assert (entry.data["unit"], entry.data["side"], entry.clauses) == (unit(lost), winner, ("RET-20",))
    (won,) = told(state, "battle.won")
    assert (won.data["side"], won.clauses) == (winner, ("RET-19",))
    assert state.where[unit(lost)] == PRISONER


@pytest.mark.clause("ALLY-15")
def test_only_allies_in_the_battle_are_shaken_by_it() -> None:
    state = drawn_up("DA-knights : ER-archers", start=MELEE)
    state.serves = (HOSAR,) * len(state.serves)
    state.permanent = (False,) * len(state.permanent)
    shake_allies(state, HOSAR)
    assert state.loyalty_checks_due == ()
