"""Files of conjectures, of the kind that a researcher writes on their own models, and the verdicts they get."""
