"""One battle: withheld units, spells, totals, dice, and what follows (10.2 to 10.8)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from palatine.core import Tally
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
from palatine.games.elric.components.spells import SPELL_VALUE
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.components.world import DEFENCE, IS_SEA, PORT_SEA, WALL
from palatine.games.elric.rules.combat import battle_spells, cities, withholding
from palatine.games.elric.rules.combat.losses import ALL, Losses
from palatine.games.elric.rules.combat.participants import (
    CITY,
    PORT,
    TURNED,
    VOID,
    Battle,
    Cast,
    Fight,
    Group,
    abstaining,
    is_city_of,
    is_in_reach,
    is_meant,
    side,
    the_battle,
    update_battle,
    wall_of,
)
from palatine.games.elric.rules.combat.retreats import Retreat, ask_withdrawal
from palatine.games.elric.rules.combat.spell_laying import ADDS, take_back
from palatine.games.elric.rules.common import balance, cup
from palatine.games.elric.rules.common.calls import Escapes, carry_out
from palatine.games.elric.rules.common.naval import castaways, fleets_at, put_out, take_in
from palatine.games.elric.rules.common.replacements import after_deaths
from palatine.games.elric.rules.common.sieges import besiege, forget_sieges
from palatine.games.elric.rules.common.stormbringer import wielder
from palatine.games.elric.state import NOBODY, ElricState

# Beginning


def begin_battle(s: ElricState, battle: Battle) -> None:
    """See who is left to fight; without anybody to fight there is no battle (A-110, A-124), nor at an open city that
    nobody defends (A-116)."""
    if battle.kind == PORT and not fleets_at(s, battle.defender, battle.area):
        battle = update_battle(s, kind=CITY)
    aside = abstaining(s, battle)
    if aside:
        battle = update_battle(s, aside=aside)
        s.note("abstain", "12.0d", group=list(aside), area=battle.area)
    if is_called_off(s, battle):
        call_off(s, battle)
        return
    if battle.defender == NOBODY:
        s.note("battle.neutral", "10.9.3b", seat=battle.attacker, area=battle.area)
    else:
        s.note("battle", "10.1a", seat=battle.attacker, foe=battle.defender, area=battle.area)
    if is_open(s, battle):
        update_battle(s, margin=1)
        return_spells(s, battle)
        s.become(Fight(the_battle(s), STAGES.index(battle_spells.put_spells_away)))


def is_called_off(s: ElricState, battle: Battle) -> bool:
    """Whether a side has nobody who fights: attackers, or defenders other than of a city."""
    if not _fighters(s, battle, battle.attacker):
        return True
    return battle.kind != CITY and not _fighters(s, battle, battle.defender)


def _fighters(s: ElricState, battle: Battle, seat: int) -> list[int]:
    return [p for p in side(s, battle, seat) if p not in battle.aside]


def call_off(s: ElricState, battle: Battle) -> None:
    """There is no battle: laid spells go back unseen, and those magicians have had their cast (ruling A-110)."""
    s.pop()
    s.note("called-off", "10.2c", area=battle.area, seat=battle.attacker)
    return_spells(s, battle)
    after_deaths(s)


def return_spells(s: ElricState, battle: Battle) -> None:
    """Spells laid for a battle that is not fought go back unseen; their magicians have had their cast (A-110)."""
    for p in [p for p in s.laid if s.owner[p] in (battle.attacker, battle.defender)]:
        if s.where[p] == battle.area and is_meant(s, p, battle):
            take_back(s, p, has_cast=True)


def is_open(s: ElricState, battle: Battle) -> bool:
    """Whether the city attacked has no wall and no defenders, and belongs to somebody (ruling A-116)."""
    if battle.kind != CITY or battle.defender == NOBODY or WALL[battle.area]:
        return False
    return not side(s, battle, battle.defender)


# Totals (10.4)


def idle_pieces(s: ElricState, battle: Battle) -> set[int]:
    """Who adds nothing: withheld or abstaining pieces, magicians who cast or maintain spells (9.2f, 13.4f; A-28)."""
    aside = battle.aside or abstaining(s, battle)
    return {*battle.held, *aside, *s.laid, *s.meant, *s.maintained, *[cast.person for cast in battle.casts]}


def committed(s: ElricState, battle: Battle, seat: int, idlers: Container[int]) -> list[int]:
    """Whose values count for a side: on land armies, at sea fleets, and personalities without parentheses (10.4a)."""
    passive = FLEET if not battle.at_sea() else ARMY
    found = [p for p in side(s, battle, seat) if KIND[p] != passive and not IS_LOVE[p] and p not in idlers]
    return [p for p in found if is_in_reach(s, battle, p)] if s.where[CHAOS_FLEET] >= 0 else found


def add_up_side(s: ElricState, battle: Battle, seat: int, idlers: Container[int], tally: Tally) -> list[int]:
    """Add up a side of a battle: units, sword, wall, and magic with the number of the Balance (10.4, 13.2a). Returns
    the swords drawn for it."""
    found = committed(s, battle, seat, idlers)
    total = [0, 0, 0, 0]
    for p in found:
        total[KIND[p]] += VALUE[p]
    tally.add(total[PERSON], "10.4a", "people")
    tally.add(total[ARMY], "10.4a", "armies")
    tally.add(total[FLEET], "10.4a", "fleets")
    drawn = swords(s, found)
    if MOURNBLADE in drawn:
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
    return drawn


def spell_helps(s: ElricState, battle: Battle, cast: Cast, seat: int) -> bool:
    """Whether a spell adds its value to a side: its own, or the enemy's when it has turned (9.2h, 9.2l, 16.8a)."""
    if cast.fate == VOID or not ADDS[cast.spell] or (cast.seat == seat) == (cast.fate == TURNED):
        return False
    return not battle_spells.wards_off(s, battle, cast, battle.foe(seat))


