"""Text form of positions: `reader`, `writer`, and the `values` that both use.

Each line states a fact. Everything else is as at the start of a game: neutral provinces, full forces, no nations.

    turn 3
    option fog
    nation P1 "The Huns" god Mars gold 15 at 36 classes W T P types RED LC traits sod-busters
    char Attila W3 M P1 at 36 leader
    char Hugo T1 M P2 at 44 captive P1
    units HAC 4 HACw 1 P1 at 36
    held P1 27 36 45
    allied P2 44 59city
    neutral 20                     ; its force is on the map, as the units and characters listed
    terrain 31 w
    coffers 44 0
    fort 44 Deepgate
    city 27 Skulltown O
    ruin 59
    boneyards 36 44
    siege P1 59city
    alliance P1 P2
    truce P1 P3 until 9
    magnate Zog 12city gold 30 kinds OH OA
    demon Asmo 3 Zed stays 2 served 2
    order P2 P1 totals 14 9
    call P1 Odin 1
    group P1 27 36 45              ; the squares dealt to a seat
    numbers 4 5 9-12 40            ; ids of magnates, characters, units and demons in order, and the next id

A position of turn 0 precedes the set-ups.
"""

from palatine.games.lord_and_master.position.reader import read_position
from palatine.games.lord_and_master.position.writer import write_position

__all__ = ["read_position", "write_position"]
