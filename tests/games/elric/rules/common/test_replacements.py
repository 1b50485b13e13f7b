"""Replacements, special replacements, and nations without leaders (6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    power,
    put,
    refusal,
    rule,
    run,
    told,
)
from palatine.core import Step
from palatine.games.elric.components.pieces import ARMY, KIND, PIECES, PIECES_OF
from palatine.games.elric.components.world import CAPITAL
from palatine.games.elric.rules.common.replacements import (
    Replace,
    Replacements,
    SpecialReplacement,
    check_nations,
    replace_unit,
)
from palatine.games.elric.rules.realm.muster import Musters
from palatine.games.elric.state import LOST, NOBODY, OFF, Hold


def lose(s: Any, seat: int, *who: Any) -> tuple[int, ...]:
    """Put pieces of a seat on the map and lose them."""
    found = put(s, seat, "rlin", *who)
    s.lift(found, LOST)
    return found


def shazaar(*gone: Any) -> Any:
    """Return a match in which seat 0 has Shazaar and has lost these pieces."""
    s = new_state()
    put(s, 0, "Aflitain", "Ohada")
    lose(s, 0, *gone)
    return s


class Fall(Step, frozen=True):
    """A step that checks nations after a battle."""

    def run(self, s: Any) -> None:
        s.pop()
        check_nations(s)


# Step B


@pytest.mark.clause("6.0c")
@pytest.mark.clause("6.0b")
def test_the_capital_gives_back_one_lost_army() -> None:
    s = run(shazaar(("Shazaar", 3)), Replacements())
    back = [p for p in s.pieces(0, area("Aflitain")) if KIND[p] == ARMY]
    assert len(back) == 1
    assert s.owner[back[0]] == 0
    assert asked(s) is None


@pytest.mark.clause("6.0b")
def test_only_in_ones_own_turn() -> None:
    s = shazaar(("Shazaar", 3))
    s.phasing = 1
    assert not [p for p in run(s, Replacements()).pieces(0, area("Aflitain")) if KIND[p] == ARMY]


@pytest.mark.clause("6.0a")
def test_only_what_was_lost_comes_back() -> None:
    s = shazaar()
    assert len(run(s, Replacements()).pieces(0, area("Aflitain"))) == 1


@pytest.mark.clause("6.0f")
@pytest.mark.clause("6.0d")
def test_example_of_aflitain() -> None:
    """Shazaar may build a fleet or raise an army in Aflitain."""
    s = run(shazaar(("Shazaar", 2), "Shazaar transport"), Replacements())
    assert asked(s) == ("Replace", 0)
    army, fleet = operands(s, "replace")
    assert (KIND[army], fleet) == (ARMY, piece("Shazaar transport"))
    assert at(choose(s, "replace", fleet), "Shazaar transport") == "Aflitain"
    after = choose(s, "replace", army)
    assert after.where[army] == area("Aflitain")
    assert after.where[fleet] == LOST


@pytest.mark.clause("6.0d")
def test_a_capital_without_a_port_gives_no_fleet() -> None:
    s = new_state()
    put(s, 0, "Ilmar", "Fadan")
    lose(s, 0, ("Ilmiora", 1), "Ilmiora galley")
    s = run(s, Replacements())
    assert s.where[piece("Ilmiora galley")] == LOST
    assert len(s.pieces(0, area("Ilmar"))) == 2


@pytest.mark.clause("6.0c")
def test_not_in_a_capital_that_an_enemy_holds() -> None:
    s = shazaar(("Shazaar", 3))
    s.holds[area("Aflitain")] = Hold(1, 0)
    assert len(run(s, Replacements()).pieces(0, area("Aflitain"))) == 1


@pytest.mark.clause("10.9.4b")
def test_in_a_besieged_capital() -> None:
    s = shazaar(("Shazaar", 3))
    put(s, 1, "Aflitain", "Dharmit", ("Jharkor", 4))
    s.sieges[area("Aflitain")] = 1
    assert len(run(s, Replacements()).pieces(0, area("Aflitain"))) == 2


@pytest.mark.clause("6.0c")
def test_each_capital_replaces() -> None:
    s = shazaar(("Shazaar", 2))
    put(s, 0, "Dhakos", "Dharmit")
    lose(s, 0, ("Jharkor", 2))
    s = run(s, Replacements())
    assert len(s.pieces(0, area("Aflitain"))) == len(s.pieces(0, area("Dhakos"))) == 2


@pytest.mark.clause("6.0c")
def test_the_main_city_of_a_wild_nation_replaces_among_friends() -> None:
    s = new_state()
    put(s, 0, "org", "Gutheran")
    lose(s, 0, ("Org", 1))
    s = run(s, Replacements())
    assert len(s.stack_of(piece("Gutheran"))) == 2


@pytest.mark.clause("6.0e")
def test_a_city_gives_back_its_own_nation_only() -> None:
    s = shazaar(("Shazaar", 1), "Shazaar transport")
    other = lose(s, 0, ("Jharkor", 1))[0]
    s = run(s, Replacements())
    assert other not in operands(s, "replace")
    assert refusal(s, "replace", other).clause == "6.0e"


@pytest.mark.clause("6.0a")
def test_reasons() -> None:
    s = shazaar(("Shazaar", 2), "Shazaar transport")
    here = put(s, 0, "sha_w", ("Shazaar", 1))[0]
    s = run(s, Replacements())
    assert refusal(s, "replace", here).clause == "6.0a"
    assert refusal(s, "skip").clause == "6.0c"
    second = [p for p in PIECES_OF[power("Shazaar")] if KIND[p] == ARMY and s.where[p] == LOST][1]
    assert refusal(s, "replace", second).reason == "why.alike"


# Special replacement


def vilmir(*gone: Any) -> Any:
    """Return a match in which seat 0 has Vilmir and has lost these pieces; Naclon holds Arkyn."""
    s = new_state()
    put(s, 0, "Old Hrolmar", "Naclon")
    lose(s, 0, *gone)
    give_cards(s, "Naclon", "Arkyn")
    return s


def special(*gone: Any, prepare: Any = None) -> Any:
    s = vilmir(*gone)
    if prepare:
        prepare(s)
    return choose(run(s, Musters()), "muster", ("Naclon", "Arkyn"))


def armies_at(s: Any, where: str) -> int:
    return len([p for p in s.pieces(0, area(where)) if KIND[p] == ARMY])


@pytest.mark.clause("6.0g")
@pytest.mark.clause("6.0h")
def test_every_city_gives_a_replacement() -> None:
    s = special(("Vilmir", 5))
    assert [armies_at(s, where) for where in ("Jadmar", "Old Hrolmar", "vil_e")] == [1, 1, 1]
    assert asked(s) is None
    assert told(s, "muster.special")
    assert not s.hand


@pytest.mark.clause("6.0h")
def test_ports_may_give_fleets() -> None:
    s = special(("Vilmir", 5), "Vilmir galley")
    assert asked(s) == ("Replace", 0)
    s = choose(s, "replace", "Vilmir galley")
    assert at(s, "Vilmir galley") == "Jadmar"
    assert [armies_at(s, where) for where in ("Jadmar", "Old Hrolmar", "vil_e")] == [0, 1, 1]


@pytest.mark.clause("6.0i")
def test_the_capital_may_return_the_least_leader() -> None:
    s = special(("Vilmir", 5), "Avan Astram", "Sealord of Vilmir")
    assert piece("Sealord of Vilmir") in operands(s, "replace")
    assert refusal(s, "replace", "Avan Astram").clause == "6.0i"
    s = choose(s, "replace", "Sealord of Vilmir")
    assert at(s, "Sealord of Vilmir") == "Jadmar"


@pytest.mark.clause("6.0i")
def test_a_parenthesised_leader_counts_as_nothing() -> None:
    s = new_state()
    put(s, 0, "Karlaak", "Alchemist of Ilmiora")
    lose(s, 0, "Sharilla", "Fadan", ("Ilmiora", 6))
    give_cards(s, "Alchemist of Ilmiora", "Arkyn")
    s = choose(run(s, Musters()), "muster", ("Alchemist of Ilmiora", "Arkyn"))
    assert operands(s, "replace")[1:] == [piece("Sharilla")]


@pytest.mark.clause("6.0j")
def test_a_magician_comes_back_without_spells() -> None:
    s = special(("Vilmir", 5), "Priest of Vilmir")
    s = choose(s, "replace", "Priest of Vilmir")
    assert at(s, "Priest of Vilmir") == "Jadmar"
    assert not s.hand


@pytest.mark.clause("6.0k")
@pytest.mark.clause("6.0h")
def test_occupied_cities_give_nothing() -> None:
    def hold_two(s: Any) -> None:
        s.holds[area("Jadmar")] = s.holds[area("vil_e")] = Hold(1, 0)

    s = special(("Vilmir", 5), "Avan Astram", prepare=hold_two)
    assert [armies_at(s, where) for where in ("Jadmar", "Old Hrolmar", "vil_e")] == [0, 1, 0]
    assert asked(s) is None


@pytest.mark.clause("6.0k")
def test_a_nation_wholly_occupied_replaces_nothing() -> None:
    s = vilmir(("Vilmir", 5))
    for where in ("Jadmar", "Old Hrolmar", "vil_e"):
        s.holds[area(where)] = Hold(1, 0)
    assert asked(run(s, Replacements())) is None
    assert asked(run(s, Musters())) is None


@pytest.mark.clause("6.0h")
def test_with_fewer_losses_than_cities_some_are_passed_over() -> None:
    s = special(("Vilmir", 1))
    assert ("skip", 0) in s.flow[-1].actions(s)
    s = act(s, ("skip", 0), ("skip", 0))
    assert [armies_at(s, where) for where in ("Jadmar", "Old Hrolmar", "vil_e")] == [0, 0, 1]


@pytest.mark.clause("6.0g")
@pytest.mark.clause("6.0a")
def test_without_losses_the_spell_is_of_no_use_for_it() -> None:
    assert asked(run(vilmir(), Musters())) is None


# Nations without leaders


def leaderless() -> Any:
    """Return a match in which seat 0 has Vilmir's armies in two places and a fleet, but no leader."""
    s = new_state()
    rule(s, 0, "Vilmir")
    put(s, 0, "Jadmar", ("Vilmir", 4))
    put(s, 0, "Kariss", ("Vilmir", 2), "Smiorgan")
    put(s, 0, "g_vilmir", "Vilmir galley")
    lose(s, 0, "Naclon")
    return s


