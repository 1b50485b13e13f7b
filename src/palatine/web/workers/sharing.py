"""How the machines of a house share its shards: each as many as its workers' part of all, and none moves needlessly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from palatine.store.machines import Found, Machine
from palatine.web.workers.shards import SHARDS

ORDER = sorted(range(SHARDS), key=lambda shard: shard * 35 % SHARDS)
"""In which shards are taken; given they are from its end. Any stretch of it falls evenly to any number of places, and
the shard whose holder does what is done once in the house is the first, so that it moves last."""


def quotas(machines: Sequence[Machine]) -> dict[str, int]:
    """How many shards each machine is to hold: together all of them."""
    total = sum(each.workers for each in machines)
    found, before = {}, 0
    for each in sorted(machines, key=lambda machine: machine.id):
        after = before + each.workers
        found[each.id] = SHARDS * after // total - SHARDS * before // total
        before = after
    return found


def held_by(machine: str, shards: Mapping[int, str]) -> list[int]:
    """What a machine holds, in the order in which it would keep it."""
    return [shard for shard in ORDER if shards.get(shard) == machine]


def to_give(machine: str, found: Found) -> list[int]:
    """What a machine holds beyond its part."""
    return held_by(machine, found.shards)[quotas(found.machines)[machine] :]


def to_take(machine: str, found: Found) -> list[int]:
    """What a machine may take of what nobody holds, up to its part."""
    alive = {each.id for each in found.machines}
    free = [shard for shard in ORDER if found.shards.get(shard) not in alive]
    return free[: max(0, quotas(found.machines)[machine] - len(held_by(machine, found.shards)))]
