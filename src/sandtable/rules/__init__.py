"""The rules kernel: rules edit a draft, and `freeze` turns the draft into the ruleset a game runs on."""
