"""The game server: games with seats, kept in a database, played over HTTP and followed over a WebSocket.

| module | what it does |
| --- | --- |
| `wire` | what goes over the wire, as typed structs; the client's TypeScript types are made from it |
"""
