"""Under which clause each step asks, and what the other seat is told meanwhile."""

from __future__ import annotations

CLAUSES = {
    "Devotees": "SET-02", "ChooseTownsman": "SET-04", "ChooseTown": "SET-03", "Spells": "MAG-07",
    "AskRequest": "REIN-01", "Enter": "REIN-06", "Replace": "VAR-11",
    "Speak": "MAG-09", "ChooseCaster": "MAG-09", "Target": "MAG-12", "Cloak": "MAG-24", "Raise": "MAG-38",
    "Extent": "MAG-48", "Area": "MAG-49", "GateFrom": "MAG-32", "GateUnits": "MAG-33", "GateTo": "MAG-32",
    "Movement": "MOV-03", "March": "MOV-01", "Show": "MOV-26", "Demand": "CAP-02", "Parties": "CAP-12",
    "Invoke": "INV-01", "ChooseSpirit": "INV-09",
    "ChooseBattle": "BAT-05", "BattleOrSiege": "BAT-03", "Garrison": "SIEGE-24", "ChooseTerrain": "BAT-10",
    "Deploy": "BAT-13", "Place": "BAT-18", "Forward": "BAT-44", "Answer": "BAT-48", "JoinFight": "BAT-46",
    "MoveCharacter": "BAT-53", "AimMagic": "MAG-17", "AimAt": "BAT-24", "Rehouse": "BAT-60",
    "MayWithdraw": "RET-01", "IntoFortress": "RET-17", "ChooseEscort": "RET-04", "ChooseWay": "RET-09",
    "GoFurther": "RET-08",
    "ChooseSiege": "SIEGE-10", "Method": "SIEGE-11", "RaiseMagic": "MAG-22", "ChooseLoss": "SIEGE-13",
    "Court": "ALLY-05", "Charm": "ALLY-06",
    "RequestExchange": "PRIS-02", "Offer": "PRIS-03", "Reply": "PRIS-04", "ChooseHome": "PRIS-10",
    "MayCall": "END-03", "MayTalk": "END-08", "MayOffer": "VAR-10",
}  # fmt: skip
"""By step: the clause it asks under."""

PUBLIC = {
    "March": "Movement",
    "ChooseCaster": "Speak", "Target": "Speak", "Extent": "Speak", "Area": "Speak", "Raise": "Speak",
    "GateFrom": "Speak", "GateUnits": "Speak", "GateTo": "Speak",
    "Charm": "Court", "ChooseSpirit": "Invoke", "ChooseTownsman": "ChooseTown",
}  # fmt: skip
"""Steps whose purpose is secret until something is announced, and what they are taken for meanwhile."""
