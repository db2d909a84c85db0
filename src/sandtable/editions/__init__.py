"""Base games, each with a board, data tables, and its own query answers."""
