"""Games of secret orders: `sheets` with their `quick_fixes`, `turns`, `turn_reports`, and `letters` between seats."""
