"""Magical devices: who can use them, and their effects (15.1 to 15.5, 15.7)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    DEVICE_HERO,
    DEVICE_RUNE,
    DEVICES,
    FIRST_DEVICE,
    FIRST_LEADER,
    FORGED,
    FORGED_HERO,
    HEROS_SWORD,
    IS_GREATER,
    IS_SWORD,
    IS_VAMPIRE,
    LANTERN,
    LIVING_SWORD,
    OPPOSED,
    RUNE,
    TORCH,
    UNITS,
)
from palatine.games.dark_emperor.components.world import RUNE_OF, RUNES
from palatine.games.dark_emperor.state import DarkEmperorState

MOST_DEVICES: Final = 2
"""Number of devices a leader can use in one game-turn (15.13)."""
HEROISM, BATTLE, SAVING = range(len(RUNES), len(RUNES) + 3)
"""Purposes of devices: the Hero Rating, a battle, the roll that saves from Kill.

For casting, the purpose is the number of the rune.
"""
NONE: Action = ("none", 0)
RUNE_DEVICES: Final = tuple([d for d in DEVICES if DEVICE_RUNE[d - FIRST_DEVICE] >= 0])


# Ownership


def entrust(s: DarkEmperorState, device: int, leader: int) -> None:
    """Make a leader the bearer of a device (15.12a)."""
    s.bearer[device - FIRST_DEVICE] = leader
    s.where[device] = s.where[leader]
    s.left_by.pop(device, None)


def lay_down(s: DarkEmperorState, device: int) -> None:
    """Leave a device in its bearer's hex; it still belongs to the bearer's side (15.14a, M36)."""
    s.left_by[device] = s.side(s.bearer[device - FIRST_DEVICE])
    s.bearer[device - FIRST_DEVICE] = -1


# Using devices


def rune_of(leader: int) -> int:
    """Return a leader's own rune, or -1."""
    return RUNE[leader - FIRST_LEADER]


def ban_refusal(s: DarkEmperorState, leader: int, device: int) -> Refusal | None:
    """Return why a leader can never use a device, or None if the leader can (15.11d, 17d)."""
    rune = DEVICE_RUNE[device - FIRST_DEVICE]
    if rune >= 0 and rune_of(leader) == OPPOSED[rune]:
        return Refusal("15.11d", "why.opposed-device", {"leader": leader, "device": device})
    if device == TORCH and leader != s.doge:
        return Refusal("17d", "why.not-doge", {"leader": leader})
    return None


def use_refusal(s: DarkEmperorState, leader: int, device: int) -> Refusal | None:
    """Return why a leader cannot use a device now; None if it can be used or is in use (15.13)."""
    if s.bearer[device - FIRST_DEVICE] != leader:
        return Refusal("15.11a", "why.not-carried", {"leader": leader, "device": device})
    used = s.wielded.get(leader, ())
    if device in used:
        return None
    if found := ban_refusal(s, leader, device):
        return found
    if len(used) >= MOST_DEVICES:
        return Refusal("15.13a", "why.two-devices", {"leader": leader})
    if IS_SWORD[device - FIRST_DEVICE] and any([IS_SWORD[d - FIRST_DEVICE] for d in used]):
        return Refusal("15.13c", "why.one-sword", {"leader": leader})
    return None


def usable(s: DarkEmperorState, leader: int) -> list[int]:
    """Return the devices a leader uses or can still take into use in this game-turn (15.13)."""
    if leader not in s.bearer:
        return []
    return [d for d in s.carried(leader) if use_refusal(s, leader, d) is None]


def in_use(s: DarkEmperorState, leader: int) -> list[int]:
    """Return the devices a leader carries and uses in this game-turn."""
    used = s.wielded.get(leader)
    return [d for d in used if s.bearer[d - FIRST_DEVICE] == leader] if used else []


def wields(s: DarkEmperorState, leader: int, device: int) -> bool:
    """Return whether a leader uses a device in this game-turn."""
    return s.bearer[device - FIRST_DEVICE] == leader and device in s.wielded.get(leader, ())


def is_living(s: DarkEmperorState, device: int) -> bool:
    """Return whether a device is a Living Sword."""
    return device in FORGED and device not in s.heros


def wields_bane(s: DarkEmperorState, leader: int, swords: tuple[int, ...]) -> bool:
    """Return whether a leader uses one of these swords or a Living Sword (15.2)."""
    return any([d in swords or is_living(s, d) for d in in_use(s, leader)])


def hero_bonus(s: DarkEmperorState, device: int) -> int:
    """Return the bonus of a device to its user's Hero Rating (15.11)."""
    if device in FORGED:
        return FORGED_HERO[HEROS_SWORD if device in s.heros else LIVING_SWORD]
    return DEVICE_HERO[device - FIRST_DEVICE]


