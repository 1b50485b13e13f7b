"""Helpers for tests of Elric's people: spells, Elric, musters and escapes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.elric.positions.board import (
    HWAMGAARL,
    JADMAR,
    act,
    advance,
    area,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    run,
    spell,
    take_card,
)
from palatine.games.elric.rules.common.balance import move_marker
from palatine.games.elric.rules.common.control import claim_elric_here
from palatine.games.elric.rules.common.cup import Draw
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.magic.magic_phase import MagicPhase
from palatine.games.elric.rules.realm.muster import Musters
from palatine.games.elric.state import NOBODY, Hold, pair
from palatine.testing import scripted


def stack_at(*who: str, where: str = "Jadmar", **options: Any) -> Any:
    s = new_state(**options)
    put(s, 0, where, *who)
    return s


def magic_menu(s: Any) -> Any:
    return run(s, MagicPhase())


def with_elric(*others: str) -> Any:
    s = stack_at("Naclon", "Elric", *others)
    s.controller, s.has_hand = piece("Naclon"), True
    return s


def company(*who: Any, seat: int = 0) -> Any:
    """Return people of a seat in Jadmar, with other leaders of their nations elsewhere."""
    s = new_state()
    put(s, seat, JADMAR, *who)
    put(s, seat, "rlin", *[name for name in ("Sealord of Vilmir", "Sealord of Pan Tang") if name not in who])
    return s


def draw_of(s: Any, name: str | int) -> tuple[str, int]:
    """Return the roll that draws one spell from the cup."""
    return ("card", s.cup.index(spell(name)) + 1)


def drawn_by(s: Any, name: str | int, who: str, rolls: Any = ()) -> Any:
    """Return the state after a person draws one spell and it takes effect, with plunder taken."""
    with scripted(s, [draw_of(s, name), *rolls]) as after:
        after.journal = list(s.journal or [])
        after.flow.append(Draw(piece(who), 1))
        take_plunder(after)
    return after


def take_plunder(s: Any) -> None:
    """Run to the next decision other than plunder, and take all plunder."""
    advance(s)
    while s.flow and type(s.flow[-1]).__name__ == "TakePlunder":
        s.flow[-1].take(s, ("draw", 0))
        advance(s)


LEADERS = ("Naclon", "Avan Astram", "Sealord of Vilmir", "Admiral of Ilmiora", "Admiral of Lormyr")


def lost_field(*who: Any, enemy: bool = True, spares: bool = True) -> Any:
    """Return people of seat 0 in Jadmar, by default with an enemy army of seat 1.

    Leaders elsewhere keep their nations in the game unless `spares` is false.
    """
    s = new_state()
    put(s, 0, JADMAR, *who)
    if spares:
        put(s, 0, "rlin", *[name for name in LEADERS if name not in who])
    if enemy:
        put(s, 1, JADMAR, ("Pan Tang", 1))
        put(s, 1, HWAMGAARL, "Sealord of Pan Tang")
    return s


def fleeing(s: Any, *who: str, rolls: Any = (), at_sea: bool = False, follow: int = -1) -> Any:
    persons = tuple(map(piece, who))
    return run(s, Escapes(s.where[persons[0]], persons, at_sea, follow), rolls=rolls)


PLAIN = ("Grome", "Misha", "Kakatal", "Roofdrak", "Straasha", "Gaaoll", "Meerclar", "Fileet", "Elenoin")


def holder(who: str, where: str, *cards: str | int, seat: int = 0, **options: Any) -> Any:
    """Return a state with a person who holds spells, and a cup of only Neutral spells."""
    s = new_state(**options)
    put(s, seat, where, who)
    give_cards(s, who, *cards)
    refill_cup(s)
    return s


def refill_cup(s: Any) -> None:
    s.cup = [take_card(s, name) for name in PLAIN if spell(name) in s.cup]


def mustered(s: Any, who: str, card: str | int, *picks: tuple[str, int], rolls: Iterable[Any] = ()) -> Any:
    """Return the state after a muster with a spell, with these choices and rolls."""
    s = choose(run(s, Musters()), "muster", pair(piece(who), spell(card)), rolls=rolls if not picks else ())
    for n, pick in enumerate(picks, 1):
        s = act(s, pick, rolls=rolls if n == len(picks) else ())
    return s


def draws(count: int) -> list[Any]:
    return [("card", 1)] * count


def muster_refused(s: Any, who: str, card: str | int) -> tuple[str, str]:
    """Return the clause and reason why nothing can be mustered with a spell.

    Adds another muster, so that the player is asked.
    """
    put(s, 0, "Karlaak", "Nikorn")
    s.hand[piece("Nikorn")] = (spell("Slortar the Old"),)
    found = refusal(run(s, Musters()), "muster", (who, card))  # type: ignore[arg-type]
    return found.clause, found.reason


def conquered(card: str = "Beetles of Kaleef") -> Any:
    """Return a state in which seat 0 holds Nadsokor, a city of seat 1's nation."""
    s = holder("King Hozel", "Nadsokor", card)
    put(s, 0, "Nadsokor", ("Argimiliar", 1))
    put(s, 1, "Kariss", "Urish", ("Nadsokor", 3))
    s.holds[area("Nadsokor")] = Hold(0, 1)
    return s


def free_elric(where: str = "Jadmar", **options: Any) -> Any:
    """Return a state with an uncontrolled Elric, whose first spells are already drawn."""
    s = new_state(**options)
    put(s, NOBODY, where, "Elric")
    s.has_hand = True
    return s


def led_elric(controller: str = "Naclon", where: str = "Jadmar", *others: Any, seat: int = 0) -> Any:
    """Return a state with Elric under the control of a personality."""
    s = free_elric(where)
    put(s, seat, where, controller, *others)
    claim_elric_here(s, seat, area(where), (piece(controller),))
    assert s.controller == piece(controller)
    return s


def cup_of(s: Any, *cards: str | int) -> Any:
    """Fill the cup with only these spells."""
    s.cup = [take_card(s, name) for name in cards]
    return s


def tipped(side: int, **options: Any) -> Any:
    """Return a state of turn 3 with the Balance tipped to Law (1) or Chaos (-1)."""
    s = new_state(**options)
    s.turn = 3
    move_marker(s, 7 * side, "13.4a")
    return s
