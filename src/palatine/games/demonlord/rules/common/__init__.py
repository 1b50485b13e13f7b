"""What several chapters call for; it asks no other group.

BAT-26, PRIS-12   `losses`       units destroyed, captured and freed, and the count of them
NEU, ALLY-14, -22 `neutrals`     whom a neutral state serves, its homeland, Ula's ruler
SIEGE-03          `fortresses`   who controls them, and the games that ends
"""
