"""Benchmarks, run by hand or by `make bench`: figures to compare with each other in one run, never a test."""
