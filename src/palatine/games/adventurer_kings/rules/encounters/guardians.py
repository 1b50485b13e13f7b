"""Single combat with a feature's guardian, and its treasure (3.3, 5.9)."""

from __future__ import annotations

import msgspec

from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import place_item
from palatine.games.adventurer_kings.rules.common.deaths import die_in_fight, is_arms
from palatine.games.adventurer_kings.rules.common.experience import slay_monster, tame_monster
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.combatant import FLED, SLAIN
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.rules.encounters.fighters import of_monster
from palatine.games.adventurer_kings.rules.encounters.random_encounters import against_monster
from palatine.games.adventurer_kings.rules.encounters.rounds import fight_out, learn_from_fight


def fight_guardian(t: Turn, n: int, number: int, plan: orders.Plan, span: int = 0) -> Fight:
    """Fight a guardian; the victor takes the treasure, and a friendship ends (3.3, 5.9)."""
    s = t.s
    feature = s.features[number]
    foe = of_monster(t, feature.monster, feature)
    me = against_monster(t, n, plan, foe)
    t.log("faces", "AK-3.3-02", t.witnesses(n), who=n, monster=feature.monster, feature=number)
    s.set_feature(number, friends=tuple([seat for seat in feature.friends if seat != s.people[n].seat]))
    fight = fight_out(Fight(t, me, foe, span))
    s.dice.record_result(("guardian", n), fight.end_for(me))
    learn_from_fight(t, fight)
    if fight.end == SLAIN and fight.loser is me:
        die_in_fight(t, n, 0, number)
        return fight
    if fight.end == SLAIN:
        if s.people[n].seat not in feature.friends:
            slay_monster(t, n, feature.hp)
        bury_guardian(t, number)
        plunder(t, n, number)
        return fight
    if foe.body.hp < foe.body.most:
        keep_home(t, n, number)
    if fight.iced is foe:
        take_loose_items(t, n, number)
    return fight


def duel_guardian(t: Turn, n: int, number: int, plan: orders.Plan) -> bool:
    """Fight a contest of honour to half the hit points and return whether it was won (5.4)."""
    feature = t.s.features[number]
    foe = of_monster(t, feature.monster, feature)
    fight = fight_out(Fight(t, against_monster(t, n, plan, foe), foe, to_half=True))
    learn_from_fight(t, fight)
    won = fight.loser is foe and fight.end != FLED
    if fight.end == SLAIN and not won:
        die_in_fight(t, n, 0, number)
    elif fight.end == SLAIN:
        slay_monster(t, n, feature.hp)
        bury_guardian(t, number)
    return won


def bury_guardian(t: Turn, number: int) -> None:
    """Remove a slain guardian: its demands are void, and bargains to slay it are fulfilled.

    The latter holds even if another monster takes its place. See 5.4.
    """
    s = t.s
    s.set_feature(number, monster=-1, hp=0, boldness=0, is_raiding=False)
    s.proposals = [
        msgspec.structs.replace(each, done=True) if each.quarry >= 0 and each.target == number else each
        for each in s.proposals
        if each.feature != number
    ]


def keep_home(t: Turn, n: int, number: int) -> None:
    """Stop a monster's raids for a while after injury or talk (9.2, 10.1, A268).

    Merit goes to the one who stops raids on their own kingdom.
    """
    s, feature = t.s, t.s.features[number]
    if feature.is_raiding and s.owners[feature.place] == s.people[n].seat:
        tame_monster(t, n, feature.hp)
        s.set_feature(number, is_raiding=False)
    if feature.boldness > 0:
        s.set_feature(number, boldness=0)


def plunder(t: Turn, n: int, number: int, but: int = 0) -> None:
    """Give a feature's gold to the finder's King and its items, except `but`, to the finder.

    See 3.3.
    """
    s = t.s
    gold, seat = s.features[number].gold, s.people[n].seat
    items = [i for i, item in s.items.items() if item.feature == number and i != but]
    for i in items:
        place_item(t, i, bearer=t.keeper(n))
    s.set_feature(number, gold=0)
    if gold:
        s.pay(seat, gold)
    learn_of(t, seat, number)
    kind = treasure_kind("treasure", gold, items) if gold or items else "no-treasure"
    t.log(kind, "AK-3.3-02", t.witnesses(n), who=n, feature=number, gold=gold, items=items)
    t.record_observable(s.people[n].place, n, "seen-treasure", who=n, feature=number)


def treasure_kind(kind: str, gold: int, items: list[int]) -> str:
    """Return the kind of entry for a treasure of gold, items, or both."""
    return kind if gold and items else f"{kind}-gold" if gold else f"{kind}-items"


def take_loose_items(t: Turn, n: int, number: int) -> None:
    """Take the items that a frozen guardian does not carry (4.2.4)."""
    s = t.s
    items = [i for i, item in s.items.items() if item.feature == number and not is_arms(t, i)]
    for i in items:
        place_item(t, i, bearer=t.keeper(n))
    if items:
        t.log("iced-items", "AK-4.2.4-07", t.witnesses(n), who=n, feature=number, items=items)
