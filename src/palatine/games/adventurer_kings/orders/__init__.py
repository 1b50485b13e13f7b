"""Orders and their text form.

* `kinds`: the orders of a sheet as data (3, 5, 8, 11.2).
* `grammar`, `tokens`: parser (11.2); `slips`: typos.
* `writing`: serializer.
* `kingdom_lines`, `encounter_plans`: kingdom lines (2.1, 5.9, 8, 10), tactics (5).
* `comments`: notes and headings (11.2).
"""