def swords(s: ElricState, fighters: Iterable[int]) -> list[int]:
    """The swords drawn: Stormbringer with Elric, Mournblade with a Melnibonean (12.1.4, 16.8g; A-57, A-143)."""
    found = [ELRIC] if ELRIC in fighters else []
    if wielder(s) in fighters:
        found.append(MOURNBLADE)
    return found


def odds(s: ElricState, battle: Battle) -> tuple[Tally, Tally]:
    """The attacker's and the defender's totals without dice: all that is open, with spells that are revealed (10.4)."""
    attack, defence = Tally("attack", (), []), Tally("defence", (), [])
    idlers = idle_pieces(s, battle)
    add_up_side(s, battle, battle.attacker, idlers, attack)
    add_up_side(s, battle, battle.defender, idlers, defence)
    return attack, defence


# The dice (10.5, 10.6)


def roll_battle(s: ElricState, battle: Battle) -> None:
    """Both totals, a die each, and the result for the lesser (10.5, 10.6)."""
    attack, defence = s.roll("attack"), s.roll("defence")
    idlers = idle_pieces(s, battle)
    drawn = add_up_side(s, battle, battle.attacker, idlers, attack)
    drawn += add_up_side(s, battle, battle.defender, idlers, defence)
    if drawn:
        s.fought = (*s.fought, *[each for each in dict.fromkeys(drawn) if each not in s.fought])
    margin = attack.total - defence.total
    battle = update_battle(s, margin=margin, garrison=garrison(s, battle))
    if s.journal is not None:
        tell_clash(s, battle, attack, defence)


def tell_clash(s: ElricState, battle: Battle, attack: Tally, defence: Tally) -> None:
    """Write down both totals and who has won (10.5)."""
    margin = battle.margin
    roller = battle.defender if battle.defender != NOBODY else right_of(s, battle.attacker)
    s.note("battle.attack", "10.5a", tally=attack, seat=battle.attacker, area=battle.area, total=attack.total)
    s.note("battle.defence", "10.5a", tally=defence, seat=roller, area=battle.area, total=defence.total)
    kind = "battle.won" if margin > 0 else "battle.lost" if margin < 0 else "battle.drawn"
    result = result_of(abs(margin))
    s.note(
        kind, "10.5b", result.clause, seat=battle.attacker, foe=battle.defender, area=battle.area, margin=abs(margin),
        losses=result.losses,
    )  # fmt: skip