@pytest.mark.clause("6.0l")
def test_its_armies_and_fleets_are_gone_everywhere() -> None:
    s = run(leaderless(), Fall())
    assert {s.where[p] for p in PIECES_OF[power("Vilmir")]} == {OFF}
    assert at(s, "Smiorgan") == "Kariss"


@pytest.mark.clause("6.0m")
def test_it_is_neutral_and_can_be_mustered_again() -> None:
    s = run(leaderless(), Fall())
    assert s.ruler[power("Vilmir")] == NOBODY
    assert s.city_owner(CAPITAL[power("Vilmir")]) == NOBODY
    give_cards(s, "Smiorgan", "Arkyn")
    s.shift((piece("Smiorgan"),), area("Jadmar"))
    assert asked(run(s, Musters())) == ("ChooseMuster", 0)


@pytest.mark.clause("6.0l")
@pytest.mark.parametrize("who", ["Naclon", "Priest of Vilmir"])
def test_any_leader_will_do(who: str) -> None:
    s = leaderless()
    put(s, 0, "Karlaak", who)
    assert run(s, Fall()).ruler[power("Vilmir")] == 0


@pytest.mark.clause("6.0l")
def test_a_parenthesised_one_too() -> None:
    s = new_state()
    put(s, 0, "Karlaak", "Sharilla", ("Ilmiora", 2))
    assert run(s, Fall()).ruler[power("Ilmiora")] == 0


