"""What comes before any handler: `connections` (how long and how much), `hosts` (by which name), `security` (from
whose page), `limits` (how often from one address). Said to operators in docs/security.md."""
