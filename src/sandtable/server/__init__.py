"""The game server: stores games and seats in a database, with play over HTTP and live updates over WebSocket.

| module | what it does |
| --- | --- |
| `wire` | messages about games as typed structs; the client's TypeScript types are generated from them |
| `requests`, `reference`, `wire_notices` | structs for requests, for everything outside a game, and for notices |
| `views` | convert a game to wire structs and hide what a viewer may not see |
| `live` | one game in memory: answers, frames, resuming from a snapshot |
| `store`, `migrations` | the database, and its one writer |
| `tables`, `records`, `queries`, `roster` | what is stored: an append-only log, snapshots, seats, chat, people |
| `hall`, `rooms` | the games in memory: load them, change them durably, notify followers |
| `terms`, `pace`, `partners`, `timekeeper` | what players agree on, their clocks, and who acts for absent players |
| `service`, `wishes`, `refusals` | all operations on games, with permissions and validation |
| `making`, `seating`, `playing`, `helping`, `proving`, `knowing`, `notifying` | the parts of the service, on a `desk` |
| `post`, `news` | mail, and accounts of what happened in a game |
| `due`, `outbox`, `letters`, `courier`, `push` | notices to players: when they are due, their texts, and sending |
| `ordering`, `standing`, `stewards` | standing orders: keep them, find the answer of one, carry them out |
| `computers`, `thinking`, `processes` | computer players in worker processes |
| `prospects` | odds of battles in a game |
| `proof` | verification of the dice of a saved game |
| `content`, `solving` | everything outside a game: descriptions of rules, variants, odds |
| `app`, `routes`, `limits`, `pages` | the application over HTTP and WebSocket, its limits, and the built client |
| `openapi` | the API description, from which the client's types are generated |
"""
