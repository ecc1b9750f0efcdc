(** Counterexamples to rates: trajectories that are straight lines, and a derivative that is another one. *)
From Layerproof Require Export Refutations Integrals.
Open Scope R_scope.

(** Two derivatives of one function at one point are the same. *)
Lemma one_slope : forall f x y v w, is_derive f x v -> slope_at f x y w -> v = w.
Proof.
  intros f x y v w H [_ K]. apply is_derive_unique in H. apply is_derive_unique in K. congruence.
Qed.
(** Powers with a whole exponent, which are computed as exponentials of logarithms. *)
Lemma whole_power : forall n c x, c = INR n -> 0 < x -> exp (c * ln x) = x ^ n.
Proof. intros n c x -> P. rewrite (exp_times (INR n * ln x) (ln x) n) by reflexivity. now rewrite exp_ln. Qed.
Ltac whole_powers :=
  repeat match goal with
  | |- context [exp (?c * ln ?x)] =>
      let by_power n := rewrite (whole_power n c x) by (cbn; lra) in
      first [ by_power 0%nat | by_power 1%nat | by_power 2%nat | by_power 3%nat ]
  end.
Ltac same_number :=
  computed; first [ lra | (field; repeat split; lra) | (whole_powers; first [ lra | (field; repeat split; lra) ]) ].
(** [H] says that [v] is a derivative: it is the one that the rules give, which is called [E]. *)
Ltac slope_of H E :=
  match type of H with
  | is_derive ?f ?x ?v => eassert (E : v = _) by (eapply (one_slope f x); [exact H | derive]); computed_in E
  end.
(** A straight line follows the flow at the time: its slope is minus that of the loss. *)
Ltac follows v H :=
  let E := fresh "E" in
  computed_in H; computed; slope_of H E; subst v; eapply D_to; [derive | same_number].
(** The indices of a small size, one by one. *)
Ltac enumerate k K :=
  cbn in K; destruct k as [|[|[|[|[|[|k]]]]]]; try (exfalso; lia).
