"""Foresight: what will come of an action, told before it is chosen, from what its seat may know and nothing else.

look       what is asked: the position as a seat sees it, and the action; how a line is said
fights     the odds of a battle or of a fight with a monster, read off the table itself (10.4 to 10.7)
sorcery    whom Eaters take, and what could still be cast (9.2, 10.4c)
balance    where spells move the Balance, and what comes when it tips (9.4, 13)
going      where a march, a flight or a retreat leads: wilderness, perilous seas, enemies (7, 10.7)
leaving    what is left behind: cities without an army, nations without a leader, Elric (6.0, 10.9.1, 12.1)
movement   the Movement phase, and what its end leaves undone (7)
battles    assaults, battles and what follows them (10)
spells     laying spells (9)
magic      the Magic phase: the Horn, sacrifices, spells that change hands (9.1, 13.5, 16.7)
escapes    heroic escapes, monsters, searches and what is found (8, 9.3.1, 10.8)
realm      musters, replacements and what the set-up settles for good (4, 6, 11)
chapters   by step and verb: who has something to say
"""

from palatine.games.elric.foresight.chapters import foretell

__all__ = ["foretell"]
