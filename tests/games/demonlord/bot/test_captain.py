"""The captain: legal, deterministic, blind to hidden facts, and hard to beat."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from copy import copy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.demonlord.positions import at, moment, place, seat, unit, units
from pace import sampled
from palatine.core import Action, Tally, step_types_in
from palatine.games.demonlord import GAME, rules, sequence, setup
from palatine.games.demonlord.bot import Captain, captain
from palatine.games.demonlord.bot.sieges import siege_at
from palatine.games.demonlord.components.pieces import ARMOUR, IS_TROOP, MISSILE
from palatine.games.demonlord.components.spells import DARKNESS
from palatine.games.demonlord.components.world import MOUNTAINS, TERRAIN, TERRAINS, hex_id
from palatine.games.demonlord.preview.odds import (
    BattleEstimate,
    ForceEstimate,
    Siege,
    estimate_battle,
    fight_out,
    siege_value,
)
from palatine.games.demonlord.preview.perception import Perception
from palatine.games.demonlord.preview.unit_values import (
    ARMOUR_FALL,
    ARMOUR_HITS,
    WORTH,
    combat_value,
)
from palatine.games.demonlord.rules.combat.attacks import (
    Attack,
    armour_bonus,
    armour_effect,
    hit_probability,
    melee_value,
    missile_value,
)
from palatine.games.demonlord.rules.combat.morale import fall_probability, morale_value
from palatine.games.demonlord.rules.combat.sieges import ASSAULT, INVEST, ChooseSiegeMethod, RaiseMagic, SiegeMagic
from palatine.games.demonlord.rules.combat.withdrawal import FIGHT, WITHDRAW, MayWithdraw
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell
from palatine.games.demonlord.rules.victory import ABSTAIN, CALL, PEACE, WAR, AskPeaceOffer, AskTruceCall
from palatine.games.demonlord.state import Battle
from palatine.players import Recruit

HOSAR, DEMON = 0, 1
CAPTAIN = Captain(GAME)
ERUSH = hex_id("1606")


def decide(state: Any) -> Action:
    """Return the captain's action for the seat that is asked; it must be legal."""
    found = CAPTAIN.decide(state, seat(state))
    assert found in GAME.actions(state, seat(state))
    return found


def play_on(state: Any, phase: int) -> Any:
    """Return the position after captains have played both seats to the end of a phase."""
    state = state.copy()
    while state.flow and state.phase == phase:
        GAME.take(state, seat(state), decide(state))
    return state


def movement(text: str, side: str = "Hosar") -> Any:
    """Return the position after a captain's movement step."""
    state = moment("OpenMovement", text, side)
    while type(state.flow[-1]).__name__ in ("Movement", "March"):
        GAME.take(state, seat(state), decide(state))
    return state


def match(bots: Mapping[str, Any], seed: int, options: Mapping[str, Any] | None = None) -> Iterator[Any]:
    """Yield the states of a match before and after each action."""
    state = GAME.setup(seed=b"captain %d" % seed, options=dict(options or {}))
    while state.flow:
        yield state
        asked = seat(state)
        GAME.take(state, asked, bots[asked].decide(state, asked))
    yield state


# What he may know


def modules_of_the_bot() -> list[Path]:
    return sorted(Path(captain.__file__).parent.glob("*.py"))


@pytest.mark.parametrize("path", modules_of_the_bot(), ids=lambda path: path.stem)
def test_only_the_sight_looks_into_the_state(path: Path) -> None:
    names = {node.attr for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Attribute)}
    assert path.stem == "perception" or "_state" not in names


@pytest.mark.parametrize("seed", sampled([1, 2]))
def test_what_he_may_not_see_does_not_change_his_mind(seed: int) -> None:
    random = Random(seed)
    for state in match({"Hosar": CAPTAIN, "Demon": CAPTAIN}, seed):
        if state.flow and random.random() < 0.05:
            asked = seat(state)
            other = GAME.determinize(state, asked, random.randbytes(8))
            assert Captain(GAME).decide(other, asked) == Captain(GAME).decide(state, asked)
            same_mind = Captain(GAME)
            same_mind.context.memory = {each: copy(mind) for each, mind in CAPTAIN.context.memory.items()}
            assert same_mind.decide(other, asked) == CAPTAIN.decide(state, asked)


def test_deciding_changes_nothing() -> None:
    random = Random(3)
    for state in match({"Hosar": CAPTAIN, "Demon": CAPTAIN}, 3):
        if state.flow and random.random() < 0.05:
            before = GAME.encode(state)
            decide(state)
            assert GAME.encode(state) == before


