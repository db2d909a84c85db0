"""Longer measurements, run by hand."""
