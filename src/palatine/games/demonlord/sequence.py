"""The turn procedure: two phases a turn, each with its steps in the rulebook's order."""

from __future__ import annotations

from palatine.core import Sequence, Step
from palatine.games.demonlord.rules.characters.prisoners import Exchange, PlaceFreed
from palatine.games.demonlord.rules.combat.battles import Battles
from palatine.games.demonlord.rules.combat.sieges import Sieges
from palatine.games.demonlord.rules.common.neutrals import come_home
from palatine.games.demonlord.rules.magic import casting
from palatine.games.demonlord.rules.magic.invocation import Invocation
from palatine.games.demonlord.rules.magic.procedure import SpellWindow
from palatine.games.demonlord.rules.movement.movement import OpenMovement
from palatine.games.demonlord.rules.realm.alliances import AllianceAttempt, AllianceChecks
from palatine.games.demonlord.rules.realm.reinforcements import Reinforcements, Replacements
from palatine.games.demonlord.rules.victory import EndOfTurn
from palatine.games.demonlord.state import STORED_NAMES, DemonlordState


class BeginPhase(Step, frozen=True, tag=STORED_NAMES):
    """Step at the start of a phase: ends the effects that last for the previous one (T9)."""

    side: int

    def run(self, s: DemonlordState) -> None:
        s.pop()
        s.phase += 1
        s.phasing = self.side
        s.spent_casters, s.forcemarched, s.earthpitted, s.earthpits, s.morale_shadows, s.cloaks = (
            (),
            (),
            (),
            (),
            (),
            (),
        )
        s.relieving_units, s.reinforced, s.halted_units = (), (), ()
        ended = any([flood.last < s.phase for flood in s.floods])
        s.floods = tuple([flood for flood in s.floods if flood.last >= s.phase])
        s.fallen = tuple([f for f in s.fallen if f.phase >= s.phase - 1])
        s.log("phase", "TURN-02", side=self.side, turn=s.turn)
        if ended:
            s.log("rains.end", "MAG-46")


class Returns(Step, frozen=True):
    """Step that returns units of departed neutrals to their homes (ALLY-22)."""

    def run(self, s: DemonlordState) -> None:
        s.pop()
        come_home(s)


class AtStart(Step, frozen=True):
    """Moment at the start of the phase: Rains."""


class BeforeMovement(Step, frozen=True):
    """Moment before movement: Vision, Forcemarch, Earthpit."""


class AfterMovement(Step, frozen=True):
    """Moment after movement: Vision, and a Spellgate that can still bring a caster to a temple."""


class BeforeBattles(Step, frozen=True):
    """Moment before battles: Light, Darkness and Vision, as invocations have changed the stacks."""


class BeforeSieges(Step, frozen=True):
    """Moment before sieges: Spellgate."""


class BeforeAlliances(Step, frozen=True):
    """Moment before alliances: Spellgate."""


class AtEnd(Step, frozen=True):
    """Moment at the end of the phase: Necromon."""


MOMENT: dict[type[Step], int] = {
    AtStart: casting.START,
    BeforeMovement: casting.BEFORE,
    AfterMovement: casting.AFTER,
    BeforeBattles: casting.BATTLES,
    BeforeSieges: casting.SIEGES,
    BeforeAlliances: casting.ALLIANCES,
    AtEnd: casting.END,
}
ONE_SIDED: tuple[type[Step], ...] = (
    BeginPhase, Reinforcements, Replacements, Invocation, AllianceAttempt, Exchange,
)  # fmt: skip


class Phase(Sequence, frozen=True):
    """One player's phase (TURN-02), with moments for magic between its steps (TURN-06)."""

    side: int = 0
    order = (
        BeginPhase, Reinforcements, Replacements, AtStart,
        BeforeMovement, OpenMovement,
        AfterMovement, Invocation,
        BeforeBattles, Battles,
        BeforeSieges, Sieges,
        BeforeAlliances, AllianceAttempt, AllianceChecks, Returns,
        AtEnd, AllianceChecks, Exchange, PlaceFreed,
    )  # fmt: skip

    def stage(self, s: DemonlordState, kind: type[Step]) -> Step:
        if kind in MOMENT:
            return SpellWindow(MOMENT[kind], self.side)
        return kind(self.side) if kind in ONE_SIDED else kind()


class Turn(Sequence, frozen=True):
    """A turn: both phases, then scoring (TURN-01)."""

    order = (Phase, Phase, EndOfTurn)

    def stage(self, s: DemonlordState, kind: type[Step]) -> Step:
        if kind is Phase:
            return Phase(side=s.first if self.at == 0 else 1 - s.first)
        return kind()

    def done(self, s: DemonlordState) -> None:
        """Start the next turn and reset what is counted or allowed once a turn."""
        s.turn += 1
        s.losses_this_turn, s.tested, s.courted_by_spell = (0, 0), (), ()
        s.log("turn", "TURN-01", turn=s.turn)
        s.replace_top(Turn())
