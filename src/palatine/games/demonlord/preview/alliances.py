"""Previews of alliances, reinforcements and replacements."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Irrevocable, PreviewItem
from palatine.games.demonlord.components.world import HOMELANDS
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.realm.alliances import Charm, Court, alliance_chance
from palatine.games.demonlord.rules.realm.reinforcements import (
    NEEDED,
    AskRequest,
    Enter,
    Replace,
    arrival_chance,
    replacement_chance,
)
from palatine.games.demonlord.state import LONG, NORMAL


@preview(Court)
def preview_court(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the preview of courting; for a spell, the caster is chosen later."""
    if f.verb == "pass":
        yield from not_courted(f)
    elif f.verb == "envoy":
        yield from courting(f, f.x, "alliance.offended")
    else:
        yield from courting(f, f.x, "")


@preview(Charm)
def preview_charm(f: PreviewContext) -> Iterator[PreviewItem]:
    yield f.note("charmer", "MAG-05", unit=f.x)
    yield from courting(f, f.step.neutral, "alliance.offended")


def not_courted(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the neutrals that could be courted, preferably by an envoy."""
    tried: list[int] = []
    for action in f.step.actions(f.s):
        if action[0] != "pass" and action[1] not in tried:
            tried.append(action[1])
            yield f.unused_option("court", "ALLY-05", [HOMELANDS[action[1]]], action=action, neutral=action[1])


def courting(f: PreviewContext, neutral: int, event: str) -> Iterator[PreviewItem]:
    chance = alliance_chance()
    yield f.roll_line(
        "courts", "ALLY-12", chance, lambda result: result == "offended", event=event, neutral=neutral
    )
    title = f.say("odds.courts", neutral=neutral)
    yield f.odds_of(title, chance, lambda name: (f.say(f"odds.ally-{name}", neutral=neutral), {}), "ALLY-08")


# Reinforcements


@preview(AskRequest, "request")
def preview_request(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return warnings of a request: reinforcements come in time, but a point is lost."""
    yield Irrevocable("REIN-04")
    ending = f.s.variant()
    key = "request" if ending == NORMAL else "request-free" if ending == LONG else "request-once"
    tell = f.note if ending == LONG else f.warning
    yield tell(key, "REIN-04", event="request")
    yield f.roll_line("arrival", "REIN-03", arrival_chance(), event="arrival")


@preview(Enter)
def preview_enter(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note on enemies at an entrance, who are met after all units are placed."""
    foe = f.sight.foe(f.x)
    if foe is not None:
        yield f.note("entrance-held", "MOV-20" if foe.may_fight else "CAP-02", hex=f.x, count=foe.size)


@preview(Replace, "replace")
def preview_replace(f: PreviewContext) -> Iterator[PreviewItem]:
    _, clause = NEEDED[f.step.troop]
    yield f.roll_line("replaced", clause, replacement_chance(f.step.troop), event="replaced", unit=f.x)
