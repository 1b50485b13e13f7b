"""The view of a seat: pieces and backs, boxes, panels, prompt and choices."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from palatine.core import AutoReply, Catalogue, Game, Mark, View, memoized_view
from palatine.games.demonlord.components.spells import RAINS, SPELLS
from palatine.games.demonlord.components.world import NINNGHIZ, hex_name
from palatine.games.demonlord.rules.combat.attacks import Attack, attack_chance
from palatine.games.demonlord.rules.combat.lines import line
from palatine.games.demonlord.rules.combat.morale import MELEES
from palatine.games.demonlord.state import Battle, DemonlordState
from palatine.games.demonlord.view.boards import PLACE, REAR, SIDE_TITLES, beside_gap
from palatine.games.demonlord.view.panels import panels
from palatine.games.demonlord.view.pieces import SIDE_STYLES, pieces
from palatine.games.demonlord.view.plans import plans, possible_replies
from palatine.games.demonlord.view.wording import SIDE_NAMES


def view(
    game: Game[DemonlordState], s: DemonlordState, seat: str | None, *, without_shortcuts: bool = False
) -> View:
    """Return the view of `seat`."""
    words = game.words
    base = game.base_view(s, seat)
    step: Any = s.flow[-1] if s.flow else None
    side = s.seats.index(seat) if seat is not None else -1
    mine = seat in base.asked
    offered, ways = plans(words, s, without_shortcuts=without_shortcuts) if mine else ((), ())
    return replace(
        base,
        heading=heading(words, s),
        prompt=base.prompt or game.prompt(s, seat),
        pieces=pieces(s, side),
        choices=tuple(game.choices(s, seat)) if seat is not None and base.verbs else (),
        shortcuts=tuple(offered),
        shortcut_spaces=ways,
        panels=panels(words, s, side),
        focus=focus(s, step, mine),
        marks=marks(s),
        boards=("battle", "map", "off") if s.battle else ("map", "off"),
    )


def auto_replies(game: Game[DemonlordState], s: DemonlordState, seat: str) -> tuple[AutoReply, ...]:
    """Return the automatic replies a seat can set for its current decision."""
    return possible_replies(game.words, s) if seat in game.actors(s) else ()


# Prompts and headings


def heading(words: Catalogue, s: DemonlordState) -> str:
    if s.outcome is not None:
        return words.say("heading.over")
    if not s.phase:
        return words.say("heading.setup")
    where = words.say("heading.last" if s.turn == s.last_turn else "heading.turn", turn=s.turn, side=s.phasing)
    if s.battle is None:
        return where
    battle = s.battle
    key = "heading.battle" if battle.round else "heading.muster"
    return words.say(key, where=where, hex=battle.hex, terrain=battle.terrain, round=battle.round)


def focus(s: DemonlordState, step: Any, mine: bool) -> tuple[str, ...]:
    """Return the hex of the decision, if this seat can know it."""
    h = getattr(step, "hex", -1)
    if s.battle is not None:
        h = s.battle.hex
    elif not mine and step is not None and step.shown_as:
        return ()
    return (hex_name(h),) if isinstance(h, int) and h >= 0 else ()


# Marks


def siege_text(count: int) -> str:
    return f"under siege, {count} {'step' if count == 1 else 'steps'} so far"


MARK_ICONS = {"flood": "water-drop", "earthpit": "spiky-pit", "siege": "siege-tower", "battle": "crossed-swords"}
"""By kind of mark: its drawing."""


def battle_marks(s: DemonlordState, battle: Battle) -> dict[str, list[Mark]]:
    """Return the texts of the battle board: troops by side, chances to hit in melee."""
    found: dict[str, list[Mark]] = {}
    for side in (0, 1):
        in_line, reserve = len(line(battle, side)), len(battle.reserve[side])
        told = f"{SIDE_TITLES[side]}: {in_line} in line, {reserve} in reserve"
        found[f"reserve.{side}"] = [Mark("text", told, style=SIDE_STYLES[side], at=beside_gap(side, 0.1))]
        for i, group in enumerate(battle.groups):
            if not all(group):
                continue
            chances = [attack_chance(s, battle, MELEES, Attack(u, group[1 - side][0])) for u in group[side]]
            shares = [round(chance.distribution().probability() * 100) for chance in chances]
            least, most = min(shares), max(shares)
            told = f"{least} %" if least == most else f"{least}–{most} %"
            found[f"line.{side}.{i}"] = [
                Mark("text", f"{told} {'↑' if side else '↓'}", at=beside_gap(side, REAR + (i + 0.5) * PLACE))
            ]
    return found


@memoized_view
def marks(s: DemonlordState) -> dict[str, tuple[Mark, ...]]:
    """Return the marks by space: control, floods, Earthpits, sieges, the battle."""
    found: dict[str, list[Mark]] = {}
    for h, holder in s.control.items():
        if (s.is_fortress(h) or h == NINNGHIZ) and holder < 2:
            found.setdefault(hex_name(h), []).append(
                Mark("control", f"held by {SIDE_NAMES[holder]}", style=SIDE_STYLES[holder])
            )
    for h in sorted(s.flooded()):
        found.setdefault(hex_name(h), []).append(Mark("flood", SPELLS[RAINS], MARK_ICONS["flood"], "lake"))
    for h in s.earthpits:
        found.setdefault(hex_name(h), []).append(Mark("earthpit", "Earthpit", MARK_ICONS["earthpit"]))
    for h, count in s.sieges:
        found.setdefault(hex_name(h), []).append(Mark("siege", siege_text(count), MARK_ICONS["siege"]))
    if s.battle is not None:
        found.setdefault(hex_name(s.battle.hex), []).append(Mark("battle", "battle", MARK_ICONS["battle"]))
        found |= battle_marks(s, s.battle)
    return {h: tuple(those) for h, those in found.items()}
