"""The captain: a player who knows Dark Emperor and plays to win.

He is asked one click at a time, and looks at a position that he cannot tell from the true one: what lies face down
on the magic hexes is dealt anew for him. So he can take over a seat at any moment, and give it back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from palatine.core import Action, Game, Step
from palatine.games.dark_emperor import (
    bot_casting,
    bot_council,
    bot_foreseeing,
    bot_losing,
    bot_marching,
    bot_treasury,
)
from palatine.games.dark_emperor.attrition import AttritionLosses
from palatine.games.dark_emperor.bot_foreseeing import Mind
from palatine.games.dark_emperor.bot_sight import Sight
from palatine.games.dark_emperor.combat import ChooseBattle, ChooseHero, Light
from palatine.games.dark_emperor.conquest import AssignLands
from palatine.games.dark_emperor.devices import Recipient, Wield
from palatine.games.dark_emperor.diplomacy import ChooseGroup, Court
from palatine.games.dark_emperor.elemental import Flames, Forge, Shipyard, Strike
from palatine.games.dark_emperor.leaders import ChooseReturn, Escape, NextBearer
from palatine.games.dark_emperor.legions import Claim
from palatine.games.dark_emperor.losses import ChooseLoss
from palatine.games.dark_emperor.magic import Cast, Counter, Negate
from palatine.games.dark_emperor.magic_hexes import ChooseFighter, ChooseFinder, Meet
from palatine.games.dark_emperor.mercenaries import AssignGroup, PlaceGroup
from palatine.games.dark_emperor.movement import FromBox, March, Movement
from palatine.games.dark_emperor.naval import Embark
from palatine.games.dark_emperor.recruitment import ChooseCity, ChooseGiver, ChoosePayer, Recruit
from palatine.games.dark_emperor.retreats import FollowTo, RetreatTo
from palatine.games.dark_emperor.runes import Banish, Drive, Mark, Recall
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.stacking import ChooseExcess
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.vampires import ChooseGrade, Raise

Thought = Callable[[Sight, Any, list[Action]], Action]


def first(sight: Sight, step: Any, actions: list[Action]) -> Action:
    """Where one choice is as good as another."""
    return actions[0]


def last(sight: Sight, step: Any, actions: list[Action]) -> Action:
    """The button that ends a step."""
    return actions[-1]


THOUGHTS: Mapping[type[Step], Thought] = MappingProxyType(
    {
        Gate: bot_foreseeing.gate,
        Raise: bot_treasury.raise_vampire,
        ChooseGrade: bot_treasury.choose_grade,
        Recruit: bot_treasury.recruit,
        ChooseCity: bot_treasury.choose_city,
        ChoosePayer: bot_treasury.richest,
        ChooseGiver: bot_treasury.richest,
        Embark: last,
        Movement: bot_marching.movement,
        March: bot_marching.march,
        FromBox: bot_marching.from_box,
        AttritionLosses: bot_losing.lose,
        ChooseLoss: bot_losing.lose,
        ChooseExcess: bot_losing.lose,
        ChooseBattle: bot_losing.choose_battle,
        ChooseHero: bot_losing.choose_hero,
        RetreatTo: bot_losing.retreat_to,
        FollowTo: bot_losing.follow_to,
        Escape: bot_losing.escape,
        ChooseReturn: bot_losing.choose_return,
        Cast: bot_casting.cast,
        Counter: bot_casting.counter,
        Negate: bot_casting.negate,
        Flames: bot_casting.flames,
        Strike: bot_casting.strike_at,
        Drive: bot_casting.strike_at,
        Mark: bot_casting.mark,
        Banish: bot_casting.banish,
        Recall: bot_casting.recall,
        Forge: bot_casting.forge,
        Shipyard: bot_casting.shipyard,
        Wield: bot_casting.wield,
        Light: bot_casting.light,
        Recipient: bot_casting.recipient,
        Claim: bot_casting.claim,
        NextBearer: bot_casting.recall,
        Court: bot_council.court,
        ChooseGroup: bot_council.choose_group,
        AssignGroup: bot_council.assign_group,
        AssignLands: bot_council.assign_lands,
        PlaceGroup: bot_council.place_group,
        ChooseFinder: bot_council.choose_finder,
        ChooseFighter: bot_council.choose_finder,
        Meet: bot_council.meet,
    }
)
"""By step: how the captain decides it. Steps that are not here leave him no choice worth a thought."""


class Captain:
    """Plays either seat of Dark Emperor to win."""

    def __init__(self, game: Game[DarkEmperorState]) -> None:
        self.game = game
        self.minds: dict[str, Mind] = {}

    def decide(self, state: DarkEmperorState, seat: str) -> Action:
        """One of the legal actions of `seat`, which must be the one to decide."""
        mind = self.minds.setdefault(seat, Mind(self.game, think))
        seen = self.game.determinize(state, seat, b"captain")
        return think(seen, state.seats.index(seat), mind)


def think(seen: DarkEmperorState, side: int, mind: Mind) -> Action:
    """What a captain with something in mind does in a position."""
    step = seen.flow[-1]
    assert isinstance(step, Step)
    actions: list[Action] = step.actions(seen)
    if len(actions) == 1:
        return actions[0]
    return THOUGHTS.get(type(step), first)(Sight(seen, side, mind), step, actions)
