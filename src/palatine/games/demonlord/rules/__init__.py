"""The rulebook's chapters: `common` asks no other group; above it characters, movement, magic, combat and realm.

General and set-up (GEN, SET): `components`, `setup`; the turn procedure (TURN): `sequence`; hidden units (HID):
`state`, `hidden`; movement and leadership (MOV, LEAD): `movement`; capturing characters, prisoners (CAP, PRIS):
`characters`; battles, withdrawal, sieges (BAT, RET, SIEGE): `combat`; magic, invocation (MAG, INV): `magic`;
alliances, reinforcements (ALLY, REIN): `realm`; the neutrals (NEU): `common`; victory, the end of the game and the
variants (VIC, END, VAR): `victory`.
"""
