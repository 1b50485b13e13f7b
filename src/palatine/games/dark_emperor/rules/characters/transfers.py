"""Transfers of devices: given, left, picked up or captured (15.12, 15.14, 9.27e)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from palatine.core import Action, ChooseOne, Refusal
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    DEVICES,
    FAMIR,
    FIRST_DEVICE,
    INACTIVE,
    LEADERS,
    TORCH,
)
from palatine.games.dark_emperor.components.world import KELARON
from palatine.games.dark_emperor.rules.characters.devices import entrust
from palatine.games.dark_emperor.state import DarkEmperorState

FAST_BOUND: Final = (TORCH, FAMIR)
"""Devices that cannot be given away: the Doge's Torch, and Famir (17, 18.3)."""


def transfers(s: DarkEmperorState, seat: int) -> list[Action]:
    """Return the actions by which a side can give, take or drop devices (15.12, 15.14, M33)."""
    gives: list[Action] = []
    takes: list[Action] = []
    drops: list[Action] = []
    own, neutral, control, power = s.company[seat], s.company[INACTIVE], s.control, s.power
    for device, bearer, h in zip(DEVICES, s.bearer, s.where[FIRST_DEVICE:], strict=True):
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
    """Return the friendly and neutral leaders that a bearer can give a device to (15.12c, M33)."""
    bearer, h = s.bearer[device - FIRST_DEVICE], s.where[device]
    if h == BOX:
        return [p for p in LEADERS if s.where[p] == BOX and p != bearer and s.side(p) in (seat, INACTIVE)]
    here = (*s.company[seat].get(h, ()), *s.company[INACTIVE].get(h, ()))
    return [p for p in here if p != bearer]


def bearer_refusal(s: DarkEmperorState, seat: int, device: int) -> Refusal | None:
    """Return why a side cannot transfer a carried device; None if it can."""
    if device not in DEVICES:
        return Refusal("15.12c", "why.no-device")
    bearer = s.bearer[device - FIRST_DEVICE]
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
    """Return why no leader of a side can pick up a device; None if one can (15.14a, E5)."""
    if device not in DEVICES:
        return Refusal("15.14a", "why.no-device")
    if s.bearer[device - FIRST_DEVICE] >= 0 or s.where[device] < 0:
        return Refusal("15.14a", "why.not-lying", {"device": device})
    if device == TORCH:
        return Refusal("17d", "why.torch-stays")
    h = s.where[device]
    if h not in s.company[seat]:
        return Refusal("15.14a", "why.nobody-to-take", {"device": device})
    return Refusal("15.14a", "why.guarded", {"device": device}) if s.is_held(seat, h) else None


REFUSALS: Final = {"give": give_refusal, "drop": drop_refusal, "take": take_refusal}


def transfer_refusal(s: DarkEmperorState, seat: int, action: Action) -> Refusal | None:
    """Return why a give, drop or take action is illegal, or None."""
    return REFUSALS[action[0]](s, seat, action[1])


def takers(s: DarkEmperorState, seat: int, device: int) -> list[int]:
    """Return the leaders who can receive a device.

    They are the bearer's `receivers` or, if there is no bearer, the side's leaders in its hex.
    """
    if s.bearer[device - FIRST_DEVICE] >= 0:
        return receivers(s, seat, device)
    return list(s.company[seat].get(s.where[device], ()))


def give_to_one_of(s: DarkEmperorState, seat: int, device: int) -> None:
    """Transfer a device to a taker, or push the choice if there are several."""
    found = takers(s, seat, device)
    if len(found) == 1:
        hand_to(s, device, found[0])
    else:
        s.push(Recipient(seat, device))


def hand_to(s: DarkEmperorState, device: int, leader: int) -> None:
    """Make a leader the bearer of a device and log it as given or taken."""
    before = s.bearer[device - FIRST_DEVICE]
    entrust(s, device, leader)
    if before >= 0:
        s.log("device.given", "15.12c", device=device, leader=before, to=leader)
    else:
        s.log("device.taken", "15.14a", device=device, leader=leader, hex=s.where[leader])


class Recipient(ChooseOne, frozen=True):
    """Choice of the leader who receives a device, given or picked up (15.12c, 15.14a)."""

    seat: int
    device: int
    without_preview = "The choice names the leader who gets the device."
    clause = "15.12c"
    verbs = {"to": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return takers(s, self.seat, self.device)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        hand_to(s, self.device, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        return Refusal("15.12c", "why.no-recipient", {"device": self.device})


# Capture


def capture_devices(s: DarkEmperorState, h: int, side: int, borne: Sequence[int] | None = None) -> None:
    """Let a side capture the devices that lie in a hex (15.14b, B13).

    Excepted are Famir, which waits for its next bearer (18.37), and devices guarded by a stack of the other side. With
    `borne`, the devices of a leader slain there, only these are captured, guarded or not (15.12b, C14).
    """
    for device in s.lying(h):
        is_open = (
            device in borne if borne is not None else owner_side(s, device) == side or not is_guarded(s, device)
        )
        if is_open and device != FAMIR:
            capture_device(s, device, side)


def capture_device(s: DarkEmperorState, device: int, side: int) -> None:
    """Let a side capture a lying device (9.27e, C14).

    A leader of the side in the hex takes it; otherwise it lies with the side's stack.
    """
    h = s.where[device]
    s.left_by[device] = side
    s.log("device.captured", "9.27e", device=device, side=side, hex=h)
    if h in s.company[side]:
        give_to_one_of(s, side, device)


def owner_side(s: DarkEmperorState, device: int, otherwise: int = INACTIVE) -> int:
    """Return the side of a lying device: its last owner, at first Kelaron's (M36, E5)."""
    return s.left_by.get(device, s.control[KELARON] if device == TORCH else otherwise)


def is_guarded(s: DarkEmperorState, device: int) -> bool:
    """Return whether a stack of its own side guards a lying device (15.14).

    Wild monsters guard nothing.
    """
    side, h = owner_side(s, device), s.where[device]
    return s.has_units(side, h) if side == INACTIVE else h in s.stacks[side]


def capture_lying(s: DarkEmperorState, turned: Collection[int] | None = None) -> None:
    """Capture the devices that lie among enemies only (9.27e, 15.14b, M26).

    With `turned`, only where one of these units is.
    """
    at_first = [TORCH] if TORCH not in s.left_by and s.bearer[TORCH - FIRST_DEVICE] < 0 else []
    for device in sorted([*s.left_by, *at_first]):
        side = owner_side(s, device)
        if side == INACTIVE or device == FAMIR or is_guarded(s, device):
            continue
        enemies = s.stacks[1 - side].get(s.where[device], ())
        if enemies and (turned is None or any([u in turned for u in enemies])):
            capture_device(s, device, 1 - side)
