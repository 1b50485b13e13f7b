"""What guides players who do not know a game: previews, recaps, measures, advice, a glossary.

base.Guidance      the part of `core.Game` that guides: what a game may give, and the least it does without
preview            the consequences of an action before it is chosen
recap              what has happened, as items on the map
measures           a few numbers by which one can see how a match goes
advice             what a bot would do, and why
lessons            a position, what is said of it, what is expected and answered
puzzles            a position in which one way is better than all else, and the question
lesson_dice        dice that fall as a lesson says
glossary           an entry for everything a player can meet
"""
