"""Relations of Kings, treaties, and the exchange of discoveries (8.0, 8.2 to 8.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    a_turn,
    at,
    founded,
    line,
    new_state,
    order,
    own,
    put_person,
    relate,
    run,
    told,
)
from games.adventurer_kings.positions.treaties import GAULS, ROMANS, align, between, host, opened, stand
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NATIVE, PEACE
from palatine.games.adventurer_kings.rules.realm import diplomacy
from palatine.games.adventurer_kings.state import State


@pytest.mark.clause("AK-8.0-01", "AK-8.0-02")
def test_everybody_begins_neutral_and_those_without_a_king_are_enemies() -> None:
    s = founded("standard", kings=4)
    assert [s.relation(one, two) for one in range(4) for two in range(4) if one != two] == [PEACE] * 12
    assert s.relation(0, NATIVE) == ENEMY
    assert [diplomacy.WORDS[each] for each in (ENEMY, PEACE, ALLIED)] == ["Enemies", "Neutral", "Allies"]


@pytest.mark.clause("AK-8.0-03", "AK-8.2-01")
@pytest.mark.parametrize(("was", "then"), [(ENEMY, PEACE), (PEACE, ALLIED)])
def test_a_treaty_of_both_goes_up_one_step_at_the_end_of_the_turn(was: int, then: int) -> None:
    s = between(was, "treat 2", "treat 1")
    t = opened(s)
    assert stand(s) == was
    diplomacy.closing(t)
    assert stand(s) == then
    s.sheets = [None] * 3
    run(s)
    assert stand(s) == then


@pytest.mark.clause("AK-8.2-01")
def test_one_king_alone_signs_nothing() -> None:
    s = between(PEACE, "treat 2")
    run(s)
    assert stand(s) == PEACE


@pytest.mark.clause("AK-8.2-02")
@pytest.mark.parametrize(
    ("was", "answer", "then"),
    [(PEACE, "", ALLIED), (ENEMY, "", ENEMY), (PEACE, "break 1", ENEMY)],
    ids=["neutral", "enemy", "rebuffed"],
)
def test_druids_persuade_who_is_neutral_and_does_not_break(was: int, answer: str, then: int) -> None:
    s = between(was, "treat 2", answer, alignments=(tables.DRUIDIC, tables.GOOD))
    run(s)
    assert stand(s) == then


@pytest.mark.clause("AK-8.2-02", "AK-8.3-04")
def test_druids_do_not_mend_what_evil_broke_at_dawn() -> None:
    s = between(ALLIED, "treat 2", "break 1", alignments=(tables.DRUIDIC, tables.EVIL))
    run(s)
    assert stand(s) == PEACE


@pytest.mark.clause("AK-8.2-03")
def test_druids_and_a_willing_enemy_are_allies_before_the_turn() -> None:
    s = between(ENEMY, "treat 2", "treat 1", alignments=(tables.DRUIDIC, tables.EVIL))
    opened(s)
    assert stand(s) == ALLIED


@pytest.mark.clause("AK-8.3-01", "AK-8.0-03")
@pytest.mark.parametrize(("was", "then"), [(ALLIED, PEACE), (PEACE, ENEMY), (ENEMY, ENEMY)])
def test_a_break_goes_down_one_step_at_the_end(was: int, then: int) -> None:
    s = between(was, "break 2")
    t = opened(s)
    assert stand(s) == was
    diplomacy.closing(t)
    assert stand(s) == then


@pytest.mark.clause("AK-8.3-01")
def test_who_breaks_is_not_reconciled_by_the_others_treaty() -> None:
    s = between(PEACE, "break 2", "treat 1")
    run(s)
    assert stand(s) == ENEMY


@pytest.mark.clause("AK-8.3-03")
def test_two_allies_who_break_together_are_enemies() -> None:
    s = between(ALLIED, "break 2", "break 1")
    run(s)
    assert stand(s) == ENEMY


@pytest.mark.clause("AK-8.3-04")
@pytest.mark.parametrize("alignment", [tables.EVIL, tables.UNDEAD])
def test_evil_breaks_at_dawn_and_invades_at_once(alignment: int) -> None:
    s = new_state()
    align(s, alignment, tables.GOOD)
    own(s, GAULS, 505)
    raider = host(s, ROMANS, 504, "HC")
    line(s, ROMANS, "break 2")
    order(s, raider, 1, "MO 505")
    run(s)
    assert stand(s) == ENEMY
    assert s.owners[at(s, 505)] == ROMANS


@pytest.mark.clause("AK-8.3-04", "AK-8.1-02")
def test_a_good_king_who_breaks_invades_next_year_at_the_earliest() -> None:
    s = new_state()
    align(s, tables.GOOD, tables.GOOD)
    own(s, GAULS, 505)
    raider = host(s, ROMANS, 504, "HC")
    line(s, ROMANS, "break 2")
    order(s, raider, 1, "MO 505")
    run(s)
    assert stand(s) == ENEMY
    assert s.owners[at(s, 505)] == GAULS
    assert s.people[raider].place == at(s, 504)


# Scientific treaties


def scholars(s: State, romans: tuple[int, ...], gauls: tuple[int, ...], *, treat: bool = True) -> State:
    """Give two Kings these discoveries and let each treat with the other."""
    for seat, found in ((ROMANS, romans), (GAULS, gauls)):
        s.set_kingdom(seat, discoveries=found)
    if treat:
        line(s, ROMANS, "treat 2")
        line(s, GAULS, "treat 1")
    return s


def allies() -> State:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    own(s, GAULS, 505)
    return s


@pytest.mark.clause("AK-8.4-01", "AK-8.4-03")
def test_old_allies_exchange_the_most_military_secret() -> None:
    s = scholars(allies(), (1, 4, 9), (2, 4))
    entries = run(s)
    assert s.kingdoms[ROMANS].discoveries == (1, 2, 4, 9)
    assert s.kingdoms[GAULS].discoveries == (1, 2, 4)
    assert len(told(entries, "exchanged", ROMANS)) == 2
    assert tables.DISCOVERIES[0].name == "Siege Engine"


@pytest.mark.clause("AK-8.4-01")
@pytest.mark.parametrize("alignment", [tables.NEUTRAL, tables.DRUIDIC])
def test_allies_of_this_very_turn_exchange_nothing(alignment: int) -> None:
    s = allies()
    align(s, alignment, tables.NEUTRAL)
    relate(s, ROMANS, GAULS, PEACE)
    run(scholars(s, (1,), (2,)))
    assert stand(s) == ALLIED
    assert s.kingdoms[ROMANS].discoveries == (1,)


@pytest.mark.clause("AK-8.4-01")
def test_one_who_treats_alone_learns_nothing() -> None:
    s = scholars(allies(), (1,), (2,), treat=False)
    align(s, tables.DRUIDIC, tables.NEUTRAL)
    line(s, ROMANS, "treat 2")
    run(s)
    assert s.kingdoms[ROMANS].discoveries == (1,)


@pytest.mark.clause("AK-8.4-02")
@pytest.mark.parametrize("guest", [False, True])
def test_realms_must_touch_or_somebody_be_in_the_other(guest: bool) -> None:
    s = new_state()
    relate(s, ROMANS, GAULS, ALLIED)
    if guest:
        put_person(s, "An envoy", GAULS, 504)
    run(scholars(s, (1,), (2,)))
    assert (s.kingdoms[ROMANS].discoveries == (1, 2)) == guest


@pytest.mark.clause("AK-8.4-04")
def test_what_is_learnt_does_not_raise_this_years_taxes() -> None:
    rich = next(n for n, each in enumerate(tables.DISCOVERIES) if each.powers.get("tax", {}).get("plain"))
    gold = []
    for known in ((), (rich,)):
        s = scholars(allies(), (), known)
        gold.append(told(run(s), "taxes", ROMANS)[0].data["gold"])
        assert s.kingdoms[ROMANS].discoveries == known
    assert gold[0] == gold[1]


@pytest.mark.clause("AK-8.4-05")
def test_a_secret_is_given_even_for_nothing() -> None:
    s = scholars(allies(), (1, 2), (2,))
    run(s)
    assert s.kingdoms[GAULS].discoveries == (1, 2)
    assert s.kingdoms[ROMANS].discoveries == (1, 2)


@pytest.mark.clause("AK-8.2-01", "AK-8.3-01")
@pytest.mark.parametrize("seat", range(3))
def test_a_king_treats_and_breaks_with_everybody_but_himself(seat: int) -> None:
    for word in ("treat", "break"):
        s = new_state()
        for other in range(3):
            line(s, seat, f"{word} {other + 1}")
        t = a_turn(s)
        diplomacy.collect(t)
        assert (t.dealings.treats if word == "treat" else t.dealings.breaks) == {
            (seat, other) for other in range(3) if other != seat
        }


@pytest.mark.clause("AK-8.4-04")
def test_nobody_hands_on_a_secret_that_he_learns_in_the_same_exchange() -> None:
    s = new_state()
    for one, two in ((0, 1), (1, 2)):
        relate(s, one, two, ALLIED)
        for seat, other in ((one, two), (two, one)):
            line(s, seat, f"treat {other + 1}")
    own(s, 1, 505, 513)
    s.set_kingdom(0, discoveries=(4,))
    s.set_kingdom(1, discoveries=(7,))
    run(s)
    assert [kingdom.discoveries for kingdom in s.kingdoms] == [(4, 7), (4, 7), (7,)]
