"""Magical devices: who may use which, what they add, how they change hands (15)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    DEVICE_HERO,
    DEVICE_RUNE,
    DEVICES,
    FAMIR,
    FORGED,
    FORGED_HERO,
    HEROS_SWORD,
    IS_GREATER,
    IS_LESSER,
    IS_SWORD,
    LANTERN,
    LEADERS,
    LIVING_SWORD,
    OPPOSED,
    RUNE,
    RUNES,
    STAFF_OF_EMPIRE,
    TORCH,
    UNITS,
)
from palatine.games.dark_emperor.components.sides import INACTIVE
from palatine.games.dark_emperor.components.world import KELARON, RUNE_OF
from palatine.games.dark_emperor.rules.common.cargo import part_cargo
from palatine.games.dark_emperor.state import BOX, DarkEmperorState

FIRST: Final = DEVICES[0]
MOST: Final = 2
"""The devices a leader uses in one game-turn (15.13)."""
HEROISM, BATTLE, SAVING = range(len(RUNES), len(RUNES) + 3)
"""Purposes for which devices are called on: the Hero Rating, a battle, the roll that saves from Kill. Casting is the
purpose with the number of the rune."""
NONE: Action = ("none", 0)
RUNE_DEVICES: Final = tuple([d for d in DEVICES if DEVICE_RUNE[d - FIRST] >= 0])
FAST_BOUND: Final = (TORCH, FAMIR)
"""Devices that nobody hands on: the Torch is the Doge's, Famir its finder's (17, 18.3)."""


# Using devices


def rune_of(leader: int) -> int:
    """A leader's own rune, -1 for none."""
    return RUNE[leader - LEADERS[0]]


def is_barred(s: DarkEmperorState, leader: int, device: int) -> Refusal | None:
    """Why a leader could never use a device that he carries; None when he could (15.11d, 17d)."""
    rune = DEVICE_RUNE[device - FIRST]
    if rune >= 0 and rune_of(leader) == OPPOSED[rune]:
        return Refusal("15.11d", "why.opposed-device", {"leader": leader, "device": device})
    if device == TORCH and leader != s.doge:
        return Refusal("17d", "why.not-doge", {"leader": leader})
    return None


def use_refusal(s: DarkEmperorState, leader: int, device: int) -> Refusal | None:
    """Why a leader may not use a device now; None when he may, or does already (15.13)."""
    if s.bearer[device - FIRST] != leader:
        return Refusal("15.11a", "why.not-carried", {"leader": leader, "device": device})
    used = s.wielded.get(leader, ())
    if device in used:
        return None
    if found := is_barred(s, leader, device):
        return found
    if len(used) >= MOST:
        return Refusal("15.13a", "why.two-devices", {"leader": leader})
    if IS_SWORD[device - FIRST] and any([IS_SWORD[d - FIRST] for d in used]):
        return Refusal("15.13c", "why.one-sword", {"leader": leader})
    return None


def usable(s: DarkEmperorState, leader: int) -> list[int]:
    """The devices a leader uses in this game-turn, and those he may still take into use (15.13)."""
    if leader not in s.bearer:
        return []
    return [d for d in s.carried(leader) if use_refusal(s, leader, d) is None]


def in_use(s: DarkEmperorState, leader: int) -> list[int]:
    """The devices a leader carries and uses in this game-turn."""
    used = s.wielded.get(leader)
    return [d for d in used if s.bearer[d - FIRST] == leader] if used else []


def wields(s: DarkEmperorState, leader: int, device: int) -> bool:
    """Whether a leader uses a device in this game-turn."""
    return s.bearer[device - FIRST] == leader and device in s.wielded.get(leader, ())


def is_living(s: DarkEmperorState, device: int) -> bool:
    """Whether a device is a Living Sword."""
    return device in FORGED and device not in s.heros


def wields_bane(s: DarkEmperorState, leader: int, swords: tuple[int, ...]) -> bool:
    """Whether a leader uses one of these swords or a Living Sword (15.2)."""
    return any([d in swords or is_living(s, d) for d in in_use(s, leader)])


