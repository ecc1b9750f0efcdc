(** Counterexamples to limits: a function has one limit only. *)
From Layerproof Require Export Refutations.
From Coquelicot Require Export Coquelicot.
Open Scope R_scope.

Lemma only_limit : forall (F : (R -> Prop) -> Prop), ProperFilter F -> forall (f : R -> R) (x y : R),
  filterlim f F (locally x) -> filterlim f F (locally y) -> x = y.
Proof. intros F P f x y. apply (filterlim_locally_unique (V := R_NormedModule)). Qed.
(** From the two limits [C] and [T] of one function the equation [E] of numbers. *)
Ltac one_limit C T E :=
  match type of C with
  | filterlim ?f ?F _ =>
      eassert (E : _ = _) by (eapply (only_limit F ltac:(typeclasses eauto) f); [exact C | exact T])
  end.
