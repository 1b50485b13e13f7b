"""Advice of the captain with its reasons, from what the seat may know."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    INLAND,
    NECROMANCER,
    NEXT,
    hex_id,
    in_the_box,
    march,
    marching,
    marching_among_sleepers,
    put,
    run,
    stack_of_kingdoms,
)
from games.dark_emperor.preview.looking import in_its_turn
from palatine.core import Advice
from palatine.games.dark_emperor.bot import Captain
from palatine.games.dark_emperor.bot.advice.advising import halt_reason, purposes
from palatine.games.dark_emperor.components.pieces import SAAR, SILWER
from palatine.games.dark_emperor.components.world import CAPITAL
from palatine.games.dark_emperor.preview.combat import battle_ahead
from palatine.games.dark_emperor.preview.context import PreviewContext
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.combat.combat import Battles
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement
from palatine.games.dark_emperor.rules.realm.diplomacy import ChooseGroup

WITHOUT_REASON = frozenset({"ChooseGoal"})
"""Steps at which the captain takes the first choice."""


def advised(s: Any, seat: str = "Necromancer") -> Advice:
    return Captain(GAME).advise(in_its_turn(s), seat)


def test_he_points_out_where_to_enter_with_reasons_and_what_he_did_not_choose() -> None:
    s = GAME.setup(seed=b"advice")
    found = advised(s)
    ((verb, h),) = found.actions
    assert verb == "enter"
    assert h in CAPITAL
    assert found.text.startswith("The captain would choose “Enter at ")
    assert {"5.5b", "6.11a"} <= {reason.clause for reason in found.reasons}
    assert all(other.action is not None and other.action[1] in CAPITAL for other in found.alternatives)


def test_a_march_is_told_as_a_whole_with_what_it_is_for() -> None:
    s = GAME.setup(seed=b"advice")
    captain = Captain(GAME)
    s = GAME.play(s, "Necromancer", captain.decide(s, "Necromancer"))
    found = captain.advise(s, "Necromancer")
    assert found.text.startswith("The captain would send ")
    assert found.actions[0][0] == "stack"
    assert "go" in {verb for verb, _ in found.actions}
    assert found.reasons
    for action in found.actions:
        s = GAME.play(s, "Necromancer", action)


@pytest.mark.clause("20.3a")
def test_the_plan_is_named_with_the_one_that_was_rejected() -> None:
    s = GAME.setup(seed=b"advice")
    captain = Captain(GAME)
    s = GAME.play(s, "Necromancer", captain.decide(s, "Necromancer"))
    found = captain.advise(s, "Necromancer")
    assert found.reasons[0].text.startswith("The plan is to ")
    assert "plans in trial games" in found.reasons[0].text
    assert found.alternatives[0].reason == "Such plans did no better in trial games."


@pytest.mark.parametrize("decisions", [1, 40, pytest.param(120, id="120-whole")])
def test_he_advises_what_he_does_and_alike_in_every_deal(decisions: int) -> None:
    s = GAME.setup(seed=b"deals")
    captain = Captain(GAME)
    for _ in range(decisions):
        seat = GAME.actors(s)[0]
        s = GAME.play(s, seat, captain.decide(s, seat))
    seat = GAME.actors(s)[0]
    first, second = [advised(GAME.determinize(s, seat, deal), seat) for deal in (b"one", b"two")]
    assert first == second
    assert first.actions[0] == Captain(GAME).decide(s, seat)


@pytest.mark.clause("9b", "9.22")
def test_of_several_battles_he_names_the_odds_of_both() -> None:
    s = stack_of_kingdoms(INLAND, "stavror-infantry-1 greater-vampire-1 greater-vampire-2", phasing=NECROMANCER)
    put(s, NEXT, "greater-vampire-3 stavror-infantry-2 stavror-infantry-3 stavror-infantry-4")
    s = run(s, Battles())
    found = advised(s)
    assert "9.22" in {reason.clause for reason in found.reasons}
    assert [other.clause for other in found.alternatives] == ["9.22"]


@pytest.mark.clause("9.22")
def test_the_odds_of_a_battle_count_all_marches_of_the_plan() -> None:
    s, captain, told = GAME.setup(seed=b"p1"), Captain(GAME), ""
    for _ in range(200):
        (seat, *_) = GAME.actors(s)
        if isinstance(s.flow[-1], Movement):
            told = next((each.text for each in advised(s, seat).reasons if JOINT in each.text), "")
        if told:
            break
        GAME.take(s, seat, captain.decide(s, seat))
    while isinstance(s.flow[-1], Movement | March) and (action := captain.decide(s, seat)) != ("end", 0):
        GAME.take(s, seat, action)
    ahead = PreviewContext(GAME, s, seat, ("end", 0))
    titles = [found.odds.title for h in s.stacks[0] if (found := battle_ahead(ahead, s, h)) is not None]
    assert told.partition(JOINT)[0] in titles


JOINT = ", with the other marches of the plan"


def reasons_of(s: Any, seat: str, start: str, to: str) -> list[str]:
    """Return the reasons for a march of the first unit of a stack by one hex."""
    h, goal = hex_id(start), hex_id(to)
    unit = s.stacks[s.seats.index(seat)][h][0]
    actions = [("stack", h), ("piece", unit), ("go", goal)]
    return [each.text for each in purposes(Captain(GAME), s, seat, actions, [unit], goal)]


@pytest.mark.clause("6.11a", "20.3a")
@pytest.mark.parametrize("is_awake", [False, True])
def test_a_march_into_the_open_says_what_it_yields_also_if_it_wakes_a_kingdom(is_awake: bool) -> None:
    """The preview tells that the kingdom wakes."""
    place = marching if is_awake else marching_among_sleepers
    s = place(INLAND, "greater-vampire-1 greater-vampire-2", phasing=NECROMANCER)
    was = 7 if is_awake else 0
    assert reasons_of(s, "Necromancer", INLAND, NEXT) == [
        f"There the units change the Necromancer's production from {was} to 10."
    ]


def test_every_reason_in_the_catalogue_is_of_a_step_and_a_choice_of_it() -> None:
    steps = {kind.__name__: kind for kind in Captain.decisions.decided}
    steps["Movement"] = Movement
    keys = [key.split(".")[2:] for key in GAME.words.messages if key.startswith("advice.why.")]
    assert len(keys) > 40
    for name, *verb in keys:
        assert name in steps
        assert set(verb) <= {*steps[name].verbs, "betray"}, "or the interrupt of betrayal"


@pytest.mark.clause("9.33d")
def test_a_lone_siege_train_is_captured() -> None:
    s = marching(INLAND, "zolahaureslor-infantry-1 zolahaureslor-infantry-2")
    put(s, NEXT, "necromancers-siege-train")
    assert (
        reasons_of(s, "Kingdoms", INLAND, NEXT)[0]
        == "The march captures the Necromancer's siege train, which stands alone."
    )


@pytest.mark.clause("10a")
def test_units_spread_only_from_a_full_hex() -> None:
    full = " ".join(f"zolahaureslor-infantry-{number}" for number in range(1, 8))
    for keys, reasons in ((full, 1), ("zolahaureslor-infantry-1 zolahaureslor-infantry-2", 0)):
        found = reasons_of(marching(INLAND, keys), "Kingdoms", INLAND, NEXT)
        assert len(found) == reasons
        assert all("stacking limit" in text for text in found)


@pytest.mark.clause("19.11a")
def test_how_sure_he_is_follows_from_the_dice() -> None:
    s = stack_of_kingdoms(INLAND, "greater-vampire-1 mezal", phasing=NECROMANCER)
    for group in (SAAR, SILWER):
        s.turn_coat(group, 2)
    in_the_box(s, SAAR, SILWER)
    s.flow.append(ChooseGroup(NECROMANCER, 215))
    found = advised(s)
    assert found.actions == (("group", SILWER),)
    assert found.sure == pytest.approx(26 / 36)


def test_when_nobody_is_left_to_march_he_says_why_he_ends_movement() -> None:
    s = stack_of_kingdoms(INLAND, "stavror-infantry-1", phasing=1)
    s = run(s, OpenMovement(), Movement(1))
    s = march(s, "stavror-infantry-1", NEXT)
    found = advised(s, "Kingdoms")
    assert found.actions == (("end", 0),)
    assert "attrition" in found.reasons[0].text


def test_a_halt_says_what_the_place_gives() -> None:
    s = GAME.setup(seed=b"halts")
    capital, field = CAPITAL[0], INLAND
    s.stacks[0].clear()
    s.stacks[0][capital] = s.stacks[0][field] = (0,)
    s.control[0] = 0
    assert halt_reason(GAME.words, s, March(0, capital), "8.1").clause == "7.13c"
    assert halt_reason(GAME.words, s, March(0, field), "8.1").text.startswith("The plan has no other task")


def test_almost_every_choice_has_a_reason_beyond_the_plan() -> None:
    s = GAME.setup(seed=b"reasons")
    captain, bare = Captain(GAME), set[str]()
    for n in range(160):
        (seat,) = GAME.actors(s)
        if n % 8 == 4 and len(GAME.actions(s, seat)) > 1:
            reasons = [each.text for each in captain.advise(s, seat).reasons if "in trial games" not in each.text]
            if not reasons:
                bare.add(type(s.flow[-1]).__name__)
        GAME.take(s, seat, captain.decide(s, seat))
    assert bare <= WITHOUT_REASON