def hero_bonus(s: DarkEmperorState, device: int) -> int:
    """What a device adds to the Hero Rating of its user (15.11)."""
    if device in FORGED:
        return FORGED_HERO[HEROS_SWORD if device in s.heros else LIVING_SWORD]
    return DEVICE_HERO[device - FIRST]


def hero_rating(s: DarkEmperorState, leader: int) -> int:
    """A leader's Hero Rating with the devices he uses (15.11)."""
    return s.rating(leader) + sum([hero_bonus(s, d) for d in in_use(s, leader)])


def helps(s: DarkEmperorState, leader: int, device: int, purpose: int) -> bool:
    """Whether a device does something for a purpose."""
    if purpose < HEROISM:
        return DEVICE_RUNE[device - FIRST] == purpose
    if hero_bonus(s, device):
        return True
    if purpose == SAVING:
        return DEVICE_RUNE[device - FIRST] == rune_of(leader) >= 0
    return purpose == BATTLE and is_bane_here(s, leader, device)


def is_bane_here(s: DarkEmperorState, leader: int, device: int) -> bool:
    """Whether the Dawn Lantern or a Living Sword meets enemies it harms where its bearer is (15.2, 15.4)."""
    enemies = [u for u in s.fighters(1 - s.side(leader), s.where[leader]) if u < UNITS]
    if device == LANTERN:
        return any([IS_GREATER[u] or IS_LESSER[u] for u in enemies])
    return is_living(s, device) and any([IS_GREATER[u] for u in enemies])


def called_on(s: DarkEmperorState, leader: int, purpose: int) -> list[int]:
    """The devices a leader does not use yet and may, that help for a purpose."""
    used = s.wielded.get(leader, ())
    return [d for d in usable(s, leader) if d not in used and helps(s, leader, d, purpose)]


def wield(s: DarkEmperorState, seat: int, leader: int, purpose: int) -> None:
    """Take into use what helps for a purpose; where that means going without another device, ask (15.13, G30)."""
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


def has_room_for_all(s: DarkEmperorState, leader: int) -> bool:
    """Whether a leader may use all he carries that he could ever use, so that using one costs him nothing."""
    devices = {*s.wielded.get(leader, ()), *usable(s, leader)}
    return len(devices) <= MOST and sum([IS_SWORD[d - FIRST] for d in devices]) <= 1


def take_up(s: DarkEmperorState, leader: int, device: int) -> None:
    """A leader uses a device from now to the end of the game-turn."""
    used = s.wielded.get(leader, ())
    if device not in used:
        s.wielded[leader] = (*used, device)
        s.note("device.used", "15.13b", leader=leader, device=device)


class Wield(Step, frozen=True):
    """Which devices a leader takes into use for a purpose, when he has more than he may use (15.13, G30)."""

    seat: int
    leader: int
    purpose: int
    asks = True
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


# Handing on, leaving, picking up


def transfers(s: DarkEmperorState, seat: int) -> list[Action]:
    """What a side may do with its devices while it moves: hand on, pick up, leave behind (15.12, 15.14, M33)."""
    gives: list[Action] = []
    takes: list[Action] = []
    drops: list[Action] = []
    own, neutral, control, power = s.company[seat], s.company[INACTIVE], s.control, s.power
    for device, bearer, h in zip(DEVICES, s.bearer, s.where[FIRST:], strict=True):
        if bearer < 0:
            if h in own and take_refusal(s, seat, device) is None:
                takes.append(("take", device))
        elif control[power[bearer]] == seat and device not in FAST_BOUND:
            if receivers(s, seat, device) if h == BOX else len(own[h]) > 1 or h in neutral:
                gives.append(("give", device))
            if s.has_units(seat, h):
                drops.append(("drop", device))
    return gives + takes + drops


