"""Collapse of a nation or player: pieces that leave or stay (6.0, 11.0, 15.0; A-134, A-216)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.invariants import invariants
from games.elric.positions.board import (
    area,
    armies_of,
    at,
    give_cards,
    new_state,
    piece,
    power,
    put,
    rule,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import ELRIC, FLAMEBRINGERS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.common import victory
from palatine.games.elric.rules.common.deaths import perish
from palatine.games.elric.rules.common.replacements import after_deaths
from palatine.games.elric.rules.common.sieges import Reversion
from palatine.games.elric.rules.common.victory import CheckEliminations, FinalCount
from palatine.games.elric.rules.realm.muster import horde_refusal, nation_refusal
from palatine.games.elric.state import LOST, NOBODY, OFF, Hold


@pytest.mark.clause("6.0l", "6.0m")
def test_elric_stays_when_the_last_other_melnibonean_dies() -> None:
    """Seat 0 rules Melnibone, and Naclon controls Elric.

    Armies and fleets leave, Elric does not.
    """
    s = new_state("dragon-masters", 2)
    put(s, 0, "Jadmar", "Naclon", "Elric")
    rule(s, 0, "Melnibone")
    put(s, 0, "Imrryr", "Dyvim Tvar", "Golden Battle Barge", ("Melnibone", 5))
    s.controller, s.has_hand = piece("Naclon"), True
    perish(s, (piece("Dyvim Tvar"),))
    after_deaths(s)
    assert s.ruler[power("Melnibone")] == NOBODY
    assert {s.where[p] for p in (*armies_of("Melnibone"), piece("Golden Battle Barge"))} == {OFF}
    assert (at(s, "Elric"), s.owner[ELRIC], s.controller) == ("Jadmar", 0, piece("Naclon"))


@pytest.mark.clause("6.0l")
def test_elric_alone_leads_no_nation() -> None:
    s = new_state("dragon-masters", 2)
    put(s, 0, "Jadmar", "Naclon", "Elric")
    rule(s, 0, "Melnibone")
    put(s, 0, "Imrryr", ("Melnibone", 5))
    after_deaths(s)
    assert {s.where[p] for p in armies_of("Melnibone")} == {OFF}


def rider(s: Any) -> int:
    """Add Fadan of seat 1 in the Weeping Waste and return the piece."""
    (fadan,) = put(s, 1, "wee_w", "Fadan")
    return fadan


@pytest.mark.clause("11.0u", "5.0f")
def test_a_horde_of_a_player_who_is_out_can_be_mustered_at_once() -> None:
    s = new_state()
    put(s, 0, "wee_w", ("Flamebringers", 3))
    put(s, 2, "Jadmar", "Naclon")
    fadan = rider(s)
    refused = horde_refusal(s, fadan, FLAMEBRINGERS)
    assert refused is not None
    assert refused.clause == "11.0u"
    s = run(s, CheckEliminations())
    assert s.out == (0,)
    assert horde_refusal(s, fadan, FLAMEBRINGERS) is None
    assert {(s.where[p], s.owner[p]) for p in armies_of("Flamebringers")} == {(OFF, NOBODY)}


@pytest.mark.clause("5.0k", "5.0f")
def test_who_is_out_neither_wins_nor_shares_and_all_who_are_left_together_draw() -> None:
    s = new_state()
    for seat, where, who in ((0, "Dhakos", "Dharmit"), (1, "Iosaz", "Voashoon")):
        put(s, seat, where, who)
    s.out = (2,)
    s.holds = {area("Jadmar"): Hold(1, NOBODY), area("Hwamgaarl"): Hold(0, NOBODY)}
    drawn = run(s, FinalCount()).outcome
    assert (drawn.margin, drawn.winners) == ("draw", ())
    del s.holds[area("Hwamgaarl")]
    assert run(s, FinalCount()).outcome.winners == ("Jade",)


@pytest.mark.clause("5.0h", "5.0f")
def test_at_a_worlds_end_too_who_is_left_with_equal_spells_draws() -> None:
    s = new_state()
    for seat, where, who in ((0, "Dhakos", "Dharmit"), (1, "Iosaz", "Voashoon")):
        put(s, seat, where, who)
    s.out, s.tipped = (2,), 1
    give_cards(s, "Dharmit", "Arkyn")
    give_cards(s, "Voashoon", "Aubec")
    s.flow.append(FinalCount())
    victory.world_ended(s)
    assert s.outcome.margin == "draw"


@pytest.mark.clause("7.5.2g", "9.1c", "10.9.1b")
def test_a_capital_that_went_back_to_its_owner_rewards_its_captor_again() -> None:
    """An enemy must have held it in between; neutrality is not enough."""
    s = new_state()
    rule(s, 1, "Vilmir")
    put(s, 1, "Old Hrolmar", "Naclon")
    jadmar, iosaz = area("Jadmar"), area("Iosaz")
    s.holds = {jadmar: Hold(0, 1), iosaz: Hold(0, NOBODY)}
    s.rewarded = ((0, jadmar), (0, iosaz))
    s = run(s, Reversion())
    assert s.holds == {}
    assert s.rewarded == ((0, iosaz),)
    rule(s, 2, "Lormyr")
    assert run(s, Reversion()).rewarded == ()
    assert told(s, "reverts")


# A player who leaves


def leaver() -> Any:
    """Return a match of three; seat 1 has Lormyr and Filkhar, Elric, a captured city and a siege.

    It also holds a person of seat 2's nation.
    """
    s = new_state()
    put(s, 0, "Dhakos", "Dharmit", ("Jharkor", 3))
    put(s, 1, "Iosaz", "Voashoon", "Mage of Lormyr", "Elric", "Rackhir", ("Lormyr", 3))
    put(s, 1, "Hwamgaarl", ("Filkhar", 1), "Jiku")
    put(s, 2, "Jadmar", "Naclon", ("Vilmir", 3))
    put(s, 1, "Jadmar", "Sealord of Vilmir")
    s.controller, s.has_hand = piece("Voashoon"), True
    s.holds[area("Hwamgaarl")] = Hold(1, NOBODY)
    s.sieges[area("Jadmar")] = 1
    give_cards(s, "Mage of Lormyr", "Donblas")
    return s


@pytest.mark.clause("6.0m", "12.1.2a", "5.0f")
def test_the_others_play_on_when_one_of_three_leaves_and_all_he_had_is_neutral() -> None:
    s = leaver()
    GAME.remove_player(s, "Jade")
    assert s.owner[piece("Voashoon")] == 1, "until the player-turn is over"
    s = run(s, CheckEliminations())
    assert (s.out, s.outcome, s.stacks[1]) == ((1,), None, {})
    assert s.ruler[power("Lormyr")] == s.ruler[power("Filkhar")] == NOBODY
    assert (at(s, "Elric"), s.owner[ELRIC], s.controller) == ("Iosaz", NOBODY, -1)
    assert (s.holds, s.sieges, s.hand) == ({}, {}, {})
    assert spell("Donblas") in s.discard
    assert (s.where[piece("Rackhir")], s.where[piece("Sealord of Vilmir")]) == (OFF, LOST)
    assert s.owner[piece("Sealord of Vilmir")] == 2, "whose ruler may replace him"
    assert invariants(s) == []


@pytest.mark.clause("11.0c", "5.0f")
def test_the_nation_of_who_has_left_can_be_mustered() -> None:
    s = leaver()
    GAME.remove_player(s, "Jade")
    s = run(s, CheckEliminations())
    put(s, 0, "Iosaz", "Yishana")
    assert nation_refusal(s, piece("Yishana"), power("Lormyr")) is None


@pytest.mark.clause("5.0f")
def test_who_is_left_alone_has_won() -> None:
    s = leaver()
    for seat in ("Jade", "Ruby"):
        GAME.remove_player(s, seat)
    assert run(s, CheckEliminations()).outcome.winners == ("Amber",)


@pytest.mark.parametrize("seed", range(8))
def test_games_that_players_leave_are_played_to_the_end(seed: int) -> None:
    random = Random(seed)
    s = GAME.setup("upstart", seed=str(seed).encode())
    gone, when = random.sample(s.seats, 2), random.sample(range(300), 2)
    for decisions in range(20_000):
        if not s.flow:
            break
        if decisions in when:
            GAME.remove_player(s, gone[when.index(decisions)])
        (seat,) = GAME.actors(s)
        GAME.take(s, seat, random.choice(GAME.actions(s, seat)))
        if not decisions % 20:
            assert invariants(s) == []
    assert s.outcome is not None
    assert not {*s.outcome.winners} & {*gone}
