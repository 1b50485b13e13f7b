"""Talk with guardians and free Heroes; demands and their fulfilment (5.4)."""

from __future__ import annotations

from typing import Final

from palatine.core import Chance, Tally
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, FREE, PEACE, Feature, Proposal
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import place_item
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER, price
from palatine.games.adventurer_kings.rules.common.naming import feature_name
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.guardians import (
    duel_guardian,
    fight_guardian,
    keep_home,
    plunder,
)
from palatine.games.adventurer_kings.state import State

ATTACKS, IGNORES = 4, 7
"""Totals up to which a guardian attacks, and up to which it ignores; above, it proposes."""
DRUIDIC, ALIKE, MASTER = 2, 2, 2
HONOUR: Final = (98, 98, 95, 90, 85, 65, 55)
"""Percentage of guardians that keep their word, by alignment; 5 less per step apart."""
PER_STEP: Final = 5
BRING_GOLD, BRING_ITEM, SLAY, MAKE_PEACE, BLESS_LAND, RIDDLE, DISARM, EXPLORE, DUEL = range(9)
NAMES: Final = ("gold", "item", "slay", "peace", "bless", "riddle", "disarm", "explore", "duel")
"""Message keys by kind of proposal."""
BY_DIE: Final = (BRING_GOLD, BRING_GOLD, BRING_ITEM, SLAY, MAKE_PEACE, BLESS_LAND, RIDDLE, DISARM, EXPLORE, DUEL)
RIDDLES: Final = ("shadow", "time", "fire", "echo", "river", "night", "name", "wind")
"""Answers of riddles; the questions are messages."""
REACH: Final = 4
"""Maximum distance of a monster to be slain."""
ESTIMATE: Final = 25
"""Percentage to misjudge an alignment or temper by a step."""


def can_talk(t: Turn, n: int, species: int) -> bool:
    """Return whether a character and a monster can talk (4.3.2)."""
    return t.skill(n, tables.DRUID) >= tables.MONSTERS[species].talk or is_lord_of(t, n, species)


def is_lord_of(t: Turn, n: int, species: int) -> bool:
    """Return whether a monster obeys an artifact of the character."""
    return "dragon" in tables.MONSTERS[species].kinds and bool(t.gear(n, "rules_dragons"))


