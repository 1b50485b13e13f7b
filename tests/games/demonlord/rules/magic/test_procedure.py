"""Magic: casters, timing, frequency and range; announcement and resolution; battle magic."""

from __future__ import annotations

from typing import Any

import pytest

from games.demonlord.positions import (
    CAPITALS,
    DEMON,
    HOSAR,
    actions,
    at,
    cast,
    do,
    moment,
    operands,
    place,
    refusal,
    seat,
    step,
    target,
    told,
    unit,
    units,
    verbs,
)
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.spells import (
    CLOAK,
    DARKNESS,
    EARTHPIT,
    FORCEMARCH,
    LIGHT,
    MARKERS,
    RAINS,
    SPELL_POWER,
    SPELLS,
    VISION,
)
from palatine.games.demonlord.components.world import GRID, HILLS, OPEN, hex_id
from palatine.games.demonlord.rules.magic.casting import Cast, succeeds
from palatine.testing import scripted

ERUSH = "1606 Demon: ER-lord-erush, ER-archers\n"


DUKE_AND_PRIEST = "0704 Hosar: DA-duke-dansor, DA-knights\n0804 Hosar: HO-priest, HO-fanatics\n"
BESIDE = "0805 Demon: ER-goblins, ER-archers\n"


# Casters


@pytest.mark.clause("MAG-01")
def test_only_characters_of_power_one_or_more_cast() -> None:
    text = "0704 Hosar: ME-captain-dar, TI-prince-timur, DA-militia\n0704 Demon: ER-goblins\n"
    state = do(place("turn 2\nphase Hosar\nstep Sieges\n" + text + CAPITALS), "invest")
    assert operands(state, "siege magic") == units("TI-prince-timur"), "power 1, range 0"
    for key in ("ME-captain-dar", "DA-militia", "ER-goblins"):
        assert refusal(state, ("siege magic", unit(key))).clause == "MAG-01"


@pytest.mark.clause("MAG-02", "MAG-03")
def test_each_character_casts_one_spell_a_phase_whether_it_works_or_not() -> None:
    state = moment("BeforeMovement", DUKE_AND_PRIEST + BESIDE, hosar="Vision, Earthpit")
    state = do(state, cast(VISION), ("caster", unit("DA-duke-dansor")), target("0805"))
    state = do(state, cast(EARTHPIT), target("0805"))
    assert told(state, "announce")[-1].data["unit"] == unit("HO-priest"), "only the priest has his spell left"
    assert refusal(state, cast(VISION)).clause == "MAG-11"
    state = do(state, "pass", rolls=[6, 6])
    assert len(told(state, "spell.fails")) == 2
    state = do(state, "end")
    assert seat(state) == "Hosar"
    assert actions(state) == [("pass", 0)], "failed spells are spent, in the next moment of the phase too"


@pytest.mark.clause("MAG-02")
def test_a_spent_caster_is_refused_by_name() -> None:
    text = DUKE_AND_PRIEST + "0603 Hosar: HO-monks\n" + BESIDE
    state = moment("BeforeMovement", text, hosar="Vision", more=f"cast: [{unit('DA-duke-dansor')}]\n")
    state = do(state, cast(VISION))
    assert operands(state, "caster") == units("HO-priest", "HO-monks")
    assert refusal(state, ("caster", unit("DA-duke-dansor"))).clause == "MAG-02"


@pytest.mark.clause("MAG-02", "MAG-03")
def test_the_next_phase_each_is_fresh_and_nothing_has_been_saved_up() -> None:
    state = place(f"turn 2\nphase Hosar\nstep PlaceFreed\ncast: [{unit('DA-duke-dansor')}]\n" + CAPITALS)
    assert state.spent_casters == ()
    assert state.phasing == DEMON


@pytest.mark.clause("MAG-04", "MAG-05")
@pytest.mark.parametrize(
    ("at_step", "side", "text", "moves", "rolls", "caster"),
    [
        ("Sieges", "Hosar", "0704 Hosar: DA-militia, DA-duke-dansor\n0704 Demon: ER-goblins\n",
         ["invest", ("siege magic", 8)], [], "DA-duke-dansor"),
        ("Invocation", "Demon", "2006 Demon: IK-prince-tor\n", [("invoke", 90)], [6], "IK-prince-tor"),
        ("AllianceAttempt", "Hosar", "0804 Hosar: HO-priest\n0902 Neutral: MU-slave-miners-1\n",
         [("charm", 4), ("caster", 1)], [4], "HO-priest"),
        ("Battles", "Hosar", "1004 Hosar: DA-duke-dansor, DA-knights\n1004 Demon: ER-goblins\n",
         [("terrain", OPEN), ("place", 9), ("place", 75), ("with", 9), ("fire", 75)], [6] * 7, "DA-duke-dansor"),
    ],
    ids=["siege", "invocation", "alliance", "battle"],
)  # fmt: skip
def test_siege_battle_invocation_and_alliance_magic_need_no_marker_and_use_the_one_spell(
    at_step: str, side: str, text: str, moves: list[Any], rolls: list[int], caster: str
) -> None:
    state = moment(at_step, text, side)
    assert state.hands == ((), ())
    with scripted(state, rolls) as state:
        for move in moves:
            action = (move, 0) if isinstance(move, str) else move
            before, state = state, GAME.play(state, seat(state), action)
    assert unit(caster) not in before.spent_casters
    assert unit(caster) in state.spent_casters or state.phasing != before.phasing


