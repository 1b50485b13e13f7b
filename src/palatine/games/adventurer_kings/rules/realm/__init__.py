"""Government of the kingdoms, and victory.

* `recruiting`, `armies`: armies and Heroes enter and leave service (3.4 to 3.9).
* `giving`: gifts (3.18).
* `conquest`: change of ownership of provinces (7.4, 7.7).
* `diplomacy`: relations, treaties, exchange of discoveries (8).
* `finance`: taxes and pay (9).
* `offices`, `rankings`, `valhalla`: offices, titles, entry into Valhalla (10.1, 10.3, 12.1).
* `elections`: World Emperor (10.2, 10.4).
* `yearend`: other events at year's end (2.2, 3.2, 4.2, 6.1).
"""
