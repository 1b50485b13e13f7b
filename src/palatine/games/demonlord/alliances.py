"""Alliances with Neutrals: the attempts of the phase's last step."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step, Tally
from palatine.games.demonlord.casting import CASTERS, PASS, spend
from palatine.games.demonlord.components import GRID, HOMELANDS, NEUTRALS, POWER, RANGE, UNITS
from palatine.games.demonlord.neutrals import become_myth, join
from palatine.games.demonlord.state import UNALLIED, DemonlordState

RESULTS = ("", "permanent", "semi", "semi", "nothing", "myth", "offended")
CLAUSES = {
    "permanent": "ALLY-08",
    "semi": "ALLY-09",
    "nothing": "ALLY-10",
    "myth": "ALLY-11",
    "offended": "ALLY-12",
}


def envoys(s: DemonlordState, side: int, neutral: int) -> bool:
    """Whether a unit of `side` stands beside the neutral's homeland (ALLY-06)."""
    return any([s.stack(side, h) for h in GRID.adjacent[HOMELANDS[neutral]]])


def charmers(s: DemonlordState, side: int, neutral: int) -> list[int]:
    """Characters who can cast an alliance spell into the homeland (ALLY-06, A13)."""
    return [u for u in CASTERS if charmer_refusal(s, side, neutral, u) is None]


def charmer_refusal(s: DemonlordState, side: int, neutral: int, u: int) -> Refusal | None:
    if not 0 <= u < UNITS or s.where[u] < 0 or s.side_of(u) != side:
        return Refusal("MAG-01", "why.not-yours")
    if not POWER[u]:
        return Refusal("MAG-01", "why.no-magic", {"unit": u})
    if u in s.cast:
        return Refusal("MAG-02", "why.has-cast", {"unit": u})
    if GRID.distance(s.where[u], HOMELANDS[neutral]) > RANGE[u]:
        return Refusal("MAG-12", "why.out-of-range", {"unit": u, "range": RANGE[u]})
    return None


def court_refusal(s: DemonlordState, side: int, neutral: int, by_spell: bool) -> Refusal | None:
    """Why a neutral cannot be courted by an envoy, or by a spell; None when it can."""
    if not 0 <= neutral < len(NEUTRALS):
        return Refusal("ALLY-01", "why.no-neutral")
    if s.serves[neutral] != UNALLIED:
        return Refusal("ALLY-05", "why.not-neutral", {"neutral": neutral})
    if by_spell and neutral in s.spelled:
        return Refusal("ALLY-07", "why.spelled", {"neutral": neutral})
    if by_spell and not charmers(s, side, neutral):
        return Refusal("ALLY-06", "why.no-charmer", {"neutral": neutral})
    if not by_spell and not envoys(s, side, neutral):
        return Refusal("ALLY-06", "why.no-envoy", {"neutral": neutral})
    return None


class AllianceAttempt(Step, frozen=True):
    """The one attempt of a player's turn (ALLY-05)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        step = Court(self.side)
        if len(step.actions(s)) > 1:
            s.become(step)
        else:
            s.pop()


class Court(Step, frozen=True):
    """Which neutral is courted and how, or none."""

    seat: int
    asks = True
    verbs = {"envoy": "button", "charm": "button", "pass": "button"}

    def actions(self, s: DemonlordState) -> list[Action]:
        states = range(len(NEUTRALS))
        found: list[Action] = [("envoy", n) for n in states if court_refusal(s, self.seat, n, False) is None]
        found += [("charm", n) for n in states if court_refusal(s, self.seat, n, True) is None]
        return [*found, PASS]

    def take(self, s: DemonlordState, action: Action) -> None:
        verb, neutral = action
        s.pop()
        if verb == "envoy":
            s.note("envoy", "ALLY-06", side=self.seat, neutral=neutral)
            attempt(s, self.seat, neutral)
        elif verb == "charm":
            s.push(Charm(self.seat, neutral))

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        if action[0] == "pass":
            return None if action == PASS else Refusal("ALLY-05", "why.no-button")
        return court_refusal(s, self.seat, action[1], action[0] == "charm")


class Charm(Step, frozen=True):
    """Who casts the alliance spell."""

    seat: int
    neutral: int
    asks = True
    verbs = {"caster": "piece"}

    def actions(self, s: DemonlordState) -> list[Action]:
        return [("caster", u) for u in charmers(s, self.seat, self.neutral)]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        spend(s, action[1])
        s.spelled = (*s.spelled, self.neutral)
        s.note("charm", "MAG-05", side=self.seat, unit=action[1], neutral=self.neutral, hex=s.where[action[1]])
        attempt(s, self.seat, self.neutral)

    def refuse(self, s: DemonlordState, action: Action) -> Refusal | None:
        return charmer_refusal(s, self.seat, self.neutral, action[1])


def attempt(s: DemonlordState, side: int, neutral: int) -> None:
    """The die of the alliance table, which also stands for the spell's success (ALLY-08 to ALLY-13)."""
    tally: Tally = s.roll("alliance")
    result = RESULTS[tally.rolled]
    s.note(f"alliance.{result}", CLAUSES[result], tally=tally, side=side, neutral=neutral)
    if result in ("permanent", "semi"):
        join(s, neutral, side, permanent=result == "permanent")
    elif result == "offended":
        join(s, neutral, 1 - side, permanent=False)
    elif result == "myth":
        become_myth(s, neutral)
