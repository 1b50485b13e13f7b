"""What several chapters call for.

4, 11  `placement`          where counters come onto the board
5, 14  `victory`            the end of the game
6      `replacements`       what is lost and comes back
7.1    `naval`              fleets and who is aboard
7.5    `special_terrain`    perilous seas
7.5, 11 `bounds`            the gate of Imrryr, the bounds of hordes, which sea opens on a port
9      `cup`                the cup, hands, and what they may hold
10.8   `deaths`             who leaves the map, and his spells
10.9   `sieges`             besieged cities, and captured ones without a garrison
12.1   `elric_appears`, `control`, `takeover`, `stormbringer`
13     `balance`            its shifts, the end of the world, its restoration
13.4   `maintained_spells`  what a tipped Balance keeps on the board
       `relocation`         where pieces come to, and all that follows
       `deferred_steps`     how these reach chapters above them
"""
