"""Proofs of theorems, as scripts for Coq.  Nothing here is trusted: what is wrong here, Coq refuses.

Modules register the kinds of statement whose theorems they prove in `base.PROOFS`; `registered` has them all.
"""