def receivers(s: DarkEmperorState, seat: int, device: int) -> list[int]:
    """Who can be given a device: friendly and neutral leaders where its bearer is (15.12c, M33)."""
    bearer, h = s.bearer[device - FIRST], s.where[device]
    if h == BOX:
        return [p for p in LEADERS if s.where[p] == BOX and p != bearer and s.side(p) in (seat, INACTIVE)]
    here = (*s.company[seat].get(h, ()), *s.company[INACTIVE].get(h, ()))
    return [p for p in here if p != bearer]


def bearer_refusal(s: DarkEmperorState, seat: int, device: int) -> Refusal | None:
    """Why a side has no say over a carried device; None when it has."""
    if device not in DEVICES:
        return Refusal("15.12c", "why.no-device")
    bearer = s.bearer[device - FIRST]
    if bearer < 0 or s.side(bearer) != seat:
        return Refusal("15.12d", "why.not-your-device", {"device": device})
    if device == TORCH:
        return Refusal("17d", "why.torch-stays")
    return Refusal("18.3b", "why.famir-stays") if device == FAMIR else None


def give_refusal(s: DarkEmperorState, seat: int, device: int) -> Refusal | None:
    if found := bearer_refusal(s, seat, device):
        return found
    return None if receivers(s, seat, device) else Refusal("15.12c", "why.nobody-to-give-to", {"device": device})


def drop_refusal(s: DarkEmperorState, seat: int, device: int) -> Refusal | None:
    if found := bearer_refusal(s, seat, device):
        return found
    return None if s.units(seat, s.where[device]) else Refusal("15.14a", "why.no-guard", {"device": device})


def take_refusal(s: DarkEmperorState, seat: int, device: int) -> Refusal | None:
    """Why no leader of a side can pick up a device; None when one can (15.14a, E5)."""
    if device not in DEVICES:
        return Refusal("15.14a", "why.no-device")
    if s.bearer[device - FIRST] >= 0 or s.where[device] < 0:
        return Refusal("15.14a", "why.not-lying", {"device": device})
    if device == TORCH:
        return Refusal("17d", "why.torch-stays")
    h = s.where[device]
    if h not in s.company[seat]:
        return Refusal("15.14a", "why.nobody-to-take", {"device": device})
    return Refusal("15.14a", "why.guarded", {"device": device}) if s.is_held(seat, h) else None


REFUSALS: Final = {"give": give_refusal, "drop": drop_refusal, "take": take_refusal}


def transfer_refusal(s: DarkEmperorState, seat: int, action: Action) -> Refusal | None:
    """Why a device cannot be handed on, left or picked up as `action` says; None when it can."""
    return REFUSALS[action[0]](s, seat, action[1])


def hand_over(s: DarkEmperorState, seat: int, action: Action) -> None:
    """Carry out one of the `transfers`."""
    verb, device = action
    if verb == "drop":
        s.note("device.left", "15.14a", device=device, leader=s.bearer[device - FIRST], hex=s.where[device])
        s.bearer[device - FIRST] = -1
        s.left_by[device] = seat
        release_legions(s)
    else:
        to_one_of(s, seat, device)


def takers(s: DarkEmperorState, seat: int, device: int) -> list[int]:
    """Who can come by a device: those its bearer can give it to, or the side's leaders where it lies."""
    if s.bearer[device - FIRST] >= 0:
        return receivers(s, seat, device)
    return list(s.company[seat].get(s.where[device], ()))


def to_one_of(s: DarkEmperorState, seat: int, device: int) -> None:
    """A device comes to one of its takers, asking to whom if there are several."""
    found = takers(s, seat, device)
    if len(found) == 1:
        hand_to(s, device, found[0])
    else:
        s.push(Recipient(seat, device))


def hand_to(s: DarkEmperorState, device: int, leader: int) -> None:
    """A leader carries a device from now on."""
    before = s.bearer[device - FIRST]
    s.bearer[device - FIRST] = leader
    s.where[device] = s.where[leader]
    s.left_by.pop(device, None)
    if before >= 0:
        s.note("device.given", "15.12c", device=device, leader=before, to=leader)
    else:
        s.note("device.taken", "15.14a", device=device, leader=leader, hex=s.where[leader])
    release_legions(s)


