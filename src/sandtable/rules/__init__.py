"""The rules kernel: a rule is a list of edits of a draft; `freeze` makes the ruleset a game runs on."""
