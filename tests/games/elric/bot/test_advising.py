"""Advice of the captain in words, with clauses, and without hidden facts."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.positions.battles import meeting
from games.elric.positions.board import area, give_cards, new_state, piece, put, rule, run
from games.elric.positions.journeys import moving
from pace import sampled
from palatine.games.elric.bot import Captain
from palatine.games.elric.components.world import LAND_NEIGHBOURS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.spell_laying import LayCards
from palatine.games.elric.state import NOBODY, Hold

PLANS = ("The plan is ", "Jade holds Imrryr", "Amber holds Imrryr")
"""Beginnings of the reasons that state only the plan."""
WITHOUT_REASON = frozenset({"ChooseSearcher", "TakePlunder"})
"""Steps at which the captain takes the first choice."""


def advised(s: Any, seat: str = "Amber") -> Any:
    return Captain(GAME).advise(GAME.decode(GAME.encode(s)), seat)


@pytest.mark.clause("11.0c")
def test_a_march_is_advised_of_whole_with_what_it_is_for() -> None:
    s = new_state()
    put(s, 0, "Ilmar", "Jiku")
    give_cards(s, "Jiku", "Teleport")
    found = advised(moving(s))
    assert found.text == "The captain would send Jiku from Ilmar to Bakshaan."
    assert found.actions == (("stack", area("Ilmar")), ("go", area("Bakshaan")))
    assert "11.0c" in [each.clause for each in found.reasons]
    assert "Teleport" in " ".join(each.text for each in found.reasons)


@pytest.mark.clause("5.0e")
@pytest.mark.parametrize(
    ("has_elric", "plan", "rejected"), [(True, "Imrryr", "capitals"), (False, "capitals", "Imrryr")]
)
def test_the_plan_and_the_rejected_one_are_named(has_elric: bool, plan: str, rejected: str) -> None:
    s = new_state("successor", 2)
    put(s, 0, "Dhakos", "Yishana", *["Elric"] * has_elric, ("Jharkor", 2))
    if has_elric:
        s.controller = piece("Yishana")
    found = advised(moving(s))
    assert plan in found.reasons[0].text
    assert rejected in found.alternatives[0].text
    assert found.alternatives[0].reason


@pytest.mark.parametrize(
    ("scenario", "holder", "plan", "clause"),
    [
        ("successor", 0, "The plan is to hold Imrryr: its holder at the end wins before capitals count.", "5.0e"),
        ("dragon-masters", 0, "The plan is to hold Imrryr, which decides the game.", "14.2b"),
        ("dragon-masters", 1, "The plan is Imrryr, which decides the game.", "14.2b"),
    ],
)
def test_a_plan_for_imrryr_says_whether_it_is_held(scenario: str, holder: int, plan: str, clause: str) -> None:
    s = new_state(scenario, 2)
    put(s, 0, "Dhakos", "Yishana", ("Jharkor", 2))
    put(s, 1, "Banarva", "Sarosto")
    s.holds[area("Imrryr")] = Hold(holder, NOBODY)
    assert (advised(moving(s)).reasons[0].text, advised(moving(s)).reasons[0].clause) == (plan, clause)


@pytest.mark.clause("5.0e")
def test_a_rival_in_imrryr_is_told_of() -> None:
    s = new_state("successor", 2)
    put(s, 0, "Dhakos", "Yishana", ("Jharkor", 2))
    assert not any("holds Imrryr" in each.text for each in advised(moving(s)).reasons)
    s.holds[area("Imrryr")] = Hold(1, NOBODY)
    found = advised(moving(s))
    assert found.reasons[1].text.startswith("Jade holds Imrryr and wins if that lasts to the end.")


@pytest.mark.clause("5.0d")
def test_an_imrryr_out_of_reach_is_rejected_for_want_of_time() -> None:
    s = new_state("successor", 2)
    put(s, 0, "Dhakos", "Yishana", "Elric", ("Jharkor", 2))
    s.controller = piece("Yishana")
    s.turn = 10
    found = advised(moving(s))
    assert "capitals" in found.reasons[0].text
    assert found.alternatives[0].reason == "Nobody of yours can take it before the game ends."
    s.tipped, s.ends, s.turn = -1, 6, 6
    assert advised(moving(s)).alternatives[0].reason == "Nobody of yours can take it before the world ends."


@pytest.mark.clause("7.5.9b", "12.1.2a")
def test_imrryr_is_rejected_for_its_gate_in_a_turn_that_wins_elric() -> None:
    s = new_state("successor", 2)
    put(s, 0, "Dhakos", "Yishana", ("Jharkor", 2))
    s.put((piece("Elric"),), LAND_NEIGHBOURS[area("Dhakos")][0])
    found = advised(moving(s))
    assert found.actions[-1][0] == "go"
    assert found.alternatives[0].reason == "Until Imrryr has fallen, only a stack with Elric can pass its sea gate."


@pytest.mark.clause("10.1d")
def test_the_chance_of_a_storm_names_its_place() -> None:
    s = new_state("successor", 2)
    put(s, 0, "Northern Tarkesh", "Yishana", ("Jharkor", 8))
    put(s, 1, "Banarva", "Sarosto")
    texts = " ".join(each.text for each in advised(moving(s)).reasons)
    assert "the chance to win at Gromoorva is about 92%" in texts


@pytest.mark.clause("10.1d")
def test_a_hunter_that_stays_says_what_it_waits_for() -> None:
    s = new_state("duel", 2)
    put(s, 0, "Ilmar", "Elric", "Fadan")
    s.controller = piece("Fadan")
    put(s, 1, "ilm_s", "Theleb K'aarna", "Smiorgan", ("Isle of Purple Towns", 5))
    found = advised(moving(s))
    assert found.actions == (("end", 0),)
    assert "The chance to win at Southern Ilmiora this turn is about 28%" in " ".join(x.text for x in found.reasons)


@pytest.mark.clause("5.0e", "10.1d")
def test_a_host_that_gathers_for_imrryr_and_one_that_waits_say_so() -> None:
    s = new_state("successor", 2)
    ships = ("Jharkor galley", "Jharkor transport")
    put(s, 0, "Dhakos", "Yishana", "Elric", "Admiral of Jharkor", *ships, ("Jharkor", 3))
    put(s, 0, "Northern Jharkor", "Dharmit", ("Shazaar", 2))
    s.controller = piece("Yishana")
    put(s, 1, "Imrryr", "Dyvim Slorm", "Dyvim Tvar", ("Melnibone", 5))
    s = moving(s)
    assert advised(s).reasons[1].text == (
        "They gather at Dhakos before they attack Imrryr (Melnibone): attacks from several provinces are one battle."
    )
    while (found := advised(s)).actions != (("end", 0),):
        for action in found.actions:
            GAME.take(s, "Amber", action)
    assert found.reasons[1].text == (
        "The chance to win at Imrryr (Melnibone) this turn is about 0%, too little to attack now."
    )


@pytest.mark.clause("10.9.3b")
@pytest.mark.parametrize("is_storm", [False, True])
def test_a_city_that_may_be_attacked_is_no_reason_to_pass_it(is_storm: bool) -> None:
    s = new_state("free", 2)
    rule(s, 0, "Vilmir")
    put(s, 0, "vil_n", "Priest of Vilmir")
    if is_storm:
        put(s, 0, "vil_n", "Naclon", "Avan Astram", ("Vilmir", 9))
    else:
        give_cards(s, "Priest of Vilmir", "Vulture Lions")
    found = advised(moving(s))
    assert ("10.9.3b" in [each.clause for each in found.reasons]) == is_storm


def test_armies_without_a_leader_say_where_they_walk() -> None:
    s = new_state("free", 2)
    rule(s, 0, "Vilmir")
    put(s, 0, "vil_n", ("Vilmir", 2))
    texts = [each.text for each in advised(moving(s)).reasons]
    assert "Armies without a leader walk to their capital." in texts


@pytest.mark.clause("14.7b")
def test_in_the_duel_the_plan_is_the_other_duellist() -> None:
    s = new_state("duel", 2)
    put(s, 0, "Ilmar", "Elric", "Fadan")
    s.controller = piece("Fadan")
    put(s, 1, "Aflitain", "Theleb K'aarna")
    found = advised(moving(s))
    assert found.reasons[0].text == "The plan is to hunt Theleb K'aarna, whose fall wins the game."
    assert found.alternatives[0].reason == "The fall of Theleb K'aarna ends the game before Imrryr counts."


@pytest.mark.clause("9.2f")
def test_a_spell_is_advised_of_with_what_it_adds() -> None:
    s = meeting("Northern Jharkor", ["Jagreen Lern", "Yaris", ("Pikarayd", 2)], ["Dharmit", ("Jharkor", 8)])
    give_cards(s, "Jagreen Lern", "Arioch")
    found = advised(run(s, LayCards()))
    assert "Arioch" in found.text
    assert found.reasons[0].clause == "9.2f"
    assert found.sure < 1


def test_what_is_warned_of_is_named_among_what_he_would_not_do() -> None:
    s = meeting("Northern Jharkor", ["Jagreen Lern", "Yaris", ("Pikarayd", 4)], ["Nikorn"])
    give_cards(s, "Jagreen Lern", "Arioch")
    s.balance = -4
    found = advised(run(s, LayCards()))
    assert found.actions == (("done", 0),)
    assert [each.clause for each in found.alternatives] == ["13.4a"]


@pytest.mark.parametrize("seed", sampled(range(4)))
def test_the_advice_is_the_same_in_every_deal_and_legal(seed: int) -> None:
    random = Random(seed)
    scenario = random.choice(GAME.scenarios)
    s = GAME.setup(scenario.name, random.choice(scenario.tables), seed=bytes([seed]))
    captain = Captain(GAME)
    for n in range(60):
        if not s.flow:
            return
        (seat,) = GAME.actors(s)
        found = captain.advise(s, seat)
        assert found == captain.advise(GAME.determinize(s, seat, bytes([n])), seat)
        assert found.actions[0] in GAME.actions(s, seat)
        assert found.text.startswith("The captain would ")
        GAME.take(s, seat, random.choice(GAME.actions(s, seat)))


def test_the_set_up_is_told_from_play() -> None:
    s = GAME.setup("conflict-long", seed=b"set-up")
    (seat,) = GAME.actors(s)
    assert GAME.is_setting_up(s, seat)
    assert not GAME.is_setting_up(s, next(each for each in s.seats if each != seat))
    while GAME.is_setting_up(s, GAME.actors(s)[0]):
        GAME.take(s, GAME.actors(s)[0], GAME.actions(s, GAME.actors(s)[0])[0])
    assert s.turn == 1
    assert piece("Elric") >= 0


def test_armies_at_their_target_and_a_halt_without_an_order_say_so() -> None:
    s = new_state("free", 2)
    rule(s, 0, "Vilmir")
    put(s, 0, "vil_n", "Priest of Vilmir")
    s = moving(s)
    while (found := advised(s)).actions != (("end", 0),):
        GAME.take(s, "Amber", found.actions[0])
    assert "No attack, muster or place to gather calls for another march now." in [x.text for x in found.reasons]


def test_almost_every_choice_has_a_reason_beyond_the_plan() -> None:
    s = GAME.setup(seed=b"reasons")
    captain, bare = Captain(GAME), set[str]()
    for n in range(400):
        if not s.flow:
            break
        (seat,) = GAME.actors(s)
        if n % 4 == 0 and len(GAME.actions(s, seat)) > 1:
            reasons = [each.text for each in captain.advise(s, seat).reasons if not each.text.startswith(PLANS)]
            if not reasons:
                bare.add(type(s.flow[-1]).__name__)
        GAME.take(s, seat, captain.decide(s, seat))
    assert bare <= WITHOUT_REASON
