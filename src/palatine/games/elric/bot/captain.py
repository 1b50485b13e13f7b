"""The captain: a player who knows Elric and plays to win.

He is asked one click at a time, and looks at a position that he cannot tell from the true one: the hands of others,
the spells on the stars and in the cup are dealt anew for him. So he can take over a seat at any moment.
"""

from __future__ import annotations

from palatine.core import Advice, Game
from palatine.core.bot import StepBot, first, last
from palatine.games.elric.bot import balance, battle, execution, magic, muster
from palatine.games.elric.bot.advising import AdviceBuilder
from palatine.games.elric.bot.parameters import USUAL, CaptainParameters
from palatine.games.elric.bot.perception import NO_OVERRIDE, BotMemory, Perception
from palatine.games.elric.rules.characters.escapes import EscapeSpell
from palatine.games.elric.rules.characters.refuge import ChooseRefuge
from palatine.games.elric.rules.characters.solo_fights import SoloFightMagic
from palatine.games.elric.rules.combat.battle_spells import ChooseDispelTarget, ChooseQuaolnargnTarget
from palatine.games.elric.rules.combat.battles import Assault, ChooseBattle, ChooseFoe
from palatine.games.elric.rules.combat.cities import ChooseRewarded
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.monster_losses import PickLoss
from palatine.games.elric.rules.combat.random_attacks import AttackMagic, ChooseFinder
from palatine.games.elric.rules.combat.retreats import RetreatTo, RetreatWithheld, Withdraw
from palatine.games.elric.rules.combat.spell_laying import Lay
from palatine.games.elric.rules.combat.withholding import DefendPort, Withhold
from palatine.games.elric.rules.common.cup import ChooseAlignment, Discard
from palatine.games.elric.rules.common.maintained_spells import Maintain
from palatine.games.elric.rules.common.naval import Overboard
from palatine.games.elric.rules.common.placement import PlaceFleets
from palatine.games.elric.rules.common.replacements import Replace
from palatine.games.elric.rules.common.takeover import ChooseHaven
from palatine.games.elric.rules.founding import ChooseWithdrawal, TakeMonster
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.rules.magic.search import ChooseReceiver, ChooseSearch
from palatine.games.elric.rules.movement.detaching import Drop
from palatine.games.elric.rules.movement.flight import Takeoff
from palatine.games.elric.rules.movement.march import Boarding, March
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.rules.movement.overruns import Overrun
from palatine.games.elric.rules.movement.sailing_home import SailHome
from palatine.games.elric.rules.realm.muster import ChooseMuster, ChooseTarget
from palatine.games.elric.setup import ChooseNation, PickNation
from palatine.games.elric.state import ElricState


class Captain(StepBot[ElricState, Perception]):
    """Plays any seat of Elric to win."""

    rules_by_step = {
        ChooseNation: muster.decide_nation,
        PickNation: muster.decide_nation,
        PlaceFleets: muster.decide_fleet_ports,
        Replace: muster.decide_replacement,
        Movement: execution.decide_movement,
        March: execution.decide_march,
        Boarding: execution.decide_ship,
        Overrun: execution.decide_overrun,
        Drop: last,
        Overboard: first,
        SailHome: first,
        Takeoff: last,
        ChooseSearch: muster.decide_search,
        ChooseReceiver: muster.decide_receiver,
        ChooseRewarded: muster.decide_receiver,
        ChooseFinder: muster.decide_victim,
        ChooseAlignment: muster.decide_alignment,
        Discard: muster.decide_discard,
        MagicMenu: balance.decide_magic,
        Maintain: battle.decide_maintenance,
        Assault: battle.decide_assault,
        Lay: magic.decide_lay,
        ChooseBattle: battle.decide_battle,
        ChooseFoe: battle.decide_battle,
        DefendPort: battle.decide_port_defence,
        Withhold: battle.decide_withholding,
        RetreatWithheld: battle.decide_retreat_of_withheld,
        Withdraw: battle.decide_withdrawal,
        ChooseDispelTarget: battle.decide_dispel_target,
        ChooseQuaolnargnTarget: battle.decide_quaolnargn_target,
        ChooseLoss: battle.decide_loss,
        PickLoss: battle.decide_loss,
        RetreatTo: battle.decide_retreat,
        ChooseWithdrawal: battle.decide_retreat,
        ChooseRefuge: battle.decide_retreat,
        ChooseHaven: battle.decide_retreat,
        EscapeSpell: battle.decide_escape_spell,
        AttackMagic: battle.decide_spell_against_monster,
        SoloFightMagic: battle.decide_spell_against_monster,
        TakeMonster: muster.decide_receiver,
        ChooseMuster: muster.decide_muster,
        ChooseTarget: muster.decide_muster_target,
    }
    """By step: how the captain decides it. Steps that are not here leave him no choice worth a thought."""

    parameters = USUAL

    def __init__(self, game: Game[ElricState], parameters: CaptainParameters = USUAL) -> None:
        super().__init__(game)
        self.parameters = parameters

    def perceive(self, state: ElricState, seat: str) -> Perception:
        """What a seat sees, and what it has in mind; plans of another turn are forgotten."""
        seen = self.sampled(state, seat)
        mind = self.context.memory.setdefault(seat, BotMemory())
        mind.expire(seen)
        return Perception(seen, state.seats.index(seat), mind, self.parameters, self.context.plan or NO_OVERRIDE)

    def advise(self, state: ElricState, seat: str) -> Advice:
        """What he would do now and why, from nothing that the seat may not know, and without a plan of his own."""
        seen = self.game.determinize(state, seat, b"captain")
        return AdviceBuilder(self.game, seen, seat, Captain(self.game, self.parameters)).advise()
