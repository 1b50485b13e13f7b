"""Movement (8) and stacking (10).

8                            `movement`      the segment; `march`: a group on its way, hex by hex
6.14b, 9.33d, 18.21b, 19.1   `arrival`       what awaits it in a hex, and the Mercenary Holding Box
8.13 - 8.3                   `restrictions`  where a group may go, and where it must stop
8.1, 8.11, 8.12              `attrition`     what marching costs
8.2                          `naval`         embarking and landing
10                           `stacking`
"""