@pytest.mark.clause("6.0l")
def test_one_whom_another_player_has_will_not() -> None:
    s = new_state()
    rule(s, 0, "Pan Tang")
    put(s, 0, "Hwamgaarl", ("Pan Tang", 3))
    put(s, 1, "Kariss", "Theleb K'aarna")
    s = run(s, Fall())
    assert s.ruler[power("Pan Tang")] == NOBODY
    assert (at(s, "Theleb K'aarna"), s.owner[piece("Theleb K'aarna")]) == ("Kariss", 1)


@pytest.mark.clause("6.0l")
def test_people_of_others_aboard_its_ships_are_left_to_the_sea() -> None:
    s = leaderless()
    put(s, 0, "g_vilmir", "Kargan", ("Isle of Purple Towns", 1))
    for p in s.pieces(0, area("g_vilmir")):
        if p != piece("Vilmir galley"):
            s.ship[p] = piece("Vilmir galley")
    s = run(s, Fall(), rolls=[("escape", 5)])
    assert s.where[piece("Kargan")] == LOST
    assert not s.pieces(0, area("g_vilmir"))


@pytest.mark.clause("6.0l")
def test_or_find_room_on_other_ships_there() -> None:
    s = leaderless()
    put(s, 0, "g_vilmir", "Kargan", "Isle of Purple Towns galley")
    s.ship[piece("Kargan")] = piece("Vilmir galley")
    s = run(s, Fall(), rolls=[])
    assert s.ship == {piece("Kargan"): piece("Isle of Purple Towns galley")}


@pytest.mark.clause("6.0l")
def test_a_nation_on_its_way_is_spared() -> None:
    s = leaderless()
    s.coming[power("Vilmir")] = 0
    assert run(s, Fall()).ruler[power("Vilmir")] == 0


@pytest.mark.clause("6.0m")
def test_a_horde_of_which_nothing_is_left_is_nobodys() -> None:
    s = new_state()
    put(s, 0, "rlin", ("Olab", 2))
    assert run(s, Fall()).ruler[power("Olab")] == 0
    s.lift(s.pieces(0, area("rlin")), LOST)
    s = run(s, Fall())
    assert s.ruler[power("Olab")] == NOBODY
    assert {s.where[p] for p in PIECES_OF[power("Olab")]} == {OFF}


