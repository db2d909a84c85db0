"""The words of the game: units, forces, decisions, events, dice and their texts."""
