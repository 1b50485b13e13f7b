"""Orders as they are written.

kinds                                what a sheet is made of, as data (3, 5, 8, 11.2)
grammar, tokens                      the text that is read, and its words (11.2)
writing                              the text that is written
kingdom_lines, encounter_plans       lines of the kingdom (2.1, 5.9, 8, 10); tactics (5)
comments                             what a line says besides its order (11.2)
"""