def test_a_hidden_counter_is_an_average_one() -> None:
    text = "1510 Demon: {}\n1004 Hosar: TI-knights-1\n0610 Hosar: TI-city-militia\n1812 Demon: {}\n"
    one = place(text.format("NI-goblins, NI-demon-guard", "NI-archers, NI-swordsmen-1"))
    two = place(text.format("NI-goblins, NI-swordsmen-1", "NI-archers, NI-demon-guard"))
    assert Perception(one, HOSAR).foes == Perception(two, HOSAR).foes
    assert (
        Perception(one, HOSAR).backs
        == Perception(two, HOSAR).backs
        == tuple(units("NI-demon-guard", "NI-swordsmen-1"))
    )


@pytest.mark.clause("HID-01")
@pytest.mark.parametrize("hidden", ["TI-prince-timur", "GU-men"])
def test_a_leader_who_lies_hidden_in_a_garrison_does_not_change_how_he_besieges(hidden: str) -> None:
    """The leadership of both sides is revealed with the dice, not before (H8)."""
    open_ = (
        "1007 Demon: NI-lord-nish, NI-goblins, ER-archers\n1007 Hosar: GU-levy, {}\n0610 Hosar: TI-city-militia\n"
    )
    more = f"turn 2\nphase Demon\nstep Sieges\nsieges: [[{hex_id('1007')},2]]\n1812 Demon: NI-archers\n"
    sight = Perception(place(more + open_.format(hidden)), DEMON)
    plain = Perception(place(more + open_.format("GU-men")), DEMON)
    assert siege_at(sight, hex_id("1007")) == siege_at(plain, hex_id("1007"))
    assert siege_at(sight, hex_id("1007")).ours[:4] == (2, 2, 3, 3), (
        "steps 3 to 6: leader and castle; from the fifth step one more"
    )


@pytest.mark.clause("NEU-07")
def test_he_sends_no_ancients_into_empty_mountains() -> None:
    text = "serves: [2,0,2,2,2]\n1211 Hosar: AN-old-one, AN-lizard-warriors-1\n"
    state = moment("OpenMovement", text)
    goals = Perception(state, HOSAR).reach(unit("AN-lizard-warriors-1"), hex_id("1211")).cost
    assert [h for h in goals if TERRAIN[h] == MOUNTAINS] == []
    assert len(goals) > 6


@pytest.mark.clause("BAT-28", "NEU-08")
@pytest.mark.parametrize("key", ["ER-heavy-cavalry", "ER-archers", "AN-lizard-warriors-1"])
@pytest.mark.parametrize("terrain", TERRAINS[:-1])
@pytest.mark.parametrize("phasing", [True, False])
def test_he_reckons_with_the_values_that_are_played(key: str, terrain: int, phasing: bool) -> None:
    u, foe = unit(key), unit("DA-knights")
    state = place(
        f"phase Demon\nserves: [2,1,2,2,2]\nstep OpenMovement\n1004 Demon: {key}\n1003 Hosar: DA-knights\n"
    )
    state.phasing = DEMON if phasing else HOSAR
    line = Battle(hex_id("1004"), terrain, 4, groups=(((foe,), (u,)),))
    tally = Tally("melee")
    melee_value(state, line, Attack(u, foe), tally)
    played = tally.value - armour_bonus(u, foe)
    morale = Tally("morale")
    morale_value(state, line, u, morale)
    shot = Tally("missile")
    missile_value(state, line, Attack(u, foe), shot)
    missile = hit_probability(shot.value - armour_effect(foe)) if MISSILE[u] else 0.0
    found = combat_value(u, 0, terrain, 0, phasing)
    assert found.hits == pytest.approx(hit_probability(played) * ARMOUR_HITS[ARMOUR[u]] + missile)
    assert found.fall == pytest.approx(fall_probability(morale.value) * ARMOUR_FALL[ARMOUR[u]])


# What he is asked


def test_he_has_a_thought_for_every_question() -> None:
    assert {step for step in step_types_in(rules, setup, sequence) if step.needs_decision} == set(
        Captain.decisions.decided
    )


