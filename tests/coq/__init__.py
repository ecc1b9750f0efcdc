"""Tests of kernel proofs: claims as theorems of Coq."""