# Special spells in the hand


@pytest.mark.clause("MAG-06", "MAG-07")
def test_five_markers_are_drawn_blind_or_one_chosen_and_three_drawn() -> None:
    state = GAME.setup(seed=b"spells")
    while step(state) != "Spells":
        state = GAME.play(state, seat(state), actions(state)[0])
    assert [action for action in actions(state) if action[0] == "choose"] == [("choose", s) for s in MARKERS[HOSAR]]
    assert refusal(state, ("choose", DARKNESS)).clause == "MAG-06"
    blind = do(state, "draw", rolls=[7, 6, 5, 4, 3])
    assert len(set(blind.hands[HOSAR])) == 5
    chosen = do(state, ("choose", RAINS), rolls=[1, 1, 1])
    assert chosen.hands[HOSAR] == tuple(sorted([RAINS, *MARKERS[HOSAR][:3]]))
    assert seat(chosen) == "Demon"


@pytest.mark.clause("MAG-08")
def test_spells_stay_secret_until_first_cast() -> None:
    state = moment("BeforeMovement", DUKE_AND_PRIEST + BESIDE, hosar="Vision, Earthpit")
    (before,) = (panel for panel in GAME.view(state, "Demon").panels if panel.id == "spells.0")
    assert [row.label for row in before.rows if row.label in SPELLS] == []
    state = do(state, cast(VISION), ("caster", unit("HO-priest")), target("0805"))
    assert state.revealed_spells == ((VISION,), ())
    (after,) = (panel for panel in GAME.view(state, "Demon").panels if panel.id == "spells.0")
    assert [row.label for row in after.rows if row.label in SPELLS] == ["Vision"]


@pytest.mark.clause("MAG-08")
def test_who_is_asked_does_not_betray_what_he_holds() -> None:
    text = DUKE_AND_PRIEST + BESIDE
    useful = moment("BeforeMovement", text, hosar="Vision, Light", demon="Cloak")
    useless = moment("BeforeMovement", text, hosar="Cloak, Light", demon="Cloak")
    assert cast(VISION) in actions(useful)
    assert actions(useless) == [("pass", 0)]
    assert seat(useful) == seat(useless) == "Hosar"
    assert GAME.view(useful, "Demon") == GAME.view(useless, "Demon")


@pytest.mark.clause("MAG-08")
def test_a_player_whose_whole_hand_is_known_is_asked_only_if_something_in_it_fits() -> None:
    text = DUKE_AND_PRIEST + BESIDE
    known = f"shown: [[{CLOAK},{LIGHT}],[]]\n"
    state = moment("BeforeMovement", text, hosar="Cloak, Light", demon="Vision", more=known)
    assert seat(state) == "Demon"
    assert step(state) == "AnnounceSpell"


@pytest.mark.clause("MAG-07")
def test_only_drawn_spells_can_be_cast_and_only_at_their_moment() -> None:
    state = moment("BeforeMovement", DUKE_AND_PRIEST + BESIDE, hosar="Vision, Light")
    assert refusal(state, cast(EARTHPIT)).clause == "MAG-07"
    assert refusal(state, cast(LIGHT)).clause == "TURN-06"
    assert refusal(state, cast(DARKNESS)).clause == "MAG-06"


# Magic Spell Casting Procedure


@pytest.mark.clause("MAG-09")
def test_caster_spell_and_target_are_announced_before_any_die() -> None:
    state = moment("BeforeMovement", DUKE_AND_PRIEST + BESIDE, hosar="Vision")
    state = do(state, cast(VISION), ("caster", unit("HO-priest")), target("0805"))
    (entry,) = told(state, "announce")
    assert entry.readers is None
    assert (entry.data["unit"], entry.data["spell"]) == (unit("HO-priest"), VISION)
    assert (entry.data["hex"], entry.data["target"]) == (hex_id("0804"), hex_id("0805"))
    assert not told(state, "spell.works")
    state = do(state, "pass", rolls=[1])
    order = [entry.kind for entry in state.journal if entry.kind in ("announce", "spell.works")]
    assert order == ["announce", "spell.works"]


