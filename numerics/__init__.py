"""Numeric checks: ensembles of integrations, sampling inside the hypotheses."""
