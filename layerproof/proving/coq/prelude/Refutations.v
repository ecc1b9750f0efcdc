(** Counterexamples: a claim is specialised to numbers and small sizes, and computed until it is absurd. *)
From Layerproof Require Export Numeric.
From Layerproof Require Export Sums.
Open Scope R_scope.

(** Finite sums, Kronecker deltas and sizes are computed; hyperbolic functions and powers become exponentials. *)
Ltac computed_in H :=
  cbv beta iota zeta delta [tsum rsum kron Nat.eqb Nat.add Nat.mul Nat.sub INR Rpower sinh cosh tanh] in H.
Ltac computed := cbv beta iota zeta delta [tsum rsum kron Nat.eqb Nat.add Nat.mul Nat.sub INR Rpower sinh cosh tanh].

(** A hypothesis at the witness: a comparison of numbers, or a sign of every entry of a family. *)
Ltac settled :=
  intros; computed;
  first [ assumption | reflexivity | lia | lra | numeric | (left; numeric) | field | (field; repeat split; numeric)
        | (repeat match goal with |- context [match ?n with _ => _ end] => destruct n end; first [ lra | lia ]) ].

(** The first hypothesis of [C], by a tactic of its own. *)
Tactic Notation "premise" ident(C) tactic3(t) :=
  match type of C with
  | ?P -> _ => let F := fresh "F" in assert (F : P); [ t | specialize (C F); clear F ]
  end.

(** The hypotheses of [C], one after the other. *)
Ltac discharge C :=
  repeat match type of C with
  | ?P -> _ => let F := fresh "F" in assert (F : P); [ settled | specialize (C F); clear F ]
  end.

(** A relation between numbers that does not hold. *)
Ltac absurd_relation G :=
  first
  [ lra
  | match type of G with
    | ?a = ?b => apply (Rminus_not_eq a b); [ numeric | exact G ]
    | ?a < ?b => apply (Rlt_not_le b a); [ exact G | numeric ]
    | ?a <= ?b => apply (Rle_not_lt b a); [ exact G | numeric ]
    | ?a > ?b => apply (Rlt_not_le a b); [ exact G | numeric ]
    | ?a >= ?b => apply (Rge_not_lt a b); [ exact G | numeric ]
    | ?a <> _ => apply G; first [ reflexivity | lra | field ]
    end ].
