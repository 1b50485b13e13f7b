"""Help with order sheets, by rehearsing them with a seat's knowledge.

`check` reports errors and forecasts, `suggest` and `suggest_setup` propose orders and set-ups, `form` makes a form
for play by mail, `known_names` translates names into numbers.
"""
