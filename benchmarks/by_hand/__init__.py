"""Longer benchmarks, to run by hand."""
