"""How the field writes: each notation as tokens, put into the one spelling that the grammar knows."""
