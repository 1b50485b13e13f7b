"""The stages of one battle: withholding, spells, totals, dice, aftermath (10.2 to 10.8)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from msgspec.structs import replace

from palatine.core import JointChance, Tally
from palatine.games.elric.components.pieces import (
    ARMY,
    CHAOS_FLEET,
    ELRIC,
    FLEET,
    IS_LOVE,
    KIND,
    MOURNBLADE,
    PERSON,
    VALUE,
)
from palatine.games.elric.components.spells import BALO, SPELL_VALUE
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.components.world import DEFENCE, WALL
from palatine.games.elric.rules.combat import battle_spells, withholding
from palatine.games.elric.rules.combat.aftermath import (
    abstainers_join_victor,
    begin_fallen_escapes,
    end_battle,
    garrison,
    leave_port,
    occupy,
    retreat_loser,
)
from palatine.games.elric.rules.combat.losses import ALL, Losses
from palatine.games.elric.rules.combat.participants import (
    CITY,
    PORT,
    TURNED,
    VOID,
    Battle,
    Cast,
    Fight,
    abstaining,
    has_part,
    is_in_reach,
    is_meant,
    side,
    the_battle,
    update_battle,
)
from palatine.games.elric.rules.combat.retreats import entry_areas
from palatine.games.elric.rules.combat.spell_laying import ADDS, take_back
from palatine.games.elric.rules.common import balance
from palatine.games.elric.rules.common.deferred_steps import carry_out
from palatine.games.elric.rules.common.margins import balo_chance, margin_chance
from palatine.games.elric.rules.common.naval import fleets_at
from palatine.games.elric.rules.common.replacements import after_deaths
from palatine.games.elric.rules.common.stormbringer import wielder
from palatine.games.elric.state import NOBODY, ElricState

# The start


def begin_battle(s: ElricState, battle: Battle) -> None:
    """Determine who fights; cancel the battle if a side has no fighters (A-110, A-124).

    There is also no battle at an undefended city without walls (A-116).
    """
    if battle.kind == PORT and not fleets_at(s, battle.defender, battle.area):
        battle = update_battle(s, kind=CITY)
    aside = abstaining(s, battle)
    if aside:
        battle = update_battle(s, aside=aside)
        s.log("abstain", "12.0d", group=list(aside), area=battle.area)
    if is_called_off(s, battle):
        call_off(s, battle)
        return
    battle = update_battle(s, passed=tuple(sorted(entry_areas(s, battle))))
    if battle.defender == NOBODY:
        s.log("battle.neutral", "10.9.3b", seat=battle.attacker, area=battle.area)
    else:
        s.log("battle", "10.1a", seat=battle.attacker, foe=battle.defender, area=battle.area)
    if is_open(s, battle):
        update_battle(s, margin=1)
        return_spells(s, battle)
        s.replace_top(Fight(the_battle(s), STAGES.index(battle_spells.put_spells_away)))


def is_called_off(s: ElricState, battle: Battle) -> bool:
    """Return whether the attackers, or the defenders outside a city, have no fighters."""
    if not _fighters(s, battle, battle.attacker):
        return True
    return battle.kind != CITY and not _fighters(s, battle, battle.defender)


def _fighters(s: ElricState, battle: Battle, seat: int) -> list[int]:
    return [p for p in side(s, battle, seat) if p not in battle.aside]


def call_off(s: ElricState, battle: Battle) -> None:
    """Cancel a battle: laid spells return unseen, but count as cast (ruling A-110)."""
    s.pop()
    s.log("called-off", "10.2c", area=battle.area, seat=battle.attacker)
    return_spells(s, battle)
    leave_port(s, battle)
    after_deaths(s)


def return_spells(s: ElricState, battle: Battle) -> None:
    """Return the spells laid for a cancelled battle unseen; they count as cast (A-110)."""
    for p in [p for p in s.laid if s.owner[p] in (battle.attacker, battle.defender)]:
        if s.where[p] == battle.area and is_meant(s, p, battle):
            take_back(s, p, has_cast=True)


def is_open(s: ElricState, battle: Battle) -> bool:
    """Return whether a player's city under attack has no wall and no defenders (ruling A-116)."""
    if battle.kind != CITY or battle.defender == NOBODY or WALL[battle.area]:
        return False
    return not side(s, battle, battle.defender)


# Totals (10.4)


