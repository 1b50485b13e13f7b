"""Gifts of items and gold (3.18, 5.7)."""

from __future__ import annotations

from palatine.games.adventurer_kings.components.pieces import FREE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.intent import call_off, current_action
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.encounters.encounters import contact, hand_item


def give(t: Turn, n: int, action: orders.Give) -> None:
    """Give an item, possibly for another, or gold.

    Gold goes only from a King to another King's people (3.18). A bare number is an item if the giver carries one of
    that number, else gold (3.18, A109).
    """
    s = t.s
    person, other = s.people[n], s.people.get(action.to)
    if other is None or other.died or other.place != person.place or action.to == n:
        raise Failed("AK-3.18-01", "fail.not-here", other=action.to)
    if not action.item:
        give_gold(t, n, action.to, action.gold)
        return
    if not carries(t, n, action.item):
        need(person.is_king and not action.in_return, "AK-3.18-01", "fail.no-item", number=action.item)
        give_gold(t, n, action.to, action.item)
        return
    need(not person.visitor, "AK-10.3-05", "fail.visitor-keeps")
    answer = gift_of(t, action.to)
    if action.in_return or (answer is not None and (answer.to, answer.in_return) == (n, action.item)):
        exchange_gifts(t, n, action)
        return
    hand_item(t, n, action.to, action.item)


def carries(t: Turn, n: int, item: int) -> bool:
    found = t.s.items.get(item)
    return found is not None and found.bearer == n


def gift_of(t: Turn, n: int) -> orders.Give | None:
    """Return the gift that a character gives in this phase."""
    action = current_action(t, n)
    return action if isinstance(action, orders.Give) else None


def exchange_gifts(t: Turn, n: int, action: orders.Give) -> None:
    """Make both gifts of an exchange, or drop the conditional one (3.18, A110)."""
    other = gift_of(t, action.to)
    wanted = action.in_return or (other.item if other is not None else 0)
    is_met = (
        other is not None and other.to == n and other.item == wanted and other.in_return in (0, action.item)
        and carries(t, action.to, wanted) and not t.s.people[action.to].visitor
    )  # fmt: skip
    if not is_met and not action.in_return:
        hand_item(t, n, action.to, action.item)
        return
    need(is_met, "AK-3.18-02", "fail.no-exchange", item=wanted)
    hand_item(t, n, action.to, action.item)
    hand_item(t, action.to, n, wanted)
    call_off(t, action.to)


def give_gold(t: Turn, n: int, to: int, gold: int) -> None:
    """Give at most a tenth of the treasury at the start of the turn, or ten (3.18, A28)."""
    s = t.s
    seat, other = s.people[n].seat, s.people[to].seat
    need(s.people[n].is_king, "AK-3.18-03", "fail.only-kings")
    need(other not in (seat, FREE), "AK-3.18-03", "fail.no-player", other=to)
    given = t.dealings.gifts.get(seat, 0)
    most = max(s.kingdoms[seat].opening_gold // 10, 10) - given
    need(0 < gold <= most, "AK-3.18-04", "fail.too-much-gold", gold=most)
    need(gold <= s.kingdoms[seat].gold, "AK-3.18-04", "fail.no-gold", gold=gold)
    t.dealings.gifts[seat] = given + gold
    s.pay(seat, -gold)
    s.pay(other, gold)
    contact(t, n, to)
    t.log("gold-given", "AK-3.18-03", t.witnesses(n, to), who=n, other=to, gold=gold)
