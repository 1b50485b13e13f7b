"""Neutrals courted, reinforcements asked for, the lost raised anew."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, Odds, PreviewItem
from palatine.games.demonlord.components.world import HOMELANDS
from palatine.games.demonlord.preview.context import FACES, PreviewContext
from palatine.games.demonlord.rules.realm.alliances import RESULTS
from palatine.games.demonlord.rules.realm.reinforcements import ARRIVE, NEEDED
from palatine.games.demonlord.state import LONG, NORMAL

SHOWN = ("permanent", "semi", "nothing", "myth", "offended")


def preview_court(f: PreviewContext) -> Iterator[PreviewItem]:
    """An envoy is heard at once; a spell is cast by somebody who is still to be named."""
    if f.verb == "pass":
        yield from not_courted(f)
    elif f.verb == "envoy":
        yield from courting(f, f.x, "alliance.offended")
    else:
        yield from courting(f, f.x, "")


def preview_charm(f: PreviewContext) -> Iterator[PreviewItem]:
    yield f.note("charmer", "MAG-05", unit=f.x)
    yield from courting(f, f.step.neutral, "alliance.offended")


def not_courted(f: PreviewContext) -> Iterator[PreviewItem]:
    """The neutrals that could be tried, each by the way that costs no spell if there is one."""
    tried: list[int] = []
    for action in f.step.actions(f.s):
        if action[0] != "pass" and action[1] not in tried:
            tried.append(action[1])
            yield f.unused("court", "ALLY-05", [HOMELANDS[action[1]]], action, neutral=action[1])


def courting(f: PreviewContext, neutral: int, event: str) -> Iterator[PreviewItem]:
    lost = RESULTS.count("offended")
    yield f.note("courts", "ALLY-12", event=event, chance=lost / FACES, neutral=neutral, odds=(lost, FACES))
    yield alliance_odds(f, neutral)


def alliance_odds(f: PreviewContext, neutral: int) -> Odds:
    results = [f.result(f"ally-{name}", RESULTS.count(name) / FACES, of=FACES, neutral=neutral) for name in SHOWN]
    return f.odds("courts", results, "ALLY-08", neutral=neutral)


# Reinforcements


def preview_request(f: PreviewContext) -> Iterator[PreviewItem]:
    """Once requested they come in time, and the point for doing without is gone."""
    if f.verb != "request":
        return
    yield Irrevocable("REIN-04")
    ending = f.s.variant()
    key = "request" if ending == NORMAL else "request-free" if ending == LONG else "request-once"
    tell = f.note if ending == LONG else f.warning
    yield tell(key, "REIN-04", event="request")
    yield f.note("arrival", "REIN-03", event="arrival", chance=ARRIVE / FACES, odds=(ARRIVE, FACES))


def preview_enter(f: PreviewContext) -> Iterator[PreviewItem]:
    """A reinforcement comes in; whoever stands at its entrance is met once all are placed."""
    foe = f.sight.foe(f.x)
    if foe is not None:
        yield f.note("entrance-held", "MOV-20" if foe.may_fight else "CAP-02", hex=f.x, count=foe.size)


def preview_replace(f: PreviewContext) -> Iterator[PreviewItem]:
    if f.verb == "replace":
        needed, clause = NEEDED[f.step.troop]
        good = FACES + 1 - needed
        yield f.note("replaced", clause, event="replaced", chance=good / FACES, unit=f.x, odds=(good, FACES))
