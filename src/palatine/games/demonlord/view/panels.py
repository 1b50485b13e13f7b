"""The panels: score, losses, spells, neutral states."""

from __future__ import annotations

from palatine.core import Catalogue, Panel, Row, memoized_view
from palatine.core.messages import capitalize
from palatine.games.demonlord.components.pieces import UNIT_KEY, UNITS
from palatine.games.demonlord.components.spells import MARKERS, SPELLS
from palatine.games.demonlord.components.world import NEUTRALS
from palatine.games.demonlord.rules.victory import count_allies, count_fortresses
from palatine.games.demonlord.state import DEAD, MYTH, NORMAL, STRATEGIC, UNALLIED, DemonlordState
from palatine.games.demonlord.view.wording import state_name


def panels(words: Catalogue, s: DemonlordState, side: int) -> tuple[Panel, ...]:
    return (
        score_panel(words, s),
        losses_panel(words, s),
        *([hand_panel(words, s, side)] if side >= 0 else []),
        *[known_panel(words, s, other) for other in (0, 1) if other != side],
        states_panel(words, s),
    )


@memoized_view
def score_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """Return the panel of the turn and victory points."""
    rows = [
        Row(words.say("panel.turn"), str(s.turn), words.say("panel.last", turn=s.last_turn) if s.last_turn else "")
    ]
    if s.variant() == NORMAL:
        rows.append(Row(words.say("panel.points"), f"{s.points[0]} : {s.points[1]}", words.say("panel.sides")))
    held = f"{count_fortresses(s, 0)} : {count_fortresses(s, 1)}"
    rows.append(Row(words.say("panel.fortresses"), held, words.say("panel.sides")))
    rows.append(
        Row(words.say("panel.allies"), f"{count_allies(s, 0)} : {count_allies(s, 1)}", words.say("panel.sides"))
    )
    rows.append(
        Row(
            words.say("panel.kills"), f"{s.losses_this_turn[1]} : {s.losses_this_turn[0]}", words.say("panel.sides")
        )
    )
    if s.variant() == STRATEGIC:
        rows.append(
            Row(words.say("panel.troops"), f"{s.troops_lost[1]} : {s.troops_lost[0]}", words.say("panel.sides"))
        )
    for who in (0, 1):
        state = "arrived" if s.arrived[who] else "requested" if s.requested[who] else "waiting"
        rows.append(Row(words.say("panel.reinforcements", side=who), words.say(f"panel.{state}")))
    if s.truce_talks_open:
        rows.append(Row(words.say("panel.talks"), words.say("panel.talks-on")))
    return Panel("score", words.say("panel.score"), tuple(rows))


@memoized_view
def losses_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """Return the panel of prisoners and destroyed units by side."""
    holders = dict(s.captors)
    rows = [
        Row(words.say("unit-name", unit=u), words.say("panel.held", side=holder), piece=UNIT_KEY[u])
        for u, holder in holders.items()
    ]
    rows += [
        Row(words.say("unit-name", unit=u), words.say("panel.destroyed", side=s.side_of(u)), piece=UNIT_KEY[u])
        for u in range(UNITS)
        if s.where[u] == DEAD and s.side_of(u) < 2
    ]
    return Panel("losses", words.say("panel.losses"), tuple(rows))


@memoized_view
def hand_panel(words: Catalogue, s: DemonlordState, side: int) -> Panel:
    """Return the panel of the seat's own special spells."""
    rows = [
        Row(SPELLS[spell], words.say("panel.shown" if spell in s.revealed_spells[side] else "panel.secret"))
        for spell in s.hands[side]
    ]
    return Panel("spells", words.say("panel.spells"), tuple(rows))


@memoized_view
def known_panel(words: Catalogue, s: DemonlordState, side: int) -> Panel:
    """Return the panel of the known special spells of a side."""
    rows = [Row(SPELLS[spell], words.say("panel.shown")) for spell in s.revealed_spells[side]]
    unknown = len(s.hands[side]) - len(s.revealed_spells[side])
    if unknown:
        rows.append(Row(words.say("panel.unknown"), str(unknown), words.say("panel.of", count=len(MARKERS[side]))))
    return Panel(f"spells.{side}", words.say("panel.spells-of", side=side), tuple(rows))


@memoized_view
def states_panel(words: Catalogue, s: DemonlordState) -> Panel:
    """Return the panel of the five neutral states and the sides they serve."""
    rows = []
    for neutral in range(len(NEUTRALS)):
        serves = s.serves[neutral]
        if serves == UNALLIED:
            value = words.say("panel.neutral")
        elif serves == MYTH:
            value = words.say("panel.myth")
        else:
            value = words.say("panel.permanent" if s.permanent[neutral] else "panel.semi", side=serves)
        rows.append(Row(capitalize(state_name(neutral)), value))
    return Panel("states", words.say("panel.states"), tuple(rows))
