"""Core types of the game: units, forces, decisions, events, dice, and their text formats."""
