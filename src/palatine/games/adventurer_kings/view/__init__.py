"""Presentation of a match to a seat.

* `view`: pieces, panels, current knowledge.
* `boards`: the map as a drawing (1.1, 12.3).
* `report`, `report_tables`: the report of a turn, and its tables (1.4).
* `battle_reports`, `prose`: battles in a report; entries as running prose (1.4, 7).
* `order_help`: meanings of the codes of orders.
* `glossary`, `seats`: terms, and names of seats.
* `final_reveal`: the whole world at the end of the game.
"""