@pytest.mark.parametrize("side", ["Hosar", "Demon"])
@pytest.mark.parametrize(
    "options",
    [
        {"ending": "strategic", "first_move": "dice"},
        {"ending": "long", "tournament": True, "first_truce": 8},
        {"withdrawal": "secret", "sally": "own phase", "garrison": "unit by unit"},
    ],
)
def test_he_plays_every_game_there_is(side: str, options: dict[str, Any]) -> None:
    other = "Demon" if side == "Hosar" else "Hosar"
    for number, state in enumerate(match({side: CAPTAIN, other: Recruit(GAME, 5)}, 5, options)):
        if number > 1500:
            break
        if state.flow and seat(state) == side:
            assert decide(state) in GAME.actions(state, side)


@pytest.mark.parametrize("side", ["Hosar", "Demon"])
@pytest.mark.parametrize("seed", [11, 12])
def test_he_beats_a_recruit(side: str, seed: int) -> None:
    other = "Demon" if side == "Hosar" else "Hosar"
    *_, last = match({side: CAPTAIN, other: Recruit(GAME, seed)}, seed)
    found = GAME.outcome(last)
    assert found is not None
    assert found.winners == (side,)


# The map


def test_he_walks_into_a_capital_that_nobody_guards() -> None:
    state = place(
        "turn 2\nphase Hosar\nstep OpenMovement\n0610 Hosar: TI-city-militia\n2009 Demon: D3-garrison\n"
        "1711 Hosar: TI-knights-1, TI-knights-2, TI-prince-timur\n"
    )
    last = play_on(state, state.phase)
    assert last.outcome is not None
    assert last.outcome.margin == "nisshar"


def test_he_does_not_attack_what_is_too_strong() -> None:
    host = "NI-demon-guard, NI-lancers, NI-foot-guards, NI-spearmen, NI-winged-demons, NI-lord-nish"
    state = movement(f"1107 Hosar: DA-militia, DA-duke-dansor\n1206 Demon: {host}\n")
    assert at(state, "DA-militia") != "1206"


def test_he_attacks_what_is_weak_with_his_leader_at_hand() -> None:
    knights = "TI-knights-1, TI-knights-2, TI-knights-3, DA-knights, TI-sergeants, TI-prince-timur"
    state = movement(f"1107 Hosar: {knights}\n1206 Demon: ER-goblins, ER-archers\n")
    assert at(state, "TI-knights-1") == at(state, "TI-prince-timur") == "1206"


def test_the_capital_keeps_a_garrison_while_an_army_is_near() -> None:
    host = "NI-demon-guard, NI-lancers, NI-foot-guards, NI-spearmen, NI-horsemen-1, NI-lord-nish"
    army = "TI-knights-1, TI-knights-2, TI-sergeants, TI-prince-timur"
    state = movement(f"0610 Hosar: {army}\n0910 Demon: {host}\n1004 Demon: ER-goblins\n")
    assert len(state.troops(HOSAR, hex_id("0610"))) >= 3


def test_he_offends_no_neutral() -> None:
    army = "TI-knights-1, TI-knights-2, TI-knights-3, TI-prince-timur"
    state = movement(f"1207 Hosar: {army}\n1308 Neutral: LY-castle-guard\n")
    assert state.serves[3] == 2


def test_a_caster_goes_to_a_temple_where_something_answers() -> None:
    state = movement("1214 Demon: NI-lord-nish\n1414 Demon: TN-temple-guard\n", "Demon")
    assert at(state, "NI-lord-nish") == "1414"


# Battle


def battle(hosar: str, demon: str, *, routed: str = "") -> Any:
    """Return the end of a round on open ground with all troops in line, paired evenly."""
    state = moment("Battles", f"1206 Hosar: {hosar}\n1206 Demon: {demon}\n")
    mine = [u for u in units(*hosar.split(", ")) if IS_TROOP[u]]
    theirs = [u for u in units(*demon.split(", ")) if IS_TROOP[u]]
    pairs = [((u,), (v,)) for u, v in zip(mine, theirs, strict=False)]
    rest = (tuple(mine[len(pairs) :]), tuple(theirs[len(pairs) :]))
    state.battle = Battle(hex_id("1206"), 1, 10, 1, tuple(pairs), rest)
    state.flow = [MayWithdraw(HOSAR, 0, ())]
    return state


def test_he_withdraws_from_a_battle_that_is_lost() -> None:
    host = "NI-demon-guard, NI-lancers, NI-foot-guards, NI-spearmen, NI-winged-demons, NI-horsemen-1"
    assert decide(battle("TI-knights-1, TI-knights-2, DA-knights", host)) == WITHDRAW


