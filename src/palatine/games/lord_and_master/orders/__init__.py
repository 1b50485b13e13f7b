"""Orders of a sheet and their text form, independent of any state.

* `kinds`: the orders of a turn; `sheets`: the lines of a set-up, and the sheet.
* `setup_sheet`: a nation's plan from its set-up lines.
* `grammar`, `setup_grammar`, `tokens`: parsing; `syntax_errors`: error messages.
* `writing`: serialization.
"""
