"""Drawing a position: the map of an edition with owners, values and units."""
