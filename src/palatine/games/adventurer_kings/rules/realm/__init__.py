"""What Kings do for their kingdoms, and how they win.

recruiting, armies             armies and Heroes in and out of service (3.4 to 3.9)
giving                         gifts (3.18)
conquest                       a province changes hands (7.4, 7.7)
diplomacy                      relations, treaties, discoveries exchanged (8)
finance                        taxes and pay (9)
offices, rankings, valhalla    offices, titles, who enters Valhalla (10.1, 10.3, 12.1)
elections                      the World Emperor (10.2, 10.4)
yearend                        what a year's end brings besides (2.2, 3.2, 4.2, 6.1)
"""