def right_of(s: ElricState, seat: int) -> int:
    """The player to the right, who rolls for a neutral city: the one who plays before (10.9.3c; ruling A-150)."""
    return s.order[s.order.index(seat) - 1]


def garrison(s: ElricState, battle: Battle) -> int:
    """The printed values of all who are in a walled city, withheld or not (ruling A-32)."""
    if battle.kind != CITY or battle.defender == NOBODY or not WALL[battle.area]:
        return 0
    here = _fighters(s, battle, battle.defender)
    return sum([VALUE[p] for p in here if KIND[p] != FLEET and not IS_LOVE[p]])


def take_losses(s: ElricState, battle: Battle) -> None:
    """The loser's losses (10.7i, 10.7k); a garrison that the margin outweighs is lost to a man (ruling A-32)."""
    loser = battle.loser()
    result = result_of(abs(battle.margin))
    if loser == NOBODY:
        return
    if result.eliminated:
        s.push(Losses(loser, ALL))
    elif loser == battle.defender and is_stormed(s, battle):
        if battle.garrison:
            s.note("stormed", "7.5.2h", seat=loser, area=battle.area)
        s.push(Losses(loser, ALL, ashore=True))
    elif result.losses:
        s.push(Losses(loser, result.losses))


def is_stormed(s: ElricState, battle: Battle) -> bool:
    """Whether the margin kills a whole garrison behind its wall (7.5.2h; ruling A-32)."""
    if s.options["walls"] != "whole" or battle.kind != CITY or not WALL[battle.area]:
        return False
    return bool(_fighters(s, battle, battle.defender)) and battle.margin >= battle.garrison


# After the losses


def abstainers_join_victor(s: ElricState, battle: Battle) -> None:
    """When all others of a side are gone, its abstaining Melniboneans join the victor (12.0e; ruling A-124)."""
    loser = battle.loser()
    if not battle.aside or loser == NOBODY:
        return
    left = side(s, battle, loser)
    if left and all([p in battle.aside for p in left]):
        s.set_owner(left, battle.foe(loser))
        s.note("change-sides", "12.0e", group=list(left), seat=battle.foe(loser), area=battle.area)
        cup.fit_hands(s, battle.foe(loser), battle.area)


def retreat_loser(s: ElricState, battle: Battle) -> None:
    """The losers retreat, but not out of a walled city (10.7b, 10.7h)."""
    loser = battle.loser()
    if loser == NOBODY:
        return
    group = leaving(s, battle, loser)
    if group:
        s.push(Retreat(loser, battle.area, group))


def leaving(s: ElricState, battle: Battle, loser: int) -> Group:
    """Who must retreat: of a walled city's owner those only who have come from outside (10.7h; ruling A-192)."""
    group = side(s, battle, loser)
    if not WALL[battle.area] or not is_city_of(s, loser, battle.area):
        return group
    return tuple([p for p in group if p in s.trail]) if loser == battle.attacker else ()


def occupy(s: ElricState, battle: Battle) -> None:
    """The city falls, or its attackers stay before it, or go (7.5.2d, 10.9.4a; rulings A-30, A-32 to A-37, A-120)."""
    if battle.margin < 0 and battle.kind != PORT:
        return
    attackers, defenders = side(s, battle, battle.attacker), side(s, battle, battle.defender)
    if battle.kind == PORT:
        back_to_sea(s, battle, attackers)
    elif battle.kind == CITY and falls(s, battle, attackers, defenders):
        cities.capture(s, battle.attacker, battle.area, attackers)
    elif attackers:
        stay_before_city(s, battle, attackers, defenders)