@pytest.mark.clause("MAG-10")
def test_announcements_alternate_the_phasing_player_first_until_both_pass_in_succession() -> None:
    text = DUKE_AND_PRIEST + BESIDE.replace("ER-archers", "ER-archers, IK-high-priest")
    state = moment("BeforeMovement", text, hosar="Vision", demon="Vision, Forcemarch")
    assert seat(state) == "Hosar"
    state = do(state, "pass")
    assert seat(state) == "Demon"
    state = do(state, cast(FORCEMARCH), target("0805"))
    assert seat(state) == "Hosar", "asked again after an announcement"
    state = do(state, cast(VISION), ("caster", unit("HO-priest")), target("0805"))
    assert not told(state, "spell.works")
    state = do(state, "pass", "pass", rolls=[("spell", 6), ("spell", 1)])
    rolled = [entry.data["spell"] for entry in state.journal if entry.kind in ("spell.fails", "spell.works")]
    assert rolled == [FORCEMARCH, VISION], "all dice together, in the order of announcement"


@pytest.mark.clause("MAG-10", "TURN-06")
def test_both_players_may_cast_in_either_phase() -> None:
    for side in ("Hosar", "Demon"):
        state = moment("BeforeMovement", DUKE_AND_PRIEST + BESIDE, side, hosar="Vision", demon="Vision")
        first, second = seat(state), seat(do(state, "pass"))
        assert (first, second) == ((side, "Demon") if side == "Hosar" else (side, "Hosar"))


@pytest.mark.clause("MAG-11")
@pytest.mark.parametrize(
    ("side", "spell", "able", "weak"),
    [
        ("Hosar", FORCEMARCH, "HO-monks", "HO-bishop"),  # 3 wanted
        ("Demon", FORCEMARCH, "NI-lord-nish", "TA-lord-taegul"),  # 4 wanted
        ("Hosar", EARTHPIT, "HO-priest", "HO-monks"),  # 4
        ("Demon", EARTHPIT, "TA-lord-taegul", "TN-priests"),  # 3
        ("Hosar", VISION, "HO-bishop", "TI-prince-timur"),  # 2
        ("Demon", VISION, "TN-priests", "ER-lord-erush"),  # 2
    ],
)
def test_a_special_spell_demands_the_power_on_the_sides_marker(side: str, spell: int, able: str, weak: str) -> None:
    enemy = "Demon: IK-guards" if side == "Hosar" else "Hosar: HO-fanatics"
    text = f"0704 {side}: {able}, {weak}\n0705 {enemy}\n"
    state = moment("BeforeMovement", text, side, **{side.lower(): SPELLS[spell]})
    state = do(state, cast(spell))
    assert (step(state), state.flow[-1].caster) == ("Target", unit(able)), "the only one who can"
    two = moment("BeforeMovement", text + f"0904 {side}: {_peer(side)}\n", side, **{side.lower(): SPELLS[spell]})
    assert refusal(do(two, cast(spell)), ("caster", unit(weak))).clause == "MAG-11"


def _peer(side: str) -> str:
    return "HO-high-priest" if side == "Hosar" else "IK-high-priest"


@pytest.mark.clause("MAG-12")
def test_range_counts_the_hex_of_the_target_and_not_the_casters() -> None:
    state = do(moment("BeforeMovement", DUKE_AND_PRIEST, hosar="Earthpit"), cast(EARTHPIT))
    state = do(state, ("caster", unit("DA-duke-dansor")))
    reached = operands(state, "target")
    assert sorted(reached) == [h for h in range(506) if GRID.distance(hex_id("0704"), h) <= 4]
    assert refusal(state, target("0709")).clause == "MAG-12"
    assert target("0708") in actions(state)


@pytest.mark.clause("MAG-13")
def test_battle_magic_and_invocation_reach_the_casters_own_hex_only() -> None:
    battle = moment("Battles", "1004 Hosar: DA-knights\n1005 Hosar: DA-duke-dansor\n1004 Demon: ER-goblins\n")
    battle = do(battle, ("terrain", OPEN))
    battle = do(battle, ("place", unit("DA-knights")), ("place", unit("ER-goblins")), rolls=[6] * 6)
    assert step(battle) == "MayWithdraw", "the Duke in the next hex is not asked"
    beside = moment("Invocation", "2007 Demon: IK-high-priest\n2006 Demon: ER-goblins\n", "Demon")
    assert step(beside) != "Invoke"


