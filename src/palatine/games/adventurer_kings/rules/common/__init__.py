"""What several chapters call for.

turn, turn_records    a turn while it is carried out, and all it keeps (3.0)
skills, experience    what a character can do, and how he gets better at it (2.1, 3.13, 3.19, 4.3.1)
hiring                what a Hero asks of a King (3.5)
knowledge             what a King knows, and rumours (3.2, 3.14)
spellcraft            what spells have in common (4.2)
deaths                who inherits, the Royal Heir (5.9, 10.1)
battlefield           two forces and their units (7.1, 7.2)
naming                what things are called in reports
"""
