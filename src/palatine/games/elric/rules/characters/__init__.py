"""What befalls personalities: escapes, and spells that act on one of them.

9.2, 16.2   `solo_fights`       somebody who fights alone
9.3.1, 16.4 `immediate_spells`  spells that act on whoever finds or draws them
10.8        `escapes`           heroic escapes; `escape_spells`: what helps; `refuge`: where they lead
16.3        `dispelling`        Dispel Magic against a flight or an escape
"""
