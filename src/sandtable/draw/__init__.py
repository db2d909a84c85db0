"""Drawings of positions: the map of an edition with owners, values, and units."""
