"""Special functions of features (3.3, 5.8)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import FREE, Feature, Item, Person
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.characters.practice import discover_something
from palatine.games.adventurer_kings.rules.common.belongings import set_charges
from palatine.games.adventurer_kings.rules.common.experience import is_closed
from palatine.games.adventurer_kings.rules.common.knowledge import learn_of
from palatine.games.adventurer_kings.rules.common.turn import Turn

UNLEARNT: Final = {orders.Flee: 67, orders.Steal: 33}
"""Percentage of not understanding a special function, after flight and after theft (5.8)."""
DEALINGS: Final = (
    orders.Talk,
    orders.Fulfil,
    orders.Fire,
    orders.Strike,
    orders.Cast,
    orders.UseItem,
    orders.Steal,
)
SNEAKING: Final = 67
"""The same when scouting past an undisturbed guardian (A204)."""
FAVOURED: Final = {
    "Ruined Temple": (tables.GOOD, tables.DIVINE), "Sacred Grove": (tables.DRUIDIC,),
    "Tomb": (tables.EVIL, tables.UNDEAD),
}  # fmt: skip
"""Alignments with better results in a kind of feature (5.8)."""
LESSONS: Final = {
    "Wizard's Tower": tables.MAGICS, "Ruined Library": (tables.SAGE,), "Sacred Grove": (tables.DRUID,),
    "Standing Stones": (tables.WHITE_MAGIC, tables.ELEMENTAL_MAGIC),
    "Oracle": (tables.SPY,), "Tomb": (tables.NECROMANCY,),
}  # fmt: skip


def scout(t: Turn, n: int, number: int, used: set[type]) -> None:
    """Scout for the special function of a feature, as the last tactic (5.8)."""
    s = t.s
    feature = s.features[number]
    if not feature.special or feature.special_used == s.turn or feature.special in s.people[n].scouted:
        t.log("scouted-nothing", "AK-5.8-02", t.witnesses(n), who=n, feature=number)
        tell_treasure(t, n, number)
        return
    tell_treasure(t, n, number)
    is_welcome = s.people[n].seat in feature.friends
    if not is_welcome and t.chance(unlearnt(feature, used), "scouting in haste"):
        t.log("scouted-glimpse", "AK-5.8-03", t.witnesses(n), who=n, feature=number)
        return
    s.set_feature(number, special_used=s.turn)
    person = s.people[n]
    s.set_person(n, scouted=(*person.scouted, feature.special))
    special = feature.special
    if special <= 5 and t.masters(n, tables.SIGHT_OF_TRAPS):
        special = t.die(20, "a second look")
    favoured = FAVOURED.get(tables.FEATURES[feature.kind].name, ())
    if person.alignment in favoured and special <= 5:
        special = max(special, t.die(20, "a favoured visitor"))
    EFFECTS[special](t, n, number, feature)
    t.forget_skills()


def unlearnt(feature: Feature, used: set[type]) -> int:
    """Return the percentage of not understanding the function, the worst of several (5.8, A175)."""
    if feature.monster >= 0 and not used & {*DEALINGS}:
        return SNEAKING
    return max([percent for tactic, percent in UNLEARNT.items() if tactic in used], default=0)


def tell_treasure(t: Turn, n: int, number: int) -> None:
    """Report the treasure that a scout sees (5.8)."""
    s = t.s
    gold = s.features[number].gold
    items = [i for i, item in s.items.items() if item.feature == number]
    if gold or items:
        kind = "scouted-treasure" if gold and items else "scouted-gold" if gold else "scouted-items"
        t.log(kind, "AK-5.8-01", t.witnesses(n), who=n, feature=number, gold=gold, items=items)


def best_ability(person: Person) -> int:
    return max(range(len(tables.ABILITIES)), key=lambda ability: (person.levels[ability], -ability))


def set_level(t: Turn, n: int, ability: int, change: int) -> None:
    levels = t.s.people[n].levels
    level = max(0, min(tables.TOP, levels[ability] + change))
    t.s.set_person(n, levels=(*levels[:ability], level, *levels[ability + 1 :]))


def set_aptitude(t: Turn, n: int, ability: int, change: int) -> None:
    aptitudes = t.s.people[n].aptitudes
    level = max(0, min(tables.TOP, aptitudes[ability] + change))
    t.s.set_person(n, aptitudes=(*aptitudes[:ability], level, *aptitudes[ability + 1 :]))


def tell_find(t: Turn, n: int, what: str, number: int, **data: object) -> None:
    t.log(f"special-{what}", "AK-5.8-02", t.witnesses(n), who=n, feature=number, **data)


def curse(t: Turn, n: int, number: int, feature: Feature) -> None:
    ability = best_ability(t.s.people[n])
    if t.s.people[n].levels[ability]:
        set_level(t, n, ability, -1)
        t.s.set_person(n, cursed=ability)
    tell_find(t, n, "curse", number, ability=ability)


def age(t: Turn, n: int, number: int, feature: Feature) -> None:
    ability = t.die(len(tables.ABILITIES), "what age takes") - 1
    set_aptitude(t, n, ability, -1)
    tell_find(t, n, "age", number, ability=ability)


def trap(t: Turn, n: int, number: int, feature: Feature) -> None:
    tell_find(t, n, "trap", number, harm=t.die(6, "trap"))


def cursed_gold(t: Turn, n: int, number: int, feature: Feature) -> None:
    seat = t.s.people[n].seat
    gold = min(t.s.kingdoms[seat].gold, t.die(6, "cursed gold"))
    t.s.pay(seat, -gold)
    tell_find(t, n, "cursed-gold", number, gold=gold)


def fright(t: Turn, n: int, number: int, feature: Feature) -> None:
    temper = min(tables.COWARDLY, t.s.people[n].temper + 1)
    t.s.set_person(n, temper=temper)
    tell_find(t, n, "temper", number, temper=temper)


def temptation(t: Turn, n: int, number: int, feature: Feature) -> None:
    person = t.s.people[n]
    goal = tables.MONSTERS[feature.monster].alignment if feature.monster >= 0 else tables.NEUTRAL
    alignment = person.alignment + (goal > person.alignment) - (goal < person.alignment)
    if not person.is_king:
        t.s.set_person(n, alignment=alignment)
    tell_find(t, n, "alignment", number, alignment=t.s.people[n].alignment)


def vision_of_places(t: Turn, n: int, number: int, feature: Feature) -> None:
    s = t.s
    seat = s.people[n].seat
    unknown = [other for other in s.features if other not in s.lore[seat]]
    shown = s.dice.sample(unknown, min(2, len(unknown)), "vision")
    for other in shown:
        learn_of(t, seat, other)
    tell_find(t, n, "vision" if shown else "vision-nothing", number, features=shown)


def vision_of_king(t: Turn, n: int, number: int, feature: Feature) -> None:
    s = t.s
    seat = s.people[n].seat
    others = [other for other in range(len(s.kingdoms)) if other != seat]
    if others:
        other = others[t.die(len(others), "whose treasury") - 1]
        heroes = [number for number, _ in s.at_home(other)]
        tell_find(t, n, "vision-king", number, realm=other, gold=s.kingdoms[other].gold, heroes=heroes)


def insight(t: Turn, n: int, number: int, feature: Feature) -> None:
    ability = t.die(len(tables.ABILITIES), "what he is fit for") - 1
    set_aptitude(t, n, ability, 1)
    tell_find(t, n, "insight", number, ability=ability)


def new_skill(t: Turn, n: int, number: int, feature: Feature) -> None:
    levels = t.s.people[n].levels
    weak = [ability for ability, level in enumerate(levels) if level < 2 and not is_closed(t, n, ability)]
    if weak:
        ability = weak[t.die(len(weak), "what he learns") - 1]
        set_level(t, n, ability, 1)
        tell_find(t, n, "skill", number, ability=ability)


def lesson(t: Turn, n: int, number: int, feature: Feature) -> None:
    lessons = LESSONS.get(tables.FEATURES[feature.kind].name, (best_ability(t.s.people[n]),))
    open_to = [ability for ability in lessons if not is_closed(t, n, ability)]
    if open_to:
        ability = open_to[t.die(len(open_to), "which lesson") - 1]
        set_level(t, n, ability, 1)
        tell_find(t, n, "skill", number, ability=ability)


def courage(t: Turn, n: int, number: int, feature: Feature) -> None:
    temper = max(tables.BERSERK, t.s.people[n].temper - 1)
    t.s.set_person(n, temper=temper)
    tell_find(t, n, "temper", number, temper=temper)


def spring(t: Turn, n: int, number: int, feature: Feature) -> None:
    s = t.s
    wands = [i for i in s.items_of(n) if s.items[i].charges]
    if wands:
        item = wands[t.die(len(wands), "which item") - 1]
        charges = t.die(4, "charges")
        set_charges(t, item, s.items[item].charges + charges)
        tell_find(t, n, "spring", number, item=item, charges=charges)
    else:
        tell_find(t, n, "dry", number)


def gold(t: Turn, n: int, number: int, feature: Feature) -> None:
    found = t.die(10, "gold")
    t.s.pay(t.s.people[n].seat, found)
    tell_find(t, n, "gold", number, gold=found)


def discovery(t: Turn, n: int, number: int, feature: Feature) -> None:
    if t.chance(60, "inspiration") and discover_something(t, n):
        return
    tell_find(t, n, "dry", number)


def hermit(t: Turn, n: int, number: int, feature: Feature) -> None:
    s = t.s
    free = [h for h, each in s.people.items() if each.seat == FREE and not each.died and each.rules < 0]
    if free:
        hero = free[t.die(len(free), "who is there") - 1]
        s.set_person(hero, place=feature.place)
        tell_find(t, n, "hero", number, other=hero)


def find(t: Turn, n: int, number: int, feature: Feature) -> None:
    plain = [k for k, kind in enumerate(tables.ITEMS) if "artifact" not in kind.kinds]
    kind = plain[t.die(len(plain), "which item") - 1]
    item = t.s.new_item(Item(kind, tables.ITEMS[kind].charges, bearer=t.keeper(n)))
    tell_find(t, n, "item", number, item=item)


EFFECTS: Final = {
    1: curse, 2: age, 3: trap, 4: cursed_gold, 5: fright, 6: temptation, 7: vision_of_places, 8: vision_of_places,
    9: vision_of_king, 10: insight, 11: new_skill, 12: new_skill, 13: lesson, 14: lesson, 15: courage, 16: spring,
    17: gold, 18: discovery, 19: hermit, 20: find,
}  # fmt: skip
