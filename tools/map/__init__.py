"""The map generator: cuts real coastlines into the territories and sea zones of a board.

Used only when authoring maps.
"""
