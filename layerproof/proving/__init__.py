"""What decides claims: exact algebra, the search for certificates and witnesses, Coq, and the trials of proofs."""
