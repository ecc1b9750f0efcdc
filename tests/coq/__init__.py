"""Tests of proofs by Coq: claims as theorems of Coq."""
