"""Characters in Battle: their places, their troops, and what they suffer with them."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    DEMON,
    FIGHT,
    HIT,
    MAGIC,
    MELEE,
    MISS,
    MISSILES,
    actions,
    do,
    drawn_up,
    fight,
    operands,
    parts,
    refusal,
    row_of,
    seat,
    step,
    told,
    unit,
    units,
)
from palatine.games.demonlord.components.world import hex_id
from palatine.games.demonlord.state import DEAD, PRISONER

HERE = hex_id("1004")
LINE = "DA-knights : ER-heavy-cavalry | DA-bowmen : ER-archers"
POSTS = "DA-duke-dansor @ DA-knights, HO-bishop @ DA-knights, ER-lord-erush @ ER-archers"


def post(state: Any, key: str) -> int:
    """Return the troop with which a character stands."""
    return int(dict(state.battle.posts)[unit(key)])


def stricken(die: int, *more: Any, row: str = LINE, posts: str = POSTS, **options: Any) -> Any:
    """Let the archers fall in melee and Lord Erush roll `die`."""
    state = drawn_up(row, start=MELEE, posts=posts, **options)
    return fight(state, rolls=[MISS, MISS, MISS, HIT, 6, die, *more])


# Through a round


@pytest.mark.clause("BAT-52")
def test_characters_stay_with_their_troop_through_the_round_even_as_it_redeploys() -> None:
    row = "DA-knights, DA-sergeants : ER-heavy-cavalry | DA-bowmen : ER-archers"
    posts = "HO-bishop @ DA-sergeants, ER-lord-erush @ ER-archers"
    state = fight(drawn_up(row, start=MISSILES, posts=posts), rolls=[MISS, HIT, 6])
    state = do(state, ("place", unit("ER-archers")), ("place", unit("DA-sergeants")), rolls=MISS * 4)
    assert row_of(state) == "DA-knights : ER-heavy-cavalry | DA-sergeants : ER-archers"
    assert post(state, "HO-bishop") == unit("DA-sergeants")
    assert step(state) == "MayWithdraw", "nobody was asked to move a character"


@pytest.mark.clause("BAT-52")
def test_characters_do_not_fight_on_their_own() -> None:
    state = fight(drawn_up(LINE, start=MELEE, posts=POSTS), rolls=[MISS] * 4)
    fought = {entry.data[who] for entry in told(state, "miss") for who in ("unit", "target")}
    assert fought == set(units("DA-knights", "ER-heavy-cavalry", "DA-bowmen", "ER-archers"))


@pytest.mark.clause("BAT-52", "MAG-17")
def test_with_a_reserve_a_character_has_nobody_to_throw_magic_at() -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", reserve="DA-bowmen / ", start=MAGIC,
                     posts="DA-duke-dansor @ DA-bowmen")  # fmt: skip
    assert step(fight(state, rolls=[MISS] * 2)) == "MayWithdraw"


# Redeployment of characters


@pytest.mark.clause("BAT-53")
@pytest.mark.parametrize(("phase", "other"), [("Demon", "Hosar"), ("Hosar", "Demon")])
def test_before_each_round_characters_change_troops_by_turns_the_phasing_player_first(
    phase: str, other: str
) -> None:
    state = fight(drawn_up(LINE, posts=POSTS + ", TN-priests @ ER-archers", phase=phase))
    assert (step(state), seat(state)) == ("MoveCharacter", phase)
    asked = []
    while step(state) == "MoveCharacter":
        asked.append(seat(state))
        state = do(state, actions(state)[0])
        state = do(state, actions(state)[0])
    assert asked == [phase, other, phase, other]


@pytest.mark.clause("BAT-53")
def test_each_moves_once_and_two_passes_in_succession_end_it() -> None:
    state = fight(drawn_up(LINE, posts=POSTS))
    state = do(state, ("character", unit("ER-lord-erush")), ("with", unit("ER-heavy-cavalry")))
    assert seat(state) == "Hosar"
    state = do(state, ("character", unit("HO-bishop")), ("with", unit("DA-bowmen")))
    assert (seat(state), operands(state, "character")) == ("Hosar", units("DA-duke-dansor"))
    assert refusal(state, ("character", unit("HO-bishop"))).clause == "BAT-53"
    state = do(state, "pass")
    assert step(state) == "AimMagic"
    assert [post(state, key) for key in ("ER-lord-erush", "HO-bishop", "DA-duke-dansor")] == units(
        "ER-heavy-cavalry", "DA-bowmen", "DA-knights"
    )


@pytest.mark.clause("BAT-53")
def test_after_a_pass_the_other_may_still_move_one_and_then_it_is_the_first_ones_turn_again() -> None:
    state = do(fight(drawn_up(LINE, posts=POSTS)), "pass")
    state = do(state, ("character", unit("HO-bishop")), ("with", unit("DA-bowmen")))
    assert (step(state), seat(state)) == ("MoveCharacter", "Demon")
    assert step(do(state, "pass", "pass")) == "AimMagic"


@pytest.mark.clause("BAT-53")
def test_so_it_is_in_every_round() -> None:
    state = fight(drawn_up(LINE, posts="HO-high-priest @ DA-knights", start=MELEE), FIGHT, FIGHT, rolls=[MISS] * 4)
    assert (step(state), seat(state), state.battle.round) == ("MoveCharacter", "Hosar", 2)


@pytest.mark.clause("BAT-54")
def test_a_character_may_leave_a_troop_that_cannot_redeploy() -> None:
    """The knights cannot leave their fight; the duke can go anywhere, even into reserve."""
    state = fight(drawn_up(LINE, posts="DA-duke-dansor @ DA-knights", reserve="GU-levy / "), "pass")
    state = do(state, ("character", unit("DA-duke-dansor")))
    assert operands(state, "with") == units("DA-bowmen", "GU-levy")
    assert refusal(state, ("with", unit("DA-knights"))).clause == "BAT-53"
    assert refusal(state, ("with", unit("ER-archers"))).clause == "BAT-53"


@pytest.mark.clause("BAT-55")
def test_characters_do_not_count_against_the_battle_size() -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", posts="DA-duke-dansor @ DA-knights, HO-bishop @ DA-knights",
                     reserve="GU-levy / ", size=2)  # fmt: skip
    state = fight(state)
    assert operands(state, "place") == units("GU-levy")


# Leadership


@pytest.mark.clause("BAT-56")
def test_of_several_leaders_only_the_best_counts() -> None:
    posts = "HO-bishop @ DA-bowmen, TI-prince-timur @ DA-bowmen, DA-duke-dansor @ DA-bowmen"
    state = fight(drawn_up(LINE, start=MELEE, posts=posts), rolls=[MISS, MISS, HIT, MISS, 5])
    assert parts(state, "DA-bowmen") == [(6, "BAT-21"), (2, "BAT-31"), (1, "BAT-32")]
    assert parts(state, "DA-bowmen", "morale.stands") == [(4, "BAT-33"), (2, "BAT-38")]


# Rout & Destruction


@pytest.mark.clause("BAT-58", "BAT-59", "BAT-60")
@pytest.mark.parametrize("die", [1, 2, 3, 4, 5, 6])
def test_the_fate_of_a_character_whose_troop_is_lost(die: int) -> None:
    state = stricken(die)
    erush = unit("ER-lord-erush")
    assert (state.where[erush] == DEAD) is (die <= 2)
    assert (erush in state.battle.routed[DEMON]) is (die == 3)
    assert (dict(state.battle.posts).get(erush) == unit("ER-heavy-cavalry")) is (die >= 4)
    kind, clause = ([("killed", "BAT-58")] * 2 + [("routs", "BAT-59")] + [("unhurt", "BAT-60")] * 3)[die - 1]
    assert [(entry.clauses, entry.data["unit"]) for entry in told(state, f"fate.{kind}")] == [((clause,), erush)]


@pytest.mark.clause("BAT-58")
def test_his_fate_is_thrown_when_the_troop_routs_too() -> None:
    state = drawn_up(LINE, start=MELEE, posts=POSTS)
    state = fight(state, rolls=[MISS, MISS, MISS, HIT, 5, 1])
    assert unit("ER-archers") in state.battle.routed[DEMON]
    assert state.where[unit("ER-lord-erush")] == DEAD


@pytest.mark.clause("BAT-58")
def test_a_troop_that_stands_endangers_nobody() -> None:
    state = fight(drawn_up(LINE, start=MELEE, posts=POSTS), rolls=[MISS, MISS, MISS, HIT, 4])
    assert not [entry for entry in state.journal if entry.kind.startswith("fate")]


@pytest.mark.clause("BAT-58")
def test_fates_are_thrown_one_die_each_the_phasing_sides_first() -> None:
    row = LINE + " | GU-levy : ER-goblins"
    posts = "HO-bishop @ DA-bowmen, ER-lord-erush @ ER-archers, TN-priests @ ER-archers"
    state = drawn_up(row, start=MELEE, posts=posts)
    state = fight(state, rolls=[MISS, MISS, HIT, HIT, MISS, MISS, 6, 6, 1, 2, 1])
    assert [entry.data["unit"] for entry in told(state, "fate.killed")] == units(
        "ER-lord-erush", "TN-priests", "HO-bishop"
    )


@pytest.mark.clause("BAT-59", "BAT-41", "BAT-40")
@pytest.mark.parametrize(("winner", "place"), [("Hosar", PRISONER), ("Demon", HERE)])
def test_a_routed_character_shares_the_lot_of_the_routed(winner: str, place: int) -> None:
    state = stricken(3)
    state = do(state, "withdraw", rolls=[1]) if winner == "Hosar" else do(state, FIGHT, "withdraw", rolls=[1, 1])
    assert state.where[unit("ER-lord-erush")] == place


@pytest.mark.clause("BAT-60")
def test_the_owner_picks_the_new_troop_in_line_or_reserve() -> None:
    state = stricken(5, row=LINE, reserve="GU-levy / ER-goblins, ER-swordsmen")
    assert (step(state), seat(state)) == ("ReassignCharacter", "Demon")
    assert operands(state, "with") == units("ER-heavy-cavalry", "ER-goblins", "ER-swordsmen")
    assert refusal(state, ("with", unit("ER-archers"))).clause == "BAT-60"
    assert refusal(state, ("with", unit("DA-knights"))).clause == "BAT-60"
    assert post(do(state, ("with", unit("ER-goblins"))), "ER-lord-erush") == unit("ER-goblins")


@pytest.mark.clause("BAT-60")
def test_forced_moves_come_before_anything_else_the_phasing_side_first() -> None:
    row = "DA-knights : ER-heavy-cavalry | DA-bowmen : ER-archers | GU-levy : ER-goblins"
    posts = "HO-bishop @ DA-bowmen, ER-lord-erush @ ER-archers"
    state = drawn_up(row, start=MELEE, posts=posts)
    state = fight(state, rolls=[MISS, MISS, HIT, HIT, MISS, MISS, 6, 6, 4, 4])
    assert (step(state), seat(state)) == ("ReassignCharacter", "Demon")
    state = do(state, ("with", unit("ER-goblins")))
    assert (step(state), seat(state), operands(state, "with")) == (
        "ReassignCharacter",
        "Hosar",
        units("DA-knights", "GU-levy"),
    )


@pytest.mark.clause("BAT-60", "RET-20")
def test_with_no_troop_left_the_battle_is_over_and_he_faces_capture() -> None:
    row, posts = "DA-knights : ER-archers", "ER-lord-erush @ ER-archers"
    state = fight(drawn_up(row, start=MELEE, posts=posts), rolls=[MISS, HIT, 6, 5, ("escape", 6), ("capture", 1)])
    assert state.battle is None
    assert state.stack(DEMON, HERE) == tuple(units("ER-lord-erush"))


@pytest.mark.clause("BAT-31", "BAT-53")
def test_a_leader_who_has_gone_to_another_troop_no_longer_leads_the_first() -> None:
    state = fight(drawn_up(LINE, posts="ER-lord-erush @ ER-archers"))
    state = do(state, ("character", unit("ER-lord-erush")), ("with", unit("ER-heavy-cavalry")))
    assert state.battle.posts == ((unit("ER-lord-erush"), unit("ER-heavy-cavalry")),)
    state = fight(drawn_up(LINE, start=MELEE, posts=POSTS), rolls=[MISS] * 4)
    assert parts(state, "ER-archers")[1] == (1, "BAT-31")


@pytest.mark.clause("BAT-58", "BAT-59")
@pytest.mark.parametrize("die", [2, 3])
def test_a_character_who_falls_or_routs_with_his_troop_stands_with_nobody(die: int) -> None:
    state = stricken(die)
    assert unit("ER-lord-erush") not in dict(state.battle.posts)
    assert {c for c, _ in state.battle.posts} == set(units("DA-duke-dansor", "HO-bishop"))


@pytest.mark.clause("BAT-53")
def test_the_reasons_say_what_is_wrong_with_moving_a_character() -> None:
    state = fight(drawn_up(LINE, posts=POSTS))
    assert "has already changed troops" in refusal(state, ("character", unit("TN-priests"))).reason
    state = do(state, ("character", unit("ER-lord-erush")))
    assert "another of your own" in refusal(state, ("with", unit("ER-archers"))).reason


@pytest.mark.clause("MAG-17")
@pytest.mark.parametrize(
    ("key", "throws"), [("HO-bishop", True), ("ME-captain-dar", False), ("DA-duke-dansor", True)]
)
def test_only_a_character_with_magic_power_is_asked_for_a_magic_missile(key: str, throws: bool) -> None:
    state = drawn_up("DA-knights : ER-heavy-cavalry", start=MAGIC, posts=f"{key} @ DA-knights")
    state = fight(state, rolls=[] if throws else [MISS] * 2)
    assert (step(state) == "AimMagic") == throws


@pytest.mark.clause("BAT-58", "BAT-59", "BAT-60")
@pytest.mark.parametrize(
    ("die", "kind", "clause"),
    [
        (1, "fate.killed", "BAT-58"),
        (2, "fate.killed", "BAT-58"),
        (3, "fate.routs", "BAT-59"),
        (4, "fate.unhurt", "BAT-60"),
        (6, "fate.unhurt", "BAT-60"),
    ],
)
def test_the_fate_of_a_character_is_told_with_its_die(die: int, kind: str, clause: str) -> None:
    state = stricken(die)
    (entry,) = [entry for entry in state.journal if entry.kind.startswith("fate.")]
    assert (entry.kind, entry.clauses, entry.data["unit"]) == (kind, (clause,), unit("ER-lord-erush"))
    assert entry.tally.rolled == die
