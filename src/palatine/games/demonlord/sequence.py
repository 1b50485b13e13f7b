"""The Turn Procedure: two phases a turn, each with its steps in the order of the rulebook."""

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
    """A phase begins: what lasted for the phase before is over (T9)."""

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
    """Units of departed neutrals come home (ALLY-22)."""

    def run(self, s: DemonlordState) -> None:
        s.pop()
        come_home(s)


class AtStart(Step, frozen=True):
    """Rains, at the start of the phase."""


class BeforeMovement(Step, frozen=True):
    """Vision, Forcemarch, Earthpit."""


class AfterMovement(Step, frozen=True):
    """Vision; and a Spellgate may still bring a caster to his temple."""


class BeforeBattles(Step, frozen=True):
    """Light and Darkness, and Vision once more, as invocations have changed the stacks."""


class BeforeSieges(Step, frozen=True):
    """Spellgate, at this boundary of steps too."""


class BeforeAlliances(Step, frozen=True):
    """Spellgate, at this boundary of steps too."""


class AtEnd(Step, frozen=True):
    """Necromon, at the end of the phase."""


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
    """One player's phase (TURN-02), with the moments for magic between its steps (TURN-06)."""

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
    """Both phases, then the reckoning, then the next turn (TURN-01)."""

    order = (Phase, Phase, EndOfTurn)

    def stage(self, s: DemonlordState, kind: type[Step]) -> Step:
        if kind is Phase:
            return Phase(side=s.first if self.at == 0 else 1 - s.first)
        return kind()

    def done(self, s: DemonlordState) -> None:
        """Close the turn's books: what is counted or allowed once a turn begins anew."""
        s.turn += 1
        s.losses_this_turn, s.tested, s.courted_by_spell = (0, 0), (), ()
        s.log("turn", "TURN-01", turn=s.turn)
        s.replace_top(Turn())
