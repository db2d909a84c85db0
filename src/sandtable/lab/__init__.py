"""The laboratory: many games played by machine, and what they show."""
