"""A battle is data: a list of steps that the referee rolls and the solver integrates, so they can never disagree."""
