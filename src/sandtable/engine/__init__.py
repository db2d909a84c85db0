"""The flow of a game: turns, phases, movement, battles, economy. It knows no edition and no house rule by name."""
