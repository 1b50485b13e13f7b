"""Guidance for new players of a game: previews, recaps, measures, advice, a glossary.

base.Guidance      the part of `core.Game` for guidance, with defaults
preview            the consequences of an action before it is chosen
recap              events of the match, as items on the map
measures           a few numbers that show the progress of a match
advice             what a bot would do, and why
lessons            a position, explanations, expected actions and replies
puzzles            a position with a best solution, and a question
lesson_dice        dice with results fixed by a lesson
glossary           an entry for everything that a player can meet
"""
