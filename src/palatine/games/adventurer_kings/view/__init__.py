"""What a seat sees: boards, panels, the report of a turn, help with orders."""
