"""The rulebook's battle example, die by die, with its two errors corrected.

A 3 cannot destroy swordsmen of morale 4, so all three outcomes of their check are played. The troop that returns from
the rout is the men-at-arms. What the example leaves open (a fifth pair, some dice) is filled in so that its results
hold. The route of the retreat is that of the reconstructed map.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    actions,
    at,
    do,
    go,
    hexes,
    operands,
    place,
    refusal,
    row_of,
    seat,
    step,
    told,
    two,
    unit,
    units,
)
from palatine.games.demonlord.components.pieces import UNIT_KEY
from palatine.games.demonlord.components.world import HILLS, hex_id
from palatine.games.demonlord.state import DEAD, PRISONER

pytestmark = pytest.mark.clause("RET-23")

HC, SW, FG = "ER-heavy-cavalry", "ER-swordsmen", "ER-foot-guards"
PT, AR, ERUSH = "ER-patrol-cavalry", "ER-archers", "ER-lord-erush"
KN, MA, XB, GM = "DA-knights", "DA-men-at-arms", "TI-crossbowmen", "GU-men"
BW, DS, TS, SP, DUKE = "DA-bowmen", "DA-sergeants", "TI-sergeants", "TI-spearmen", "DA-duke-dansor"
POSITION = f"""
first: 1
turn 2
phase Demon
step Battles
1004 Demon: {HC}, {SW}, {FG}, {PT}, {AR}, {ERUSH}
1004 Hosar: {KN}, {MA}, {XB}, {GM}, {BW}, {DS}, {TS}, {SP}, {DUKE}
"""
FIVE_PAIRS = f"{KN} : {HC} | {MA} : {SW} | {XB} : {FG} | {GM} : {PT} | {BW} : {AR}"


def put(*keys: str) -> list[tuple[str, int]]:
    return [("place", unit(key)) for key in keys]


def deployed() -> Any:
    """Return the position after all units are placed; Hosar is offered the reserve."""
    state = do(place(POSITION + CAPITALS), ("terrain", HILLS))
    state = do(state, *put(HC, KN, MA, SW, FG, XB, GM, PT, AR, BW))
    return do(state, ("with", unit(PT)), ("with", unit(KN)))


def reinforced() -> Any:
    """Return the position after both sergeants have joined; the characters stay."""
    state = do(deployed(), *put(DS, TS))
    return do(state, ("against", unit(HC)), ("against", unit(FG)), "pass", "pass")


def shot() -> Any:
    """Return the position after battle magic and missiles; the swordsmen have been matched."""
    missiles = [6, 3, 8, 7, 3, 9, 10]
    state = do(reinforced(), ("fire", unit(GM)), "hold", rolls=[4, *dice(missiles), 4, 4])
    return do(state, *put(SW, TS))


def fought() -> Any:
    """Return the position after the melee; the Demon is asked whether to withdraw."""
    blows = [9, 10, 8, 7, 8, 9, 7, 8, 7, 6, 8]
    return do(shot(), ("target", unit(KN)), rolls=[*dice(blows), 6, 2])


def withdrawn(swordsmen: int) -> Any:
    """Return the position after the Demon has withdrawn and four troops have checked morale."""
    return do(fought(), "withdraw", rolls=[2, swordsmen, 1, 3])


def dice(totals: list[int]) -> list[int]:
    return [face for total in totals for face in two(total)]


def attacks(state: Any, kind: str) -> list[tuple[str, str, int, bool]]:
    """Return attacker, target, value and success of each attack of a kind."""
    return [
        (UNIT_KEY[entry.data["unit"]], UNIT_KEY[entry.data["target"]], entry.data["value"], entry.kind == "hit")
        for entry in state.journal
        if entry.kind in ("hit", "miss") and entry.data["attack"] == kind
    ]


def test_the_duke_takes_the_hills() -> None:
    state = place(POSITION + CAPITALS)
    assert (step(state), seat(state)) == ("ChooseTerrain", "Hosar")
    state = do(state, ("terrain", HILLS))
    assert state.battle.size == 7


def test_deployment_ends_with_five_pairs() -> None:
    state = do(place(POSITION + CAPITALS), ("terrain", HILLS))
    asked = []
    for key in (HC, KN, MA, SW, FG, XB, GM, PT, AR, BW):
        asked.append(seat(state))
        state = do(state, *put(key))
    assert asked == ["Demon", "Hosar", "Hosar", "Demon", "Demon", "Hosar", "Hosar", "Demon", "Demon", "Hosar"]
    assert row_of(state) == FIVE_PAIRS
    assert state.battle.reserve == (tuple(units(DS, TS, SP)), ())
    assert (step(state), seat(state)) == ("PlaceCharacter", "Demon")
    state = do(state, ("with", unit(PT)))
    assert (step(state), seat(state)) == ("PlaceCharacter", "Hosar")
    state = do(state, ("with", unit(KN)))
    assert dict(state.battle.posts) == {unit(ERUSH): unit(PT), unit(DUKE): unit(KN)}


def test_two_reserves_join_and_the_size_leaves_no_room_for_a_third() -> None:
    state = deployed()
    assert (step(state), seat(state)) == ("CommitUnit", "Hosar")
    assert actions(state) == [*put(DS, TS, SP), ("pass", 0)]
    state = do(state, *put(DS, TS))
    assert step(state) == "JoinFight"
    assert refusal(state, ("place", unit(SP)))
    state = do(state, ("against", unit(HC)), ("against", unit(FG)))
    assert row_of(state) == FIVE_PAIRS.replace(KN, f"{KN}, {DS}").replace(XB, f"{XB}, {TS}")
    assert state.battle.reserve == (tuple(units(SP)), ())
    assert (step(state), seat(state)) == ("MoveCharacter", "Demon")


def test_lord_erush_needs_a_one_and_throws_a_four() -> None:
    state = shot()
    assert attacks(state, "magic missile") == [(ERUSH, GM, 1, False)]
    assert state.spent_casters == (unit(ERUSH),)


def test_the_missiles() -> None:
    state = shot()
    assert attacks(state, "missile") == [
        (MA, SW, 5, False),
        (XB, FG, 6, True),
        (GM, PT, 5, False),
        (BW, AR, 6, False),
        (SW, MA, 3, True),
        (PT, GM, 5, False),
        (AR, BW, 6, False),
    ]
    assert [(e.data["unit"], e.data["value"]) for e in told(state, "morale.stands")] == [(unit(FG), 5)]
    assert [(e.data["unit"], e.data["value"]) for e in told(state, "morale.routs")] == [(unit(MA), 4)]
    assert state.battle.routed == (tuple(units(MA)), ())


def test_the_swordsmen_must_face_one_of_the_sergeants() -> None:
    state = do(reinforced(), ("fire", unit(GM)), "hold", rolls=[4, *dice([6, 3, 8, 7, 3, 9, 10]), 4, 4])
    assert (step(state), seat(state), actions(state)) == ("CommitUnit", "Demon", put(SW))
    state = do(state, *put(SW))
    assert (step(state), seat(state), actions(state)) == ("MatchCommitment", "Hosar", put(DS, TS))
    assert refusal(state, ("place", unit(SP))).clause == "BAT-43"
    state = do(state, *put(TS))
    assert row_of(state) == f"{KN}, {DS} : {HC} | {TS} : {SW} | {XB} : {FG} | {GM} : {PT} | {BW} : {AR}"
    assert (step(state), seat(state), operands(state, "target")) == ("AimAt", "Hosar", units(KN, DS))


def test_the_melee() -> None:
    assert attacks(fought(), "melee") == [
        (HC, KN, 8, False),
        (KN, HC, 9, False),
        (DS, HC, 7, False),
        (SW, TS, 6, False),
        (TS, SW, 7, False),
        (FG, XB, 8, False),
        (XB, FG, 6, False),
        (PT, GM, 7, False),
        (GM, PT, 7, True),
        (AR, BW, 5, False),
        (BW, AR, 7, False),
    ]


def test_the_patrol_routs_on_a_six_and_lord_erush_dies_with_a_two() -> None:
    state = fought()
    assert [(e.data["unit"], e.data["value"]) for e in told(state, "morale.routs")][-1] == (unit(PT), 6)
    assert state.battle.routed == (tuple(units(MA)), tuple(units(PT)))
    assert state.where[unit(ERUSH)] == DEAD
    assert (step(state), seat(state)) == ("MayWithdraw", "Demon")


@pytest.mark.parametrize(("die", "end"), [(3, "retreats"), (5, DEAD), (4, PRISONER)])
def test_the_withdrawal_with_each_outcome_for_the_swordsmen(die: int, end: Any) -> None:
    """Below 4 they stand (the rule), above 4 they are destroyed (the example).

    At 4 they are captured.
    """
    state = withdrawn(die)
    assert [entry.data["side"] for entry in told(state, "withdraws")] == [DEMON]
    state = do(state, go("1204"), "stop")
    swordsmen = state.where[unit(SW)]
    assert ("retreats" if swordsmen == hex_id("1204") else swordsmen) == end
    assert state.prisoners(HOSAR) == [*(units(SW) if end == PRISONER else []), unit(PT)]
    assert state.losses_this_turn == (0, 2 + (end != "retreats"))


@pytest.mark.parametrize("further", [False, True])
def test_the_survivors_retreat_towards_erush_and_the_cavalry_may_go_on(further: bool) -> None:
    state = withdrawn(3)
    assert at(state, HC) == "1105", "over the ford"
    assert (step(state), hexes(state, "go")) == ("ChooseWay", ["1204", "1205"])
    state = do(state, go("1205"))
    assert [at(state, key) for key in (FG, AR, SW, HC)] == ["1205"] * 4
    assert (step(state), seat(state)) == ("ExtendRetreat", "Demon")
    state = do(state, go("1305"), go("1405")) if further else do(state, "stop")
    assert at(state, HC) == ("1405" if further else "1205")
    assert [at(state, key) for key in (FG, AR, SW)] == ["1205"] * 3


def test_hosar_holds_the_field() -> None:
    state = do(withdrawn(3), go("1204"), "stop")
    assert set(state.stack(HOSAR, hex_id("1004"))) == set(units(KN, MA, XB, GM, BW, DS, TS, SP, DUKE))
    assert told(state, "rally")[0].data["units"] == units(MA)
    assert state.stack(DEMON, hex_id("1004")) == ()
    assert not told(state, "capture.seize")
    while step(state) == "Court":
        state = do(state, "pass")
    assert (step(state), seat(state)) == ("AskRequest", "Hosar"), "reinforcements may be requested from now on"
