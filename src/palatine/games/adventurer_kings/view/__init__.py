"""What a seat sees.

view                              pieces, panels, all it knows now
boards                            the map as a drawing (1.1, 12.3)
report, report_tables             the report of a turn, and its tables (1.4)
battle_reports, prose             battles in it; its entries as running prose (1.4, 7)
order_help                        what the codes of orders mean
final_reveal                      the world laid open when the game is over
"""
