"""The view of a seat: map, status panels and turn reports.

`view` has the view and its panels, `boards` the map, `report` the turn report, `wording` the names used in messages,
`handbook` the glossary.
"""
