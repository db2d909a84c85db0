"""Benchmarks, run by hand or with `make bench`. Compare figures within one run only; these are not tests."""
