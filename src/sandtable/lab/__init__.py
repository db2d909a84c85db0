"""The lab: run many computer games and analyze the results."""
