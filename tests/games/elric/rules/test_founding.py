"""The Founding of the Bright Empire: one player against monsters (14.1)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    story,
    told,
)
from palatine.games.elric.components.pieces import ARMY, FREE_FLEET, KIND, OLAB, PIECE_NAME, PIECES_OF
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, SPELL_NAME
from palatine.games.elric.components.tables import FOUNDING_REMOVED
from palatine.games.elric.components.world import AREAS, FILLED_STARS, MELNIBONE, RLIN, STARS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.characters.escape_spells import escape_spells
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.common.victory import CheckEliminations, FinalCount
from palatine.games.elric.rules.founding import (
    ChooseWithdrawal,
    Monsters,
    TakeMonster,
    begin_founding,
    eliminate_stack,
    guardian_chance,
    guardian_odds,
    ways_out,
)
from palatine.games.elric.rules.realm.muster import Musters
from palatine.games.elric.sequence import FOUNDING_OUTLINE, GameTurn, PlayerTurn
from palatine.games.elric.state import NOBODY, pair
from palatine.games.elric.view.panels import panels

HERO, MONSTER = "own stack", "monster"


def alone() -> Any:
    """Return the empty map of the scenario."""
    s = new_state("founding", 1)
    s.cup = []
    return s


def monster(s: Any, where: str, name: str) -> None:
    """Add a monster that has been found."""
    s.face_up[area(where)] = (spell(name),)


def met(where: str, name: str, *who: Any) -> Any:
    s = alone()
    put(s, 0, where, *who)
    monster(s, where, name)
    return s


def fought(s: Any, *rolls: Any) -> Any:
    return run(s, Monsters(), rolls=rolls)


# Set-up


@pytest.mark.clause("14.1a")
def test_olab_and_the_free_fleet_begin_in_the_jungle_lands() -> None:
    s = new_state("founding", 1)
    begin_founding(s)
    assert sorted(s.pieces(0, RLIN)) == sorted((*PIECES_OF[OLAB], FREE_FLEET))
    assert [p for p, place in enumerate(s.where) if place >= 0 and p not in s.pieces(0, RLIN)] == []
    assert s.ruler[OLAB] == 0
    assert len(s.stacks_at(0, RLIN)) == 1, "they stand together"


@pytest.mark.clause("14.1b", "3.1j")
def test_a_chaos_spell_lies_on_every_star_but_never_one_of_four() -> None:
    removed = {SPELL_NAME[each] for each in FOUNDING_REMOVED}
    assert removed == {"Quaolnargn", "Xiombarg", "Kyreenee", "Slortar the Old"}
    s = new_state("founding", 1)
    begin_founding(s)
    assert sorted(s.stars) == sorted(STARS)
    assert len(STARS) == len(FILLED_STARS) + 1 == 13
    spells = [*s.stars.values(), *s.cup]
    assert len(set(spells)) == 16
    assert all([ALIGNMENT[each] == CHAOS and each not in FOUNDING_REMOVED for each in spells])


# The fight


@pytest.mark.clause("14.1e")
@pytest.mark.parametrize(("hero", "beast", "beaten"), [(3, 3, True), (2, 4, False), (1, 3, False)])
def test_a_found_monster_must_be_beaten_before_its_spell_is_owned(hero: int, beast: int, beaten: bool) -> None:
    s = met("Tanelorn", "Chardros", "Olab King", ("Olab", 2))
    after = fought(s, (HERO, hero), (MONSTER, beast))
    assert (piece("Olab King") in after.hand) == beaten
    assert (area("Tanelorn") in after.face_up) != beaten
    (host,) = told(after, "monster-host")
    (fight,) = told(after, "monster-fight")
    assert (host.tally.total, fight.tally.total) == (5 + hero, 4 + beast)


@pytest.mark.clause("14.1f")
def test_a_tie_changes_nothing_and_the_monster_attacks_again() -> None:
    s = met("Tanelorn", "Chardros", "Olab King", ("Olab", 2))
    after = fought(s, 2, 3)
    assert after.stacks == s.stacks
    assert told(after, "monster-stays")
    again = fought(after, 6, 1)
    assert again.hand[piece("Olab King")] == (spell("Chardros"),)


@pytest.mark.clause("14.1f", "10.6e", "10.6g", "10.7b")
@pytest.mark.parametrize(("dice", "armies"), [((1, 1), 4), ((1, 2), 4), ((1, 3), 3), ((1, 4), 2), ((1, 5), 1)])
def test_who_loses_to_a_monster_loses_by_the_table_and_goes_back(dice: tuple[int, int], armies: int) -> None:
    s = met("Tanelorn", "Arioch", ("Olab", 4))
    s.face_up[area("Tanelorn")] = (spell("Arioch"),)
    after = fought(s, *dice)
    assert asked(after) == ("ChooseWithdrawal", 0)
    assert names(after, "to") == ["Northern Ilmiora", "Sighing Desert (west)", "Sighing Desert (centre)"]
    after = act(after, ("to", area("sig_w")))
    assert len(after.pieces(0, area("sig_w"))) == armies
    assert area("Tanelorn") in after.face_up


@pytest.mark.clause("14.1f")
def test_who_went_back_to_another_monster_meets_it_next_turn_only() -> None:
    s = met("Tanelorn", "Arioch", ("Olab", 3))
    monster(s, "sig_w", "Chardros")
    after = act(fought(s, 1, 1), ("to", area("sig_w")))
    assert not after.flow
    assert len(told(after, "monster-met")) == 1


@pytest.mark.clause("14.1e", "10.7i")
def test_the_player_picks_whom_he_loses() -> None:
    s = met("Tanelorn", "Chardros", ("Olab", 2), "Zas")
    after = fought(s, 1, 5)
    assert asked(after) == ("PickLoss", 0), "3 are owed, and 4 are there"
    assert {PIECE_NAME[p] for p in operands(after, "lose")} == {"Zas", "Olab army 1"}


@pytest.mark.clause("14.1f", "10.8a", "10.7d")
def test_who_loses_in_the_jungle_lands_goes_aboard_the_ships_there() -> None:
    s = met("rlin", "Arioch", "Olab King", ("Olab", 5), ("People of Pio", 1), "Free Fleet")
    after = fought(s, 1, 6)
    assert not after.flow, "there is one way only"
    sea = area("jungle_sea")
    assert {at(after, who) for who in ("Olab King", "Free Fleet")} == {"Jungle Sea"}
    assert sorted(after.ship) == [p for p in after.pieces(0, sea) if p != FREE_FLEET]
    assert len([p for p in after.pieces(0, sea) if KIND[p] == ARMY]) == 5, "there is room for five armies"
    assert not after.pieces(0, RLIN)
    assert ways_out(after, RLIN) == [sea]


@pytest.mark.clause("14.1f", "10.7g", "10.8b")
def test_who_cannot_go_back_is_eliminated_and_may_escape() -> None:
    s = met("Ashaneloon", "Arioch", "Olab King", ("Olab", 1))
    after = fought(s, 1, 5, ("escape", 3))
    assert asked(after) == ("ChooseRefuge", 0)
    after = act(after, after.flow[-1].actions(after)[0])
    assert after.where[piece("Olab army 1")] < 0
    assert not after.pieces(0, area("Ashaneloon"))
    assert after.where[piece("Olab King")] >= 0, "he rolled no higher than his value"
    assert not fought(s, 1, 5, ("escape", 4)).stacks[0]


@pytest.mark.clause("14.1e", "16.2c")
@pytest.mark.parametrize("die", [1, 2])
def test_balo_is_beaten_on_an_even_die(die: int) -> None:
    s = met("Tanelorn", "Balo the Jester", "Olab King")
    after = fought(s, ("balo", die), *([] if die == 2 else [1, 1]))
    assert (piece("Olab King") in after.hand) == (die == 2)


@pytest.mark.clause("14.1e", "16.2k", "16.2p")
@pytest.mark.parametrize(("name", "value"), [("Dead Gods Book", 0), ("Oonai", 1), ("Arioch", 5)])
def test_a_monster_fights_with_its_printed_value_and_a_die(name: str, value: int) -> None:
    after = fought(met("Tanelorn", name, "Olab King", ("Olab", 5)), 6, 2)
    assert told(after, "monster-fight")[0].tally.total == value + 2


@pytest.mark.clause("14.1e", "9.5b")
def test_of_several_who_can_hold_it_the_player_says_who_takes_the_spell() -> None:
    s = met("Tanelorn", "Eequor", "Olab King", "Zas", "Shaman", ("Olab", 1))
    s.hand[piece("Zas")] = (spell("Dharzi"),)
    after = fought(s, 3, 1)
    assert asked(after) == ("TakeMonster", 0)
    assert {PIECE_NAME[p] for p in operands(after, "person")} == {"Olab King", "Shaman"}
    assert refusal(after, "person", "Zas").reason == "why.no-taker-room"
    assert refusal(after, "person", "Olab army 1").reason == "why.no-taker"
    after = act(after, ("person", piece("Shaman")))
    assert after.hand[piece("Shaman")] == (spell("Eequor"),)


@pytest.mark.clause("14.1e", "9.5b")
def test_who_has_no_room_discards_a_spell() -> None:
    s = met("Tanelorn", "Eequor", "Olab King")
    s.hand[piece("Olab King")] = (spell("Dharzi"),)
    after = fought(s, 3, 1)
    assert asked(after) == ("Discard", 0)


@pytest.mark.clause("14.1e", "9.5c")
def test_armies_hold_no_spells() -> None:
    after = fought(met("Tanelorn", "Eequor", ("Olab", 3)), 3, 1)
    assert after.discard == [spell("Eequor")]
    assert area("Tanelorn") not in after.face_up


@pytest.mark.clause("14.1f")
def test_ships_alone_are_not_attacked_and_every_stack_is() -> None:
    assert not told(fought(met("rlin", "Arioch", "Free Fleet")), "monster-met")
    s = met("Tanelorn", "Arioch", "Olab King", ("Olab", 1))
    put(s, 0, "Tanelorn", "Zas", ("Olab", 1))
    after = fought(s, 6, 1)
    assert len(told(after, "monster-met")) == 1, "the first stack has beaten it"
    after = fought(s, 4, 3, 6, 1)
    assert len(told(after, "monster-met")) == 2
    assert [entry.data["ours"] for entry in told(after, "monster-fight")] == [8, 9]


@pytest.mark.clause("14.1f", "10.7b")
def test_why_one_cannot_go_back_somewhere() -> None:
    after = fought(met("Nihrain", "Arioch", ("Olab", 3)), 1, 1)
    assert asked(after) == ("ChooseWithdrawal", 0)
    assert refusal(after, "to", "Sea of Nihrain").reason == "why.no-ship-there"
    assert refusal(after, "to", "Tanelorn").reason == "why.not-beside"
    assert refusal(after, "to", 999).reason == "why.no-area"


# The Dragons


@pytest.mark.clause("14.1d", "14.1h", "14.1i")
@pytest.mark.parametrize(("die", "tamed"), [(4, True), (3, False)])
def test_a_dragon_master_who_makes_the_dragons_retreat_wins(die: int, tamed: bool) -> None:
    s = alone()
    put(s, 0, "dragon", "Free Fleet")
    put(s, 0, "Imrryr", "Dyvim Tvar", "Olab King", ("Olab", 3))
    after = fought(s, (HERO, die), (MONSTER, 2))
    (fight,) = told(after, "monster-fight")
    assert (fight.data["ours"], fight.data["theirs"]) == (9 + die, 12), "their value is doubled"
    assert (after.outcome is not None) == tamed
    if tamed:
        assert (after.outcome.winners, after.outcome.margin) == (("Amber",), "founding.won")
        assert after.outcome.clause == "14.1i"


@pytest.mark.clause("14.1h")
def test_without_a_dragon_master_the_dragons_are_not_tamed() -> None:
    s = alone()
    put(s, 0, "Imrryr", "Olab King", "Rackhir", "Zas", ("Olab", 3))
    after = fought(s, 6, 1)
    assert after.outcome is None
    assert told(after, "dragons-wait")
    assert len(after.pieces(0, MELNIBONE)) == 6


@pytest.mark.clause("14.1d", "10.7d")
def test_who_loses_to_the_dragons_goes_back_to_the_ships() -> None:
    s = alone()
    put(s, 0, "dragon", "Free Fleet")
    put(s, 0, "Imrryr", "Dyvim Slorm", ("Olab", 5))
    after = fought(s, 3, 3)
    assert asked(after) is None
    assert told(after, "monster-retreat")[0].data["area"] == area("dragon")
    assert not after.pieces(0, MELNIBONE)


@pytest.mark.clause("14.1j")
def test_anybody_may_come_to_melnibone() -> None:
    s = alone()
    group = put(s, 0, "dragon", "Olab King", "Free Fleet")
    assert may_enter(s, group, MELNIBONE) is None


@pytest.mark.clause("14.1h", "5.0d")
def test_ten_turns_without_it_are_lost_and_so_is_who_has_nobody_left() -> None:
    after = run(alone(), FinalCount())
    assert (after.outcome.winners, after.outcome.margin, after.outcome.clause) == ((), "founding.lost", "14.1h")
    s = alone()
    put(s, 0, "rlin", ("Olab", 5), "Free Fleet")
    assert run(s, CheckEliminations()).outcome.margin == "founding.lost"
    put(s, 0, "rlin", "Zas")
    assert run(s, CheckEliminations()).outcome is None


# What the spells are good for


@pytest.mark.clause("14.1g")
def test_no_spell_helps_in_an_escape() -> None:
    s = alone()
    put(s, 0, "Tanelorn", "Drinij Bar")
    s.hand[piece("Drinij Bar")] = (spell("Chardros"),)
    assert escape_spells(s, piece("Drinij Bar")) == []
    s.scenario = "conflict-long"
    assert escape_spells(s, piece("Drinij Bar")) == [spell("Chardros")]


# A game's last turn


@pytest.mark.clause("14.1g", "14.1h", "14.1j", "11.0k")
def test_a_dragon_master_is_mustered_lands_on_melnibone_and_wins() -> None:
    s = alone()
    king = piece("Olab King")
    group = put(s, 0, "dragon", "Olab King", "Free Fleet", ("Olab", 3))
    s.ship = {p: FREE_FLEET for p in group if p != FREE_FLEET}
    s.hand[king] = (spell("Checkalakh"),)
    s.turn = 9
    s.flow = [GameTurn(1), PlayerTurn(0, FOUNDING_OUTLINE.index(Musters))]
    GAME.advance(s)
    s = act(s, ("muster", pair(king, spell("Checkalakh"))))
    assert asked(s) == ("ChooseTarget", 0)
    assert operands(s, "power") == [], "a nation is none of what can be had"
    assert {PIECE_NAME[p] for p in operands(s, "unit")} == {"Myshella", "Dyvim Tvar"}
    s = act(s, ("unit", piece("Dyvim Tvar")))
    assert (s.turn, asked(s)) == (10, ("Movement", 0))
    assert piece("Dyvim Tvar") not in s.hand, "and nobody draws"
    s = act(s, ("stack", area("dragon")))
    for p in (king, piece("Dyvim Tvar"), *[p for p in group if KIND[p] == ARMY]):
        if p not in s.flow[-1].group:
            s = act(s, ("piece", p))
    s = act(s, ("go", MELNIBONE))
    s = act(s, ("halt", 0)) if asked(s) == ("March", 0) else s
    s = act(s, ("end", 0), rolls=[(HERO, 6), (MONSTER, 1)])
    assert (s.outcome.winners, s.outcome.margin) == (("Amber",), "founding.won")


@pytest.mark.clause("14.1e")
def test_the_taker_of_a_monsters_spell_is_noted() -> None:
    after = fought(met("Tanelorn", "Chardros", "Olab King", ("Olab", 2)), (HERO, 6), (MONSTER, 1))
    (entry,) = told(after, "monster-taken")
    assert (entry.clauses, entry.data) == (("14.1e",), {"person": piece("Olab King"), "spell": spell("Chardros")})


@pytest.mark.clause("14.1e", "14.1f", "10.7b", "16.2c")
def test_what_the_journal_tells_of_a_monster() -> None:
    s = met("Tanelorn", "Chardros", "Olab King", ("Olab", 2))
    fight = ["monster-met 14.1e", "monster-host 10.5a", "monster-fight 14.1e"]
    assert story(fought(s, (HERO, 6), (MONSTER, 1))) == [*fight, "monster-beaten 14.1e", "monster-taken 14.1e"]
    tied = fought(s, (HERO, 2), (MONSTER, 3))
    assert story(tied) == [*fight, "monster-stays 14.1f"]
    lost = fought(met("Tanelorn", "Arioch", ("Olab", 4)), (HERO, 1), (MONSTER, 2))
    gone = act(lost, lost.flow[-1].actions(lost)[0])
    assert told(gone, "monster-retreat")[0].clauses == ("10.7b",)
    asleep = fought(met("Tanelorn", "Balo the Jester", "Olab King"), ("balo", 2))
    assert story(asleep)[:3] == ["monster-met 14.1e", "monster-sleeps 16.2c", "monster-beaten 14.1e"]


@pytest.mark.clause("14.1a")
def test_what_the_player_begins_with_is_told() -> None:
    s = new_state("founding", 1)
    begin_founding(s)
    (entry,) = told(s, "begins-with")
    assert (entry.clauses, entry.data) == (("14.1a",), {"seat": 0, "powers": [OLAB]})


@pytest.mark.clause("10.7g", "10.7k", "10.8a")
def test_a_stack_that_is_eliminated_loses_its_armies_and_its_people_escape() -> None:
    s = alone()
    put(s, 0, "Tanelorn", "Olab King", ("Olab", 2), "Free Fleet")
    eliminate_stack(s, area("Tanelorn"), s.pieces(0, area("Tanelorn")))
    (escapes,) = s.flow
    assert (escapes.area, escapes.persons, escapes.at_sea) == (area("Tanelorn"), (piece("Olab King"),), False)
    assert told(s, "eliminated")[0].clauses == ("10.7g",)
    assert s.pieces(0, area("Tanelorn")) == (piece("Olab King"), FREE_FLEET)


@pytest.mark.clause("14.1e", "10.7b")
def test_who_takes_no_spell_and_where_nobody_goes_back_to() -> None:
    s = met("Tanelorn", "Chardros", "Olab King", "Dyvim Slorm", ("Olab", 2))
    asking = run(s, TakeMonster(0, area("Tanelorn"), s.pieces(0, area("Tanelorn")), spell("Chardros")))
    first = s.pieces(0, area("Tanelorn"))[0]
    for wrong, named in ((-1, first), (len(s.where), first), (0, 0), (armies_of("Olab")[0], armies_of("Olab")[0])):
        refused = refusal(asking, "person", wrong)
        assert (refused.clause, refused.reason, refused.data) == ("14.1e", "why.no-taker", {"piece": named})
    back = run(s, ChooseWithdrawal(0, area("Tanelorn"), ()))
    rows = {-1: "why.no-area", AREAS: "why.no-area", 0: "why.not-beside"}
    assert {where: refusal(back, "to", where).reason for where in rows} == rows


@pytest.mark.clause("14.1e", "16.2c")
def test_the_chance_to_beat_balo_counts_the_die_on_which_he_sleeps() -> None:
    awake = guardian_chance(3, spell("Balo the Jester")).distribution().probability(lambda margin: margin > 0)
    assert awake == pytest.approx(15 / 36)
    assert guardian_odds(3, spell("Balo the Jester")).probability() == pytest.approx((1 + awake) / 2)


@pytest.mark.clause("14.1e")
def test_everybody_sees_the_spells_of_beaten_monsters_in_a_hand() -> None:
    s = met("Tanelorn", "Chardros", "Olab King", ("Olab", 2))
    after = fought(s, (HERO, 3), (MONSTER, 3))
    (hand,) = [panel for panel in panels(GAME.words, after, NOBODY) if panel.id == "hand"]
    assert [row.label for row in hand.rows] == ["Chardros"]
    assert GAME.determinize(after, None, b"deal").hand == after.hand
