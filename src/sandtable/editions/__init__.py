"""The base games: each a board, its tables and the answers that hold for it."""