class Recipient(Step, frozen=True):
    """Which leader comes by a device, handed on or lying on the ground (15.12c, 15.14a)."""

    seat: int
    device: int
    asks = True
    clause = "15.12c"
    verbs = {"to": "piece"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("to", leader) for leader in takers(s, self.seat, self.device)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        hand_to(s, self.device, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        return Refusal("15.12c", "why.no-recipient", {"device": self.device})


def captured(s: DarkEmperorState, h: int, side: int, among: Sequence[int] = DEVICES) -> None:
    """Devices that lie in a hex become a side's: a leader of it there takes them, or they lie with its stack
    (9.27e, 15.12b, 15.14b, C14). Famir waits for its next bearer (18.37)."""
    for device in s.lying(h):
        if device != FAMIR and device in among:
            capture(s, device, side)


def capture(s: DarkEmperorState, device: int, side: int) -> None:
    """A device that lies in a hex becomes a side's: a leader's of it there, or its stack's."""
    h = s.where[device]
    s.left_by[device] = side
    s.note("device.captured", "9.27e", device=device, side=side, hex=h)
    if h in s.company[side]:
        to_one_of(s, side, device)


def keeper(s: DarkEmperorState, device: int, otherwise: int = INACTIVE) -> int:
    """The side a lying device belongs to: whose it was last, the Torch at first Kelaron's (M36, E5)."""
    return s.left_by.get(device, s.control[KELARON] if device == TORCH else otherwise)


def capture_lying(s: DarkEmperorState, power: int = -1) -> None:
    """Wherever a side's devices lie among enemies alone they are captured (9.27e, 15.14b, M26).

    With a `power`, only where its units stand.
    """
    at_first = [TORCH] if TORCH not in s.left_by and s.bearer[TORCH - FIRST] < 0 else []
    for device in sorted([*s.left_by, *at_first]):
        side = keeper(s, device)
        if side == INACTIVE:
            continue
        h, enemies = s.where[device], s.stacks[1 - side]
        if h not in enemies or h in s.stacks[side] or device == FAMIR:
            continue
        if power < 0 or any([s.power[u] == power for u in enemies[h]]):
            capture(s, device, 1 - side)


# The beginning of a Movement Phase


class OpenDevices(Step, frozen=True):
    """Devices of the phasing side in a hex of their own rune gain one strength (15.15)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        for device in RUNE_DEVICES:
            h = s.where[device]
            if h < 0 or RUNE_OF[h] != DEVICE_RUNE[device - FIRST] or device in s.attuned:
                continue
            if is_owner(s, s.phasing, device):
                s.attuned = (*s.attuned, device)
                s.note("device.attuned", "15.15a", device=device, hex=h)


def is_owner(s: DarkEmperorState, side: int, device: int) -> bool:
    """Whether a side's leader carries a device, or its stack guards it."""
    bearer = s.bearer[device - FIRST]
    if bearer >= 0:
        return s.side(bearer) == side
    h = s.where[device]
    return h in s.stacks[side] and h not in s.stacks[1 - side]


# The Staff of Empire (15.7)


def release_legions(s: DarkEmperorState) -> None:
    """Undead Legions whose commander has left them, died or given up the Staff go back to who raised them (G24)."""
    if not s.legions:
        return
    wielder = s.bearer[STAFF_OF_EMPIRE - FIRST]
    for u, raiser in list(s.legions.items()):
        if s.where[u] >= 0 and stays(s, wielder, u):
            continue
        del s.legions[u]
        if s.where[u] >= 0:
            s.serve(u, raiser)
            s.note("legion.released", "15.7b", unit=u, power=raiser, hex=s.where[u])
    part_cargo(s)


def stays(s: DarkEmperorState, wielder: int, u: int) -> bool:
    """Whether the wielder of the Staff is still with a Legion under his command, on its side."""
    if wielder < 0 or not wields(s, wielder, STAFF_OF_EMPIRE):
        return False
    return s.where[wielder] == s.where[u] and s.side(wielder) == s.side(u)
