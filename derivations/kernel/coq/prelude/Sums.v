(** Finite sums over a general range, and Kronecker's delta. *)
From Layerproof Require Import Base.
Open Scope R_scope.

Definition kron (i j : nat) : R := if Nat.eqb i j then 1 else 0.
Fixpoint rsum (f : nat -> R) (lo len : nat) : R :=
  match len with O => 0 | S n => f lo + rsum f (S lo) n end.
Definition tsum (lo hi : nat) (f : nat -> R) : R := rsum f lo (S hi - lo).

