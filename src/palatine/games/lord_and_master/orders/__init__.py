"""What a sheet is made of, and its text; nothing here knows a state.

`kinds` are the orders of a turn, `sheets` the lines of a set-up and the sheet, `setup_sheet` the plan of a nation in
it; `grammar` reads a turn's lines, `setup_grammar` those of a set-up, `tokens` their words, `syntax_errors` says what
is wrong with a line; `writing` writes them.
"""