def idle_pieces(s: ElricState, battle: Battle) -> set[int]:
    """Return the pieces that add nothing: withheld, abstaining, casting or maintaining (A-28).

    See 9.2f, 13.4f.
    """
    aside = battle.aside or abstaining(s, battle)
    return {*battle.held, *aside, *s.laid, *s.meant, *s.maintained, *[cast.person for cast in battle.casts]}


def committed(s: ElricState, battle: Battle, seat: int, idlers: Container[int]) -> list[int]:
    """Return the pieces whose values count for a side (10.4a).

    Armies on land, fleets at sea, personalities without parentheses.
    """
    passive = FLEET if not battle.at_sea() else ARMY
    found = [p for p in side(s, battle, seat) if KIND[p] != passive and not IS_LOVE[p] and p not in idlers]
    if battle.kind == PORT or s.where[CHAOS_FLEET] >= 0:
        return [p for p in found if is_in_reach(s, battle, p)]
    return found


def add_up_side(s: ElricState, battle: Battle, seat: int, idlers: Container[int], tally: Tally) -> None:
    """Add up a side: units, sword, wall, and magic with the Balance number (10.4, 13.2a)."""
    found = committed(s, battle, seat, idlers)
    total = [0, 0, 0]
    for p in found:
        total[KIND[p]] += VALUE[p]
    tally.add(total[PERSON], "10.4a", "people")
    tally.add(total[ARMY], "10.4a", "armies")
    tally.add(total[FLEET], "10.4a", "fleets")
    if MOURNBLADE in swords(s, found):
        tally.add(VALUE[MOURNBLADE], "16.8g", "mournblade")
    if seat == battle.defender and battle.kind == CITY:
        if seat == NOBODY:
            tally.add(DEFENCE[battle.area], "10.9.3b", "neutral-city")
        else:
            tally.add(WALL[battle.area], "7.5.7c", "wall")
    for cast in battle.casts:
        if spell_helps(s, battle, cast, seat):
            clause = "10.4b" if cast.fate != TURNED else "9.2l"
            tally.add(SPELL_VALUE[cast.spell], clause, "spell" if cast.fate != TURNED else "turned-spell")
            tally.add(balance.bonus(s, cast.spell), "13.2a", "balance")


def spell_helps(s: ElricState, battle: Battle, cast: Cast, seat: int) -> bool:
    """Return whether a spell adds its value to a side (9.2h, 9.2l, 16.8a).

    It does for its own side, or for the enemy once it has turned.
    """
    if cast.fate == VOID or not ADDS[cast.spell] or (cast.seat == seat) == (cast.fate == TURNED):
        return False
    return not battle_spells.wards_off(s, battle, cast, battle.foe(seat))


def swords(s: ElricState, fighters: Iterable[int]) -> list[int]:
    """Return the swords in use: Stormbringer with Elric, Mournblade with a Melnibonean.

    See 12.1.4, 16.8g; A-57, A-143.
    """
    found = [ELRIC] if ELRIC in fighters else []
    if wielder(s) in fighters:
        found.append(MOURNBLADE)
    return found


def swords_drawn(s: ElricState, battle: Battle, seat: int) -> list[int]:
    """Return the swords used by a side, which may slay after the battles (12.1.4)."""
    return swords(s, committed(s, battle, seat, idle_pieces(s, battle)))


def odds(s: ElricState, battle: Battle) -> tuple[Tally, Tally]:
    """Return the totals of attacker and defender without dice, with open spells (10.4, 13.4f)."""
    if s.maintained and not battle.casts:
        battle = replace(battle, casts=battle_spells.all_kept_casts(s, battle))
    attack, defence = Tally("attack", (), []), Tally("defence", (), [])
    idlers = idle_pieces(s, battle)
    add_up_side(s, battle, battle.attacker, idlers, attack)
    add_up_side(s, battle, battle.defender, idlers, defence)
    return attack, defence


# The dice (10.5, 10.6)


def battle_chance(s: ElricState, battle: Battle) -> JointChance[int]:
    """Return the attacker's margin: both totals with a die each (10.5a)."""
    return margin_chance("battle", *odds(s, battle), about=battle_roll(battle))


def coming_battle_chance(s: ElricState, battle: Battle) -> JointChance[int]:
    """Return the attacker's margin before Balo's die is rolled (10.5a, 16.2c)."""
    at = next((at for at, cast in enumerate(battle.casts) if cast.spell == BALO and cast.fate != VOID), -1)
    if at < 0:
        return battle_chance(s, battle)
    cast = replace(battle.casts[at], fate=VOID)
    spoilt = replace(battle, casts=(*battle.casts[:at], cast, *battle.casts[at + 1 :]))
    edges = [attack.total - defence.total for attack, defence in (odds(s, battle), odds(s, spoilt))]
    balo = balo_chance(edges[0] - edges[1], "Balo")
    dice = battle_chance(s, spoilt).chances
    return JointChance("battle", (balo, *dice), lambda b, a, d: b + a - d, battle_roll(battle))


