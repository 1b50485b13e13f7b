"""Kingdoms, and how they are won and fed.

6.14        `activation`   kingdoms that wake by themselves
6.16        `betrayal`     kingdoms that the Necromancer betrays
6.3         `conquest`     and reconquest
7.2, 19.2   `recruitment`
7.3         `vampires`     Vampire Recruitment
11, 19.11   `diplomacy`    with kingdoms, mercenaries and monsters
18.1        `magic_hexes`  markers turned up, and Heroic Combat
19.1        `mercenaries`
"""