def falls(s: ElricState, battle: Battle, attackers: Group, defenders: Group) -> bool:
    """Whether a city is taken: nobody is left in it, somebody can walk in, and the margin, less what the garrison was
    worth, overcomes the wall (7.5.2d, 7.5.7e; rulings A-32 to A-34)."""
    if battle.margin <= 0 or any([KIND[p] != FLEET for p in defenders]):
        return False
    if not any([KIND[p] != FLEET for p in attackers]):
        return False
    if s.options["walls"] == "whole" or not battle.garrison:
        return battle.margin - battle.garrison >= wall_of(battle)
    return breaches(battle)


def breaches(battle: Battle) -> bool:
    """With the option, the losses of the table must outweigh garrison and wall together (ruling A-32)."""
    result = result_of(battle.margin)
    return result.eliminated or result.losses >= battle.garrison + wall_of(battle)


def back_to_sea(s: ElricState, battle: Battle, attackers: Group) -> None:
    """After a battle of ships in a port the attackers lie off it again (ruling A-120)."""
    if attackers:
        sea = PORT_SEA[battle.area]
        ships = fleets_at(s, battle.attacker, sea) + [p for p in attackers if KIND[p] == FLEET]
        s.shift(attackers, sea)
        take_in(s, [p for p in attackers if KIND[p] != FLEET], ships)
        castaways(s, battle.attacker, sea)
        s.note("back-to-sea", "10.9.5b", seat=battle.attacker, area=battle.area, to=sea)
        cup.fit_hands(s, battle.attacker, sea)


def stay_before_city(s: ElricState, battle: Battle, attackers: Group, defenders: Group) -> None:
    """Attackers stand before a city that has held, or beside an equal enemy; they may go instead (A-30, A-37)."""
    if battle.kind == CITY and defenders:
        besiege(s, battle.attacker, battle.area)
    if defenders and not is_city_of(s, battle.attacker, battle.area):
        ask_withdrawal(s, battle.attacker, battle.area, attackers)


def begin_fallen_escapes(s: ElricState, battle: Battle) -> None:
    """The eliminated personalities roll, at the end of the battle (10.8a)."""
    if battle.fallen:
        s.push(Escapes(battle.area, battle.fallen, IS_SEA[battle.area]))


def end_battle(s: ElricState, battle: Battle) -> None:
    """What a battle leaves behind: people without ships, nations without leaders, hands to fit; and the
    attackers' ships lie off a port that has held (ruling A-193)."""
    s.pop()
    forget_sieges(s)
    after_deaths(s)
    for seat in battle_spells.seats_in(battle):
        cup.fit_hands(s, seat, battle.area)
    if IS_SEA[battle.area]:
        for seat in (battle.attacker, battle.defender, NOBODY):
            castaways(s, seat, battle.area)
    if battle.kind == CITY and not is_city_of(s, battle.attacker, battle.area):
        put_out(s, battle.attacker, battle.area)


STAGES: Final = (
    withholding.ask_port_defence,
    withholding.attacker_withholds, withholding.defender_withholds,
    begin_battle,
    battle_spells.reveal_spells, battle_spells.draw, battle_spells.name_targets, battle_spells.apply_spells,
    battle_spells.set_on,
    roll_battle, battle_spells.put_spells_away,
    take_losses, abstainers_join_victor, retreat_loser, occupy,
    begin_fallen_escapes, end_battle,
)  # fmt: skip
"""A battle in the order of the book (10.2 to 10.8)."""
MAGIC: Final = range(STAGES.index(battle_spells.reveal_spells), STAGES.index(roll_battle))
"""Those of them that are about spells, and are passed over where there are none."""


@carry_out.register(Fight)
def fight_on(fight: Fight, s: ElricState) -> None:
    """Go through the stages of a battle, up to one that asks or calls something."""
    at, battle, flow = fight.at, fight.battle, s.flow
    while True:
        if at in MAGIC and not (battle.casts or s.laid or s.maintained):
            at = MAGIC.stop
        mine = flow[-1] = Fight(battle, at + 1)
        STAGES[at](s, battle)
        if not flow or flow[-1] is not mine:
            return
        at += 1
