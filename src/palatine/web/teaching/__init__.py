"""What the pages and the API do for those who do not know a game: guidance, lessons, rules to read, the glossary."""
