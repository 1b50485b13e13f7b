"""What comes before any handler: `connections` (how long and how much), `hosts` (by which name), `security` (from
whose page), `limits` (how often from one address), `slots` (how many requests at a time). Said to operators in
docs/security.md."""