def talk_to_monster(t: Turn, n: int, number: int) -> str:
    """Talk to a monster and return its answer: attack, disregard or proposal (5.4)."""
    feature = t.s.features[number]
    learn_by_doing(t, n, tables.DRUID, "talk")
    if not can_talk(t, n, feature.monster):
        t.log("no-words", "AK-4.3.2-04", t.witnesses(n), who=n, monster=feature.monster)
        return "ignores"
    answer, _ = talk_chance(t, n, feature.monster).roll(t.s)
    if answer == "attacks":
        t.log("talk-attacks", "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster)
        return "attacks"
    keep_home(t, n, number)
    if answer == "ignores":
        t.log("talk-ignores", "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster)
    else:
        propose(t, n, number)
    return answer


def talk_chance(t: Turn, n: int, species: int) -> Chance[str]:
    """Return the chances that a monster "attacks", "ignores" or "proposes" (5.4)."""
    tally, is_tame = Tally("talk"), is_lord_of(t, n, species)
    tally.add(eloquence(t, n, species), "AK-5.4-03", "eloquence")

    def answer(thrown: Tally) -> str:
        if thrown.total <= ATTACKS and not is_tame:
            return "attacks"
        return "ignores" if thrown.total <= IGNORES else "proposes"

    return Chance(tally, answer, dice=2, about=n)


def eloquence(t: Turn, n: int, species: int) -> int:
    """Return the bonus on two dice: Druid skill, alignment, titles and items (5.4)."""
    alignment = t.s.people[n].alignment
    steps = abs(alignment - tables.MONSTERS[species].alignment)
    found = t.skill(n, tables.DRUID) - round(steps / 2)
    found += DRUIDIC * (alignment == tables.DRUIDIC) + ALIKE * (steps == 0)
    found += t.has_title(n, titles.GOLDEN_TONGUE) + MASTER * t.masters(n, tables.GENTLE_TALK)
    return found + int(sum(t.gear(n, "talk")))


# Proposals


def propose(t: Turn, n: int, number: int) -> None:
    """Make the guardian's proposal for its treasure (5.4)."""
    s = t.s
    feature = s.features[number]
    kind = BY_DIE[t.die(10, "proposal") - 1]
    if tables.MONSTERS[feature.monster].special == "riddler":
        kind = RIDDLE
    made = terms(t, n, number, feature, kind)
    s.proposals = [old for old in s.proposals if (old.feature, old.person) != (number, n)] + [made]
    what = f"riddle-{made.text}" if made.kind == RIDDLE else f"proposal-{NAMES[made.kind]}"
    t.log(
        what, "AK-5.4-01", t.witnesses(n), who=n, monster=feature.monster, feature=number, place=feature.place,
        gold=made.amount, **target_of(s, made),
    )  # fmt: skip


def terms(t: Turn, n: int, number: int, feature: Feature, kind: int) -> Proposal:
    """Return the terms of a kind of proposal; without a target the guardian demands gold."""
    targets = possible_targets(t, n, number, kind)
    if kind in (BRING_ITEM, SLAY, MAKE_PEACE) and targets:
        target = targets[t.die(len(targets), "the object of a proposal") - 1]
        quarry = t.s.features[target].monster if kind == SLAY else -1
        return Proposal(number, n, kind, target=target, quarry=quarry)
    if kind == RIDDLE:
        return Proposal(number, n, kind, text=RIDDLES[t.die(len(RIDDLES), "riddle") - 1])
    if kind in (BLESS_LAND, DISARM, EXPLORE, DUEL):
        return Proposal(number, n, kind)
    return Proposal(number, n, BRING_GOLD, amount=max(1, feature.gold // 2))


def possible_targets(t: Turn, n: int, number: int, kind: int) -> list[int]:
    """Return possible targets: items to bring, guardians to slay or Kings to make peace with."""
    s = t.s
    if kind == BRING_ITEM:
        return [k for k, item in enumerate(tables.ITEMS) if "artifact" not in item.kinds]
    if kind == SLAY:
        here = s.features[number].place
        return [
            other for other, each in s.features.items()
            if other != number and each.monster >= 0 and s.atlas.distance(each.place, here) <= REACH
        ]  # fmt: skip
    if kind == MAKE_PEACE:
        seat = s.people[n].seat
        return [other for other in range(len(s.kingdoms)) if other != seat]
    return []


def target_of(s: State, made: Proposal) -> dict[str, object]:
    """Return the target named in a proposal's message."""
    if made.kind == BRING_ITEM:
        return {"item_kind": made.target}
    if made.kind == SLAY:
        lair = s.features[made.target]
        quarry = quarry_name(s, made)
        return {"quarry": quarry, "lair": feature_name(s, made.target), "to": lair.place}
    return {"realm": made.target} if made.kind == MAKE_PEACE else {}


def quarry_name(s: State, made: Proposal) -> str:
    """Return the name of the monster to be slain, even after its death."""
    species = made.quarry if made.quarry >= 0 else s.features[made.target].monster
    return f"the {tables.MONSTERS[species].name}" if species >= 0 else "its guardian"


def proposal_to(s: State, seat: int, number: int) -> Proposal | None:
    """Return a guardian's proposal to a kingdom."""
    made = [each for each in s.proposals if each.feature == number and each.person in s.people]
    return next((each for each in made if s.people[each.person].seat == seat), None)


# Fulfilment


def answer_riddle(t: Turn, n: int, number: int, plan: orders.Plan) -> bool:
    """Return whether a guess of a plan solves the guardian's riddle, which earns the treasure.

    See 5.4.
    """
    made = proposal_to(t.s, t.s.people[n].seat, number)
    if made is None or made.kind != RIDDLE or not guesses(made, plan):
        return False
    for each in plan:
        if isinstance(each, orders.Say):
            t.log("says", "AK-5.4-06", t.witnesses(n), who=n, text=each.text)
    reward(t, n, made, ())
    return True


def guesses(made: Proposal, plan: orders.Plan) -> bool:
    return any(isinstance(each, orders.Say) and made.text in each.text.lower().split() for each in plan)


def fulfil(t: Turn, n: int, number: int, rest: orders.Plan) -> bool:
    """Claim the promised reward and return whether that settles the matter (5.4)."""
    made = proposal_to(t.s, t.s.people[n].seat, number)
    if made is None or not is_met(t, n, made, rest):
        t.log("not-fulfilled", "AK-5.4-05", t.witnesses(n), who=n, feature=number)
        return False
    reward(t, n, made, rest)
    return True


def reward(t: Turn, n: int, made: Proposal, rest: orders.Plan) -> None:
    """Hand over the treasure unless the guardian breaks its word (5.4)."""
    s = t.s
    number = made.feature
    feature = s.features[number]
    s.proposals = [each for each in s.proposals if each is not made]
    s.honour(n, titles.GOLDEN_TONGUE, 1)
    given = hand_over(t, n, made)
    if feature.monster < 0 or t.chance(honesty(t, n, feature.monster), "its word"):
        t.log("fulfilled", "AK-5.4-05", t.witnesses(n), who=n, feature=number, monster=feature.monster)
        s.set_feature(number, friends=(*feature.friends, s.people[n].seat), boldness=0)
        plunder(t, n, number, but=given)
        return
    t.log("betrayed", "AK-5.4-05", t.witnesses(n), who=n, feature=number, monster=feature.monster)
    fight_guardian(t, n, number, rest)


def honesty(t: Turn, n: int, species: int) -> int:
    """Return the percentage of guardians of a kind that keep their word to a character (5.4)."""
    alignment = tables.MONSTERS[species].alignment
    return HONOUR[alignment] - PER_STEP * abs(t.s.people[n].alignment - alignment)


def is_met(t: Turn, n: int, made: Proposal, rest: orders.Plan) -> bool:
    """Return whether a proposal's terms are met.

    Gold and items must be at hand; a duel is fought immediately.
    """
    s = t.s
    seat, place = s.people[n].seat, s.features[made.feature].place
    if made.kind == BRING_GOLD:
        return s.kingdoms[seat].gold >= made.amount
    if made.kind == BRING_ITEM:
        return bool(brought(t, n, made))
    if made.kind == SLAY:
        return made.done or s.features[made.target].monster < 0
    if made.kind == MAKE_PEACE:
        stands = s.relation(seat, made.target)
        return stands == ALLIED or (stands == PEACE and (seat, made.target) in t.dealings.treats)
    if made.kind == BLESS_LAND:
        return place in t.spells.blessed
    if made.kind == RIDDLE:
        return guesses(made, rest)
    if made.kind == DISARM:
        return not any(s.armies[a].owner == seat for a in s.armies_at(place))
    if made.kind == EXPLORE:
        return place in s.known[seat] and s.known[seat][place].explored >= 100
    return duel_guardian(t, n, made.feature, rest)


def brought(t: Turn, n: int, made: Proposal) -> int:
    """Return the carried item of the demanded kind, 0 for none."""
    return next((i for i in t.s.items_of(n) if t.s.items[i].kind == made.target), 0)


def hand_over(t: Turn, n: int, made: Proposal) -> int:
    """Give the agreed gold or item to the guardian and return the item's number, if any."""
    s = t.s
    if made.kind == BRING_GOLD:
        s.pay(s.people[n].seat, -made.amount)
    if made.kind != BRING_ITEM:
        return 0
    item = brought(t, n, made)
    place_item(t, item, feature=made.feature)
    return item


# People


def talk_to_person(t: Turn, n: int, foe: int) -> bool:
    """Talk to a character and return whether the talk did not fail (5.0, 5.4, A267).

    A free character reveals temper, alignment and price; others reveal nothing.
    """
    s = t.s
    other = s.people[foe]
    learn_by_doing(t, n, tables.DRUID, "talk")
    if other.seat != FREE:
        t.log("talked", "AK-5.4-02", t.witnesses(n, foe), who=n, other=foe)
        return False
    asked = price(t, s.people[n].seat, foe)
    sure = bool(t.gear(n, "truth"))
    t.log(
        "sounded" if asked <= MOST_OFFER else "sounded-in-vain", "AK-5.4-02", t.witnesses(n), who=n, other=foe,
        alignment=estimate(t, other.alignment, tables.UNDEAD, sure),
        temper=estimate(t, other.temper, tables.COWARDLY, sure),
        gold=min(asked, MOST_OFFER + 1),
    )  # fmt: skip
    return True


def estimate(t: Turn, value: int, most: int, sure: bool) -> int:
    """Return a value as estimated in a talk: usually right, otherwise a step off (5.4)."""
    if sure or not t.chance(ESTIMATE, "misjudged"):
        return value
    step = 1 if t.die(2, "to which side") == 1 else -1
    return max(0, min(most, value + step))