def test_he_fights_on_when_he_is_winning() -> None:
    knights = "TI-knights-1, TI-knights-2, TI-knights-3, DA-knights"
    assert decide(battle(knights, "NI-goblins, ER-goblins")) == FIGHT


def test_the_stronger_body_is_likely_to_win() -> None:
    strong, weak = ForceEstimate(10, 0.8, 0.3), ForceEstimate(6, 0.6, 0.5)
    left, right = fight_out(strong, weak, 10)
    assert left > right == pytest.approx(0, abs=0.6)
    assert estimate_battle(strong, weak, 10).chance > 0.9 > 0.1 > estimate_battle(weak, strong, 10).chance
    assert BattleEstimate(1.0, 1.0, 0.0).gain(5.0, 3.0) == pytest.approx(3.0)


def test_the_chances_of_the_dice() -> None:
    assert [round(36 * hit_probability(value)) for value in (1, 2, 7, 12, 15)] == [0, 1, 21, 36, 36]
    assert [round(6 * fall_probability(morale)) for morale in (0, 1, 4, 6)] == [6, 6, 3, 1]
    assert WORTH[unit("NI-demon-guard")] > WORTH[unit("TI-knights-1")] > WORTH[unit("DA-militia")]


# Sieges


def siege(hosar: str, demon: str) -> Any:
    """Return the second siege step at Erush."""
    state = moment("Sieges", f"1606 Hosar: {hosar}\n1606 Demon: {demon}\n")
    state.sieges = ((ERUSH, 2),)
    state.flow = [ChooseSiegeMethod(HOSAR, ERUSH)]
    return state


KNIGHTS = "TI-knights-1, TI-knights-2, TI-knights-3, DA-knights, TI-sergeants, DA-sergeants"


def test_a_handful_is_stormed() -> None:
    assert decide(siege(KNIGHTS, "MI-garrison")) == ASSAULT


def test_a_strong_garrison_is_invested() -> None:
    assert decide(siege(KNIGHTS, "MI-garrison, MI-bowmen, NI-goblins, NI-archers, NI-spearmen")) == INVEST


def test_more_troops_outside_promise_more() -> None:
    def promise(outside: int) -> float:
        return siege_value(Siege(outside, 3, (1,), 0, 12.0), True)

    assert promise(4) < promise(8) < promise(12)


def test_siege_magic_is_outbid_by_as_little_as_does_it() -> None:
    state = siege(f"{KNIGHTS}, HO-priest, HO-monks, HO-high-priest", "MI-garrison, NI-lord-nish")
    magic = SiegeMagic(ERUSH, False, DEMON, 0, (unit("NI-lord-nish"),))
    state.flow = [RaiseMagic(HOSAR, ERUSH, magic)]
    assert decide(state) == ("siege magic", unit("HO-high-priest"))
    state.flow = [RaiseMagic(HOSAR, ERUSH, SiegeMagic(ERUSH, False, DEMON))]
    assert decide(state) == ("siege magic", unit("HO-monks"))


# Spells, truce


def test_darkness_falls_on_a_battle() -> None:
    state = moment(
        "BeforeBattles",
        "1206 Hosar: TI-knights-1, TI-knights-2, TI-sergeants\n1206 Demon: NI-lancers, ER-archers, NI-lord-nish\n",
        side="Demon",
        demon="Darkness, Vision",
    )
    assert isinstance(state.flow[-1], AnnounceSpell)
    assert decide(state) == ("cast", DARKNESS)
    GAME.take(state, "Demon", decide(state))
    assert decide(state) == ("target", hex_id("1206"))


@pytest.mark.parametrize(
    ("points", "side", "answer"),
    [((5, 5), HOSAR, CALL), ((5, 5), DEMON, ABSTAIN), ((3, 5), DEMON, CALL), ((3, 5), HOSAR, ABSTAIN)],
)
def test_truce_is_called_for_by_whoever_is_ahead(points: tuple[int, int], side: int, answer: Action) -> None:
    state = moment("OpenMovement", "")
    state.points, state.flow = points, [AskTruceCall(side, 0)]
    assert decide(state) == answer


def test_peace_is_for_the_hopeless() -> None:
    host = "NI-demon-guard, NI-lancers, NI-foot-guards, NI-spearmen, NI-horsemen-1, NI-lord-nish"
    state = moment("OpenMovement", f"1606 Demon: {host}\n")
    state.flow = [AskPeaceOffer(HOSAR)]
    assert decide(state) == PEACE
    state.flow = [AskPeaceOffer(DEMON, True)]
    assert decide(state) == WAR
