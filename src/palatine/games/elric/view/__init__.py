"""What a seat sees: `view` puts it together.

`boards` and `balance_board` are drawn once; `faces` are the counters, `pieces` those that lie on a board, `panels`
what stands beside it, `choices` what is asked in words, `plans` where a march may lead, `standings` who is winning,
`wording` the names of things.
"""
