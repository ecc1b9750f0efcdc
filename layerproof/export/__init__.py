"""What was found, as documents: LaTeX, PDF, pages for a browser, citations.

Everything is generated from the claims and the evidence of a run, and the same run gives the same bytes.
"""
