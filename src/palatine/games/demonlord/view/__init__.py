"""What a seat sees and is told.

`view` puts it together: `pieces`, `panels`, `choices` (what is asked, and at what cost), `odds` (what a throw may
bring), `plans` (many clicks in one). `boards` are the drawings, `wording` names numbers.
"""
