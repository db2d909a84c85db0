"""Migrations of the server's database; run by `store.Store.open`, one after the other, each once."""