@pytest.mark.clause("6.0c", "12.1.2a")
def test_what_is_back_is_noted_and_elric_in_its_city_is_claimed() -> None:
    s = new_state()
    rule(s, 0, "Vilmir")
    put(s, NOBODY, "Jadmar", "Elric")
    s.has_hand = True
    replace_unit(s, piece("Sealord of Vilmir"), area("Jadmar"), "6.0c")
    (entry,) = told(s, "replaced")
    assert (entry.clauses, entry.data["seat"], entry.data["piece"]) == (("6.0c",), 0, piece("Sealord of Vilmir"))
    s = run(s)
    assert (s.owner[piece("Elric")], s.controller) == (0, piece("Sealord of Vilmir"))
    assert at(s, "Sealord of Vilmir") == "Jadmar"


# What is told, and what is refused


@pytest.mark.clause("6.0c", "6.0d", "6.0h", "6.0i")
@pytest.mark.parametrize(("gone", "chosen", "clause"), [
    ([("Shazaar", 1)], None, "6.0c"), (["Shazaar transport"], None, "6.0d"),
    ([("Shazaar", 1), "Shazaar transport"], "Shazaar transport", "6.0d"),
    ([("Shazaar", 1), "Shazaar transport"], "Shazaar army 1", "6.0c"),
])  # fmt: skip
def test_what_comes_back_is_told_by_its_clause(gone: list[Any], chosen: str | None, clause: str) -> None:
    s = run(shazaar(*gone), Replacements())
    if chosen:
        s = choose(s, "replace", chosen)
    (entry,) = told(s, "replaced")
    assert (entry.clauses, entry.data["area"]) == ((clause,), area("Aflitain"))


@pytest.mark.clause("6.0h", "6.0i")
@pytest.mark.parametrize(("gone", "clause"), [("Vilmir galley", "6.0h"), ("Naclon", "6.0i")])
def test_what_a_muster_spell_brings_back_is_told_by_its_clause(gone: str, clause: str) -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Avan Astram")
    lose(s, 0, gone)
    s.holds = {area(key): Hold(1, 0) for key in ("Old Hrolmar", "Eastern Vilmir")}
    s = run(s, SpecialReplacement(0, power("Vilmir"), (area("Jadmar"),)))
    assert [entry.clauses for entry in told(s, "replaced")] == [(clause,)]


@pytest.mark.clause("6.0c", "6.0d", "6.0e", "6.0i")
def test_why_something_does_not_come_back() -> None:
    """Ilmar, the capital of Ilmiora, is not a port."""
    s = new_state()
    put(s, 0, "Ilmar", "Fadan")
    first, second = lose(s, 0, ("Ilmiora", 2))
    lose(s, 0, "Ilmiora galley", "Admiral of Ilmiora", "Alchemist of Ilmiora")
    asking = run(s, Replace(0, power("Ilmiora"), area("Ilmar")))
    rows = {
        -1: "why.other-nation", PIECES: "why.other-nation", 0: "why.other-nation", piece("Fadan"): "why.not-lost",
        piece("Ilmiora galley"): "why.no-port", piece("Admiral of Ilmiora"): "why.no-leader", second: "why.alike",
    }  # fmt: skip
    assert {p: refusal(asking, "replace", p).reason for p in rows} == rows
    assert [refusal(asking, "skip", n).reason for n in (0, 1)] == ["why.no-skip"] * 2
    special = run(s, Replace(0, power("Ilmiora"), area("Ilmar"), special=True, may_skip=True))
    assert operands(special, "replace") == [first, piece("Alchemist of Ilmiora")]
    assert refusal(special, "replace", "Admiral of Ilmiora").reason == "why.not-least"
    assert refusal(special, "skip", 1).reason == "why.no-skip"
    assert act(special, ("skip", 0)).where[first] == LOST
    port = run(s, Replace(0, power("Ilmiora"), area("Rignariom"), special=True))
    assert operands(port, "replace") == [first, piece("Ilmiora galley")]


@pytest.mark.clause("6.0c")
def test_all_capitals_of_a_player_replace_one_after_the_other() -> None:
    """Nations of others and nations without losses are skipped."""
    s = new_state()
    for seat, nation, where in ((0, "Argimiliar", "Cadsandria"), (1, "Bakshaan", "Bakshaan"), (0, "Vilmir", "Jadmar"),
                                (0, "Shazaar", "Aflitain"), (0, "Tarkesh", "Banarva")):  # fmt: skip
        rule(s, seat, nation)
        if nation != "Vilmir":
            lose(s, seat, (nation, 2))
        put(s, seat, where, next(p for p in PIECES_OF[power(nation)] if KIND[p] != ARMY))
    s = run(s, Replacements())
    assert [entry.data["area"] for entry in told(s, "replaced")] == [
        area("Cadsandria"),
        area("Aflitain"),
        area("Banarva"),
    ]