@pytest.mark.clause("MAG-14", "MAG-15")
@pytest.mark.parametrize(("side", "spell"), [(side, spell) for side in (HOSAR, DEMON) for spell in MARKERS[side]])
def test_spells_of_power_two_and_three_work_on_one_to_five_others_on_one_to_four(side: int, spell: int) -> None:
    state = moment("OpenMovement", "0704 Hosar: HO-high-priest\n1805 Demon: IK-high-priest\n")
    caster = unit("HO-high-priest" if side == HOSAR else "IK-high-priest")
    highest = 5 if SPELL_POWER[side][spell] in (2, 3) else 4
    for die in range(1, 7):
        with scripted(state, [("spell", die)]) as twin:
            twin.journal = []
            assert succeeds(twin, Cast(side, caster, spell, hex_id("1209"))) is (die <= highest)
            assert twin.journal[0].clauses == ("MAG-14" if highest == 5 else "MAG-15",)


# Battle Magic

HEX = "1004"
PAIR = "1004 Hosar: DA-duke-dansor, DA-knights\n1004 Demon: ER-foot-guards\n"


def in_battle(text: str = PAIR, *moves: tuple[str, int]) -> Any:
    """Return a battle in the hills of hex 1004, up to the first magic missile."""
    state = moment("Battles", text)
    first = [("place", unit("DA-knights")), ("place", unit("ER-foot-guards"))]
    return do(state, ("terrain", HILLS), *(moves or (*first, ("with", unit("DA-knights")))))


@pytest.mark.clause("MAG-16", "MAG-17", "MAG-18")
@pytest.mark.parametrize(("die", "hits"), [(4, True), (5, False)])
def test_a_magic_missile_hits_when_one_die_is_no_higher_than_the_power(die: int, hits: bool) -> None:
    state = in_battle()
    assert (step(state), state.flow[-1].caster) == ("AimMagic", unit("DA-duke-dansor"))
    rest = [1] if hits else []
    state = do(state, ("fire", unit("ER-foot-guards")), rolls=[("magic missile", die), *rest, 6, 6, 6, 6])
    kinds = [entry.kind for entry in state.journal if entry.tally and entry.tally.purpose == "magic missile"]
    assert kinds == ["hit" if hits else "miss"]
    assert not told(state, "spell.fails"), "the spell itself needs no die"


@pytest.mark.clause("MAG-18")
def test_lord_erush_needs_a_one_and_armour_does_not_matter() -> None:
    text = "1004 Hosar: GU-men, DA-knights\n1004 Demon: ER-patrol-cavalry, ER-lord-erush\n"
    state = in_battle(text, ("place", unit("DA-knights")), ("place", unit("ER-patrol-cavalry")),
                      ("with", unit("ER-patrol-cavalry")))  # fmt: skip
    state = do(state, "pass") if step(state) == "CommitUnit" else state
    state = do(state, ("fire", unit("DA-knights")), rolls=[("magic missile", 4), 6, 6, 6, 6, 6, 6])
    (shot,) = [entry for entry in told(state, "miss") if entry.data["attack"] == "magic missile"]
    assert (shot.tally.value, shot.data["unit"]) == (1, unit("ER-lord-erush"))


@pytest.mark.clause("MAG-17")
def test_only_a_troop_opposite_can_be_the_target() -> None:
    text = "1004 Hosar: DA-duke-dansor, DA-knights, DA-bowmen\n1004 Demon: ER-foot-guards, ER-goblins\n"
    pairs = [("place", u) for u in units("DA-knights", "ER-foot-guards", "ER-goblins", "DA-bowmen")]
    state = in_battle(text, *pairs, ("with", unit("DA-bowmen")))
    while step(state) == "MoveCharacter":
        state = do(state, "pass")
    assert operands(state, "fire") == units("ER-goblins")
    assert refusal(state, ("fire", unit("ER-foot-guards"))).clause == "BAT-22"


@pytest.mark.clause("MAG-19", "MAG-02")
def test_one_cast_serves_every_round_of_the_battle() -> None:
    state = do(in_battle(), ("fire", unit("ER-foot-guards")), rolls=[6] * 5)
    assert unit("DA-duke-dansor") in state.spent_casters
    state = do(state, "fight on", "fight on")
    while step(state) == "MoveCharacter":
        state = do(state, "pass")
    assert step(state) == "AimMagic", "asked again in the second round"
    state = do(state, ("fire", unit("ER-foot-guards")), rolls=[6] * 5)
    assert state.spent_casters.count(unit("DA-duke-dansor")) == 1
    assert len(told(state, "magic.announced")) == 1


@pytest.mark.clause("MAG-02", "MAG-17")
def test_who_has_cast_another_spell_in_the_phase_has_no_battle_magic() -> None:
    state = moment("Battles", PAIR, more=f"cast: [{unit('DA-duke-dansor')}]\n")
    state = do(state, ("terrain", HILLS), ("place", unit("DA-knights")), ("place", unit("ER-foot-guards")),
               ("with", unit("DA-knights")), rolls=[6] * 4)  # fmt: skip
    assert step(state) == "MayWithdraw"
    assert at(state, "DA-duke-dansor") == HEX
    assert "fire" not in verbs(state)
