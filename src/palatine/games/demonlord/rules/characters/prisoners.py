"""Exchange of prisoners, and the return of freed units."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseButton, ChooseOne, Refusal, Step
from palatine.games.demonlord.components.pieces import UNIT_NEUTRAL
from palatine.games.demonlord.rules.characters.capture import hides_troops, show_troop
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.common.losses import freed_places, release_unit
from palatine.games.demonlord.state import FREED, STORED_NAMES, DemonlordState

EXCHANGE: Action = ("exchange", 0)
NONE: Action = ("no exchange", 0)
REFUSE: Action = ("refuse", 0)


def offerable(s: DemonlordState, holder: int) -> list[int]:
    """Return the prisoners a side can give.

    Those of a neutral that has since come to serve it are excluded (A36).
    """
    return [u for u in s.prisoners(holder) if UNIT_NEUTRAL[u] < 0 or s.serves[UNIT_NEUTRAL[u]] != holder]


class Exchange(Step, frozen=True):
    """Step that offers an exchange if both sides have prisoners (PRIS-02, PRIS-06)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        if offerable(s, 0) and offerable(s, 1):
            s.replace_top(RequestExchange(self.side))
        else:
            s.pop()


class RequestExchange(ChooseButton, frozen=True):
    """Choice to request an exchange."""

    seat: int
    clause = "PRIS-02"
    buttons = (EXCHANGE, NONE)
    default_refusal = Refusal("PRIS-02", "why.no-button")

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == EXCHANGE:
            s.log("exchange", "PRIS-02", side=self.seat)
            s.replace_top(OfferPrisoner(1 - self.seat))
        else:
            s.pop()


class OfferPrisoner(Step, frozen=True, tag=STORED_NAMES):
    """Mandatory choice by the non-phasing player of a prisoner to offer (PRIS-03, A34)."""

    seat: int
    needs_decision = True
    clause = "PRIS-03"
    default_refusal = Refusal("PRIS-03", "why.not-your-prisoner")
    verbs = {"offer": "piece"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("offer", u) for u in offerable(s, self.seat)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.log("offer", "PRIS-03", unit=action[1], side=self.seat)
        s.replace_top(AnswerOffer(1 - self.seat, action[1]))


class AnswerOffer(Step, frozen=True, tag=STORED_NAMES):
    """Decision to give a prisoner in return, or end the exchange (PRIS-04, PRIS-05, PRIS-07)."""

    seat: int
    offered: int
    needs_decision = True
    clause = "PRIS-04"
    verbs = {"give": "piece", "refuse": "button"}
    default_refusal = Refusal("PRIS-04", "why.not-your-prisoner")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("give", u) for u in offerable(s, self.seat)], REFUSE]

    def take(self, s: DemonlordState, action: Action) -> None:
        if action == REFUSE:
            s.log("exchange.refused", "PRIS-05", unit=self.offered, side=self.seat)
            s.pop()
            return
        s.log("exchanged", "PRIS-04", unit=self.offered, target=action[1])
        release_unit(s, self.offered)
        release_unit(s, action[1])
        if offerable(s, 0) and offerable(s, 1):
            s.replace_top(OfferPrisoner(1 - self.seat))
        else:
            s.pop()
        s.push(PlaceFreed())


class PlaceFreed(Step, frozen=True):
    """Step that places freed and replaced units, if there is a place (PRIS-09 to PRIS-11, A22)."""

    asked: tuple[int, ...] = ()

    def run(self, s: DemonlordState) -> None:
        for u in freed_units(s):
            if u in self.asked:
                continue
            places = find_places(s, u)
            s.replace_top(PlaceFreed((*self.asked, u)))
            if len(places) == 1:
                appear_freed(s, u, places[0])
            elif places:
                s.push(ChooseHome(s.side_of(u), u, tuple(places)))
            return
        s.pop()


def find_places(s: DemonlordState, u: int) -> list[int]:
    """Return the hexes where a freed unit can appear (A22).

    Enemy troops hidden there are shown first, and the hexes are then determined again.
    """
    enemy = 1 - s.side_of(u)
    while True:
        places = freed_places(s, u)
        bars = [h for h in places if enemy in (0, 1) and hides_troops(s, enemy, h)]
        if not bars:
            return places
        for h in bars:
            show_troop(s, enemy, h, "PRIS-10")


def freed_units(s: DemonlordState) -> list[int]:
    """Return the units waiting for a place, the phasing player's first (PRIS-12, A22).

    Reinforcements are excluded, as they use their entrances.
    """
    if FREED not in s.where:
        return []
    waiting = [u for u, h in enumerate(s.where) if h == FREED and u not in s.waiting]
    return sorted(waiting, key=lambda u: s.side_of(u) != s.phasing)


def appear_freed(s: DemonlordState, u: int, h: int) -> None:
    s.put((u,), s.side_of(u), h)
    s.log("freed", "PRIS-09" if h == s.home[u] else "PRIS-10", unit=u, hex=h)
    settle_control(s, h)


class ChooseHome(ChooseOne, frozen=True):
    """Choice between equally near places for a freed unit (A35, PRIS-11)."""

    seat: int
    unit: int
    places: tuple[int, ...]
    without_preview = "The choice names the place; all are equally near."
    clause = "PRIS-10"
    verbs = {"at": "space"}
    default_refusal = Refusal("PRIS-10", "why.not-nearest")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.places

    def on_chosen(self, s: DemonlordState, h: int) -> None:
        appear_freed(s, self.unit, h)
