"""The game server: stores games and seats in a database, with play over HTTP and live updates over WebSocket.

| module | what it does |
| --- | --- |
| `wire` | what is told of games, as typed structs; the client's TypeScript types are made from it |
| `requests`, `reference` | the same for what clients send, and for what can be asked without a game |
| `views` | from a game to what goes over the wire, and what a viewer may see of it |
| `live` | one game in memory: answers, frames, resuming from a snapshot |
| `store`, `migrations` | the database: an append-only log, snapshots, seats, chat |
| `hall`, `rooms` | all games in use: waking them up, changing them so that it lasts, telling those who follow |
| `service`, `wishes`, `refusals` | all that may be done with games, and by whom |
| `computers`, `thinking`, `processes` | computer players in processes of their own, taking turns |
| `prospects` | odds of battles in a game |
| `proof` | the dice of a saved game, rolled again |
| `content`, `solving` | what can be asked without a game: rules in words, variants, odds |
| `app`, `routes`, `limits`, `pages` | the application over HTTP and WebSocket, its limits, and the built client |
| `openapi` | the description of the interface, from which the client's types are made |
"""
