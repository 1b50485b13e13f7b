"""The captain: a player who knows Elric and plays to win.

He is asked one click at a time, and looks at a position that he cannot tell from the true one: the hands of others,
the spells on the stars and in the cup are dealt anew for him. So he can take over a seat at any moment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from palatine.core import Action, Game, Step
from palatine.games.elric import bot_balance, bot_casting, bot_fighting, bot_marching, bot_mustering
from palatine.games.elric.attacks import AttackMagic, ChooseFinder
from palatine.games.elric.balance import Maintain
from palatine.games.elric.battles import Assault, ChooseBattle, ChooseFoe
from palatine.games.elric.bot_sight import Mind, Sight
from palatine.games.elric.casting import Lay
from palatine.games.elric.cities import ChooseRewarded
from palatine.games.elric.control import ChooseHaven
from palatine.games.elric.cup import ChooseAlignment, Discard
from palatine.games.elric.drops import Drop
from palatine.games.elric.escapes import ChooseRefuge, EscapeSpell
from palatine.games.elric.flight import Takeoff
from palatine.games.elric.founding import ChooseWithdrawal, TakeMonster
from palatine.games.elric.homeward import SailHome
from palatine.games.elric.immediates import Aid
from palatine.games.elric.losses import ChooseLoss
from palatine.games.elric.magic import MagicMenu
from palatine.games.elric.marching import Boarding, March
from palatine.games.elric.movement import Movement
from palatine.games.elric.muster import ChooseMuster, ChooseTarget
from palatine.games.elric.naval import Overboard
from palatine.games.elric.overruns import Overrun
from palatine.games.elric.placement import PlaceFleets
from palatine.games.elric.ravages import PickLoss
from palatine.games.elric.replacements import Replace
from palatine.games.elric.retreats import RetreatTo, StepBack, Withdraw
from palatine.games.elric.search import ChooseReceiver, ChooseSearch
from palatine.games.elric.setup import ChooseNation, PickNation
from palatine.games.elric.spellwork import Aim, SetOn
from palatine.games.elric.state import ElricState
from palatine.games.elric.withholding import DefendPort, Withhold

Thought = Callable[[Sight, Any, list[Action]], Action]


def first(sight: Sight, step: Any, actions: list[Action]) -> Action:
    """Where one choice is as good as another."""
    return actions[0]


def last(sight: Sight, step: Any, actions: list[Action]) -> Action:
    """The button that ends a step."""
    return actions[-1]


THOUGHTS: Mapping[type[Step], Thought] = MappingProxyType(
    {
        ChooseNation: bot_mustering.choose_nation,
        PickNation: bot_mustering.choose_nation,
        PlaceFleets: bot_mustering.place_fleets,
        Replace: bot_mustering.replace,
        Movement: bot_marching.movement,
        March: bot_marching.march,
        Boarding: bot_marching.boarding,
        Overrun: bot_marching.overrun,
        Drop: last,
        Overboard: first,
        SailHome: first,
        Takeoff: last,
        ChooseSearch: bot_mustering.search,
        ChooseReceiver: bot_mustering.receiver,
        ChooseRewarded: bot_mustering.receiver,
        ChooseFinder: bot_mustering.victim,
        ChooseAlignment: bot_mustering.keep_alignment,
        Discard: bot_mustering.discard,
        MagicMenu: bot_balance.magic,
        Maintain: bot_fighting.maintain,
        Assault: bot_fighting.assault,
        Lay: bot_casting.lay,
        ChooseBattle: bot_fighting.choose_battle,
        ChooseFoe: bot_fighting.choose_battle,
        DefendPort: bot_fighting.defend_port,
        Withhold: bot_fighting.withhold,
        StepBack: bot_fighting.step_back,
        Withdraw: bot_fighting.withdraw,
        Aim: bot_fighting.aim,
        SetOn: bot_fighting.dearest,
        ChooseLoss: bot_fighting.lose,
        PickLoss: bot_fighting.lose,
        RetreatTo: bot_fighting.retreat,
        ChooseWithdrawal: bot_fighting.retreat,
        ChooseRefuge: bot_fighting.retreat,
        ChooseHaven: bot_fighting.retreat,
        EscapeSpell: bot_fighting.escape,
        AttackMagic: bot_fighting.cast_at_monster,
        Aid: bot_fighting.cast_at_monster,
        TakeMonster: bot_mustering.receiver,
        ChooseMuster: bot_mustering.muster,
        ChooseTarget: bot_mustering.choose_target,
    }
)
"""By step: how the captain decides it. Steps that are not here leave him no choice worth a thought."""


class Captain:
    """Plays any seat of Elric to win."""

    def __init__(self, game: Game[ElricState]) -> None:
        self.game = game
        self.minds: dict[str, Mind] = {}

    def decide(self, state: ElricState, seat: str) -> Action:
        """One of the legal actions of `seat`, which must be the one to decide."""
        step = state.flow[-1]
        assert isinstance(step, Step)
        actions: list[Action] = step.actions(state)
        if len(actions) == 1:
            return actions[0]
        seen = self.game.determinize(state, seat, b"captain")
        mind = self.minds.setdefault(seat, Mind())
        mind.wake(seen)
        top = seen.flow[-1]
        return THOUGHTS.get(type(step), first)(Sight(seen, state.seats.index(seat), mind), top, actions)