def battle_roll(battle: Battle) -> tuple[int, int, int]:
    """Return the key that identifies the dice of a battle."""
    return battle.area, battle.defender, battle.kind


def roll_battle(s: ElricState, battle: Battle) -> None:
    """Roll both totals with a die each, and store the margin (10.5, 10.6)."""
    for sword in [sword for seat in (battle.attacker, battle.defender) for sword in swords_drawn(s, battle, seat)]:
        if sword not in s.fought:
            s.fought = (*s.fought, sword)
    margin, (attack, defence) = battle_chance(s, battle).roll(s)
    battle = update_battle(s, margin=margin, garrison=garrison(s, battle))
    if s.journal is not None:
        tell_clash(s, battle, attack, defence)


def tell_clash(s: ElricState, battle: Battle, attack: Tally, defence: Tally) -> None:
    """Log both totals and the winner (10.5)."""
    margin = battle.margin
    roller = battle.defender if battle.defender != NOBODY else right_of(s, battle.attacker)
    s.log("battle.attack", "10.5a", tally=attack, seat=battle.attacker, area=battle.area, total=attack.total)
    s.log("battle.defence", "10.5a", tally=defence, seat=roller, area=battle.area, total=defence.total)
    kind = "battle.won" if margin > 0 else "battle.lost" if margin < 0 else "battle.drawn"
    result = result_of(abs(margin))
    s.log(
        kind, "10.5b", result.clause, seat=battle.attacker, foe=battle.defender, area=battle.area, margin=abs(margin),
        losses=result.losses,
    )  # fmt: skip


def right_of(s: ElricState, seat: int) -> int:
    """Return the player to the right, who rolls for a neutral city (10.9.3c; A-150)."""
    return s.order[s.order.index(seat) - 1]


def take_losses(s: ElricState, battle: Battle) -> None:
    """Push the loser's losses (10.7i, 10.7k).

    A garrison overcome by the margin is lost entirely (ruling A-32).
    """
    loser = battle.loser()
    result = result_of(abs(battle.margin))
    if loser == NOBODY:
        return
    if result.eliminated:
        s.push(Losses(loser, ALL))
    elif loser == battle.defender and is_stormed(s, battle):
        if battle.garrison:
            s.log("stormed", "7.5.2h", seat=loser, area=battle.area)
        s.push(Losses(loser, ALL, ashore=True))
    elif result.losses:
        s.push(Losses(loser, result.losses))


def is_stormed(s: ElricState, battle: Battle) -> bool:
    """Return whether the margin eliminates a garrison behind its wall (7.5.2h; ruling A-32)."""
    if s.options["walls"] != "whole" or battle.kind != CITY or not WALL[battle.area]:
        return False
    inside = [p for p in _fighters(s, battle, battle.defender) if has_part(s, battle, p)]
    return bool(inside) and battle.margin >= battle.garrison


STAGES: Final = (
    withholding.ask_port_defence,
    withholding.attacker_withholds, withholding.defender_withholds,
    begin_battle,
    battle_spells.reveal_spells, battle_spells.draw_spells, battle_spells.name_targets, battle_spells.apply_spells,
    battle_spells.set_on,
    roll_battle, battle_spells.put_spells_away,
    take_losses, abstainers_join_victor, retreat_loser, occupy,
    begin_fallen_escapes, end_battle,
)  # fmt: skip
"""The stages of a battle, in rulebook order (10.2 to 10.8)."""
MAGIC: Final = range(STAGES.index(battle_spells.reveal_spells), STAGES.index(roll_battle))
"""Indexes of the stages about spells, which are skipped if there are none."""


@carry_out.register(Fight)
def fight_on(fight: Fight, s: ElricState) -> None:
    """Run the stages of a battle until one pushes a step or ends the battle."""
    at, battle, flow = fight.at, fight.battle, s.flow
    while True:
        if at in MAGIC and not (battle.casts or s.laid or s.maintained):
            at = MAGIC.stop
        mine = flow[-1] = Fight(battle, at + 1)
        STAGES[at](s, battle)
        if not flow or flow[-1] is not mine:
            return
        at += 1