def hero_rating(s: DarkEmperorState, leader: int) -> int:
    """Return a leader's Hero Rating with the devices in use (15.11)."""
    return s.rating(leader) + sum([hero_bonus(s, d) for d in in_use(s, leader)])


def helps(s: DarkEmperorState, leader: int, device: int, purpose: int) -> bool:
    """Return whether a device has an effect for a purpose."""
    if purpose < HEROISM:
        return DEVICE_RUNE[device - FIRST_DEVICE] == purpose
    if hero_bonus(s, device):
        return True
    if purpose == SAVING:
        return DEVICE_RUNE[device - FIRST_DEVICE] == rune_of(leader) >= 0
    return purpose == BATTLE and is_bane_here(s, leader, device)


def is_bane_here(s: DarkEmperorState, leader: int, device: int) -> bool:
    """Return whether the Dawn Lantern or a Living Sword is with enemies it harms (15.2, 15.4)."""
    enemies = [u for u in s.fighters(1 - s.side(leader), s.where[leader]) if u < UNITS]
    if device == LANTERN:
        return any([IS_VAMPIRE[u] for u in enemies])
    return is_living(s, device) and any([IS_GREATER[u] for u in enemies])


def called_on(s: DarkEmperorState, leader: int, purpose: int) -> list[int]:
    """Return the devices not yet in use that a leader can use and that help for a purpose."""
    used = s.wielded.get(leader, ())
    return [d for d in usable(s, leader) if d not in used and helps(s, leader, d, purpose)]


def wield(s: DarkEmperorState, seat: int, leader: int, purpose: int) -> None:
    """Take into use the devices that help for a purpose (15.13, G30).

    If that would exclude another device, push a choice instead.
    """
    if leader not in s.bearer:
        return
    options = called_on(s, leader, purpose)
    if not options:
        return
    if has_room_for_all(s, leader):
        for device in options:
            take_up(s, leader, device)
    else:
        s.push(Wield(seat, leader, purpose))


def equipped(s: DarkEmperorState, leader: int, purpose: int) -> DarkEmperorState:
    """Return a copy after `wield`: devices used without a choice are in use (G30)."""
    twin = s.copy()
    wield(twin, s.side(leader), leader, purpose)
    return twin


def has_room_for_all(s: DarkEmperorState, leader: int) -> bool:
    """Return whether a leader can use all usable devices, so that using one excludes no other."""
    devices = {*s.wielded.get(leader, ()), *usable(s, leader)}
    return len(devices) <= MOST_DEVICES and sum([IS_SWORD[d - FIRST_DEVICE] for d in devices]) <= 1


def take_up(s: DarkEmperorState, leader: int, device: int) -> None:
    """Take a device into use until the end of the game-turn."""
    used = s.wielded.get(leader, ())
    if device not in used:
        s.wielded[leader] = (*used, device)
        s.log("device.used", "15.13b", leader=leader, device=device)


class Wield(Step, frozen=True):
    """Choice of devices for a purpose, if the leader has more than can be used (15.13, G30)."""

    seat: int
    leader: int
    purpose: int
    needs_decision = True
    clause = "15.13a"
    verbs = {"use": "piece", "none": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [*[("use", d) for d in called_on(s, self.leader, self.purpose)], NONE]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action != NONE:
            take_up(s, self.leader, action[1])
            wield(s, self.seat, self.leader, self.purpose)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[0] == "none":
            return None if action == NONE else Refusal("15.13a", "why.no-button")
        device = action[1]
        if device not in DEVICES:
            return Refusal("15.13b", "why.no-device")
        if found := use_refusal(s, self.leader, device):
            return found
        if device in s.wielded.get(self.leader, ()):
            return Refusal("15.13b", "why.in-use", {"device": device})
        return None if action in self.actions(s) else Refusal("15.13b", "why.no-help", {"device": device})


# Start of a Movement Phase


class OpenDevices(Step, frozen=True):
    """Step in which the phasing side's devices in a hex of their rune gain strength (15.15)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        for device in RUNE_DEVICES:
            h = s.where[device]
            if h < 0 or RUNE_OF[h] != DEVICE_RUNE[device - FIRST_DEVICE] or device in s.attuned:
                continue
            if is_owner(s, s.phasing, device):
                s.attuned = (*s.attuned, device)
                s.log("device.attuned", "15.15a", device=device, hex=h)


def is_owner(s: DarkEmperorState, side: int, device: int) -> bool:
    """Return whether a leader of a side carries a device, or the side's stack guards it."""
    bearer = s.bearer[device - FIRST_DEVICE]
    if bearer >= 0:
        return s.side(bearer) == side
    h = s.where[device]
    return h in s.stacks[side] and h not in s.stacks[1 - side]
