"""What a seat is shown: `view` map and status panels, `boards` the map itself, `report` what is sent after a turn,
`wording` how the catalogue of messages names things."""
