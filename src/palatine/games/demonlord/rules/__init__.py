"""Rules, by chapter of the rulebook.

* `components`, `setup`: general rules and set-up (GEN, SET)
* `sequence`: the turn procedure (TURN)
* `state`, `secrecy`: hidden units (HID)
* `movement`: movement and leadership (MOV, LEAD)
* `characters`: capture of characters, prisoners (CAP, PRIS)
* `combat`: battles, withdrawal, sieges (BAT, RET, SIEGE)
* `magic`: magic and invocation (MAG, INV)
* `realm`: alliances and reinforcements (ALLY, REIN)
* `common`: the neutrals (NEU)
* `victory`: victory, the end of the game, and variants (VIC, END, VAR)

`common` depends on no other group. Above it are characters, movement, magic, combat and realm.
"""
