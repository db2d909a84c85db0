"""The map maker: real coastlines cut into the territories and sea zones of a board. Run at authoring time only."""
