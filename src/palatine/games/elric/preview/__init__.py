"""Previews of an action before it is chosen, from nothing but what its seat may know.

context    the position as the seat sees it, and the action; how a line is worded
fights     the odds of a battle or of a fight with a monster, read off the table itself (10.4 to 10.7)
sorcery    victims of Eaters, and the spells that can still be cast (9.2, 10.4c)
balance    where spells move the Balance, and what follows when it tips (9.4, 13)
entering   where a march, a flight or a retreat leads: wilderness, perilous seas, enemies (7, 10.7)
departing  what is left behind: cities without an army, nations without a leader, Elric (6.0, 10.9.1, 12.1)
movement   the Movement phase, and the options that its end leaves unused (7)
battles    assaults, battles and what follows them (10)
spells     laying spells (9)
magic      the Magic phase: the Horn, sacrifices, spells that change hands (9.1, 13.5, 16.7)
escapes    heroic escapes, monsters, searches and their finds (8, 9.3.1, 10.8)
realm      musters, replacements and what the set-up settles for good (4, 6, 11)
unwarned   losses of which no other module warns
"""
