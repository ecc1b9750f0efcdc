(** Counterexamples to limits: a function has one limit only. *)
From Layerproof Require Export Refutations.
From Coquelicot Require Export Coquelicot.
Open Scope R_scope.

Lemma only_limit : forall (T : Type) (F : (T -> Prop) -> Prop), ProperFilter F -> forall (f : T -> R) (x y : R),
  filterlim f F (locally x) -> filterlim f F (locally y) -> x = y.
Proof. intros T F P f x y. apply (filterlim_locally_unique (V := R_NormedModule)). Qed.
(** From the two limits [C] and [T] of one function the equation [E] of numbers. *)
Ltac one_limit C T E :=
  match type of C with
  | filterlim ?f ?F _ =>
      eassert (E : _ = _) by (eapply (only_limit _ F ltac:(typeclasses eauto) f); [exact C | exact T])
  end.
(** What a remainder is small against is no multiple of it. *)
Lemma soon_small : forall (F : (R -> Prop) -> Prop) f e, 0 < e -> filterlim f F (locally 0) -> F (fun x => Rabs (f x) < e).
Proof.
  intros F f e P T. apply (T (fun y => Rabs y < e)). exists (mkposreal e P). intros y B.
  unfold ball in B; simpl in B. unfold AbsRing_ball, abs, minus, plus, opp in B; simpl in B.
  now rewrite Ropp_0, Rplus_0_r in B.
Qed.
Lemma no_bound : forall K d r g, g <> 0 -> Rabs (r / g) < / (Rabs K + 1) -> d = g -> Rabs d <= K * Rabs r -> False.
Proof.
  intros K d r g N W -> U. assert (G := Rabs_pos_lt g N). assert (Q := Rabs_pos K). assert (Y := Rabs_pos r).
  unfold Rdiv in W. rewrite Rabs_mult, Rabs_inv in W.
  assert (X : (Rabs K + 1) * Rabs r < Rabs g).
  { apply (Rmult_lt_compat_l ((Rabs K + 1) * Rabs g)) in W; [|apply Rmult_lt_0_compat; lra].
    replace ((Rabs K + 1) * Rabs g * (Rabs r * / Rabs g)) with ((Rabs K + 1) * Rabs r) in W by (field; lra).
    replace ((Rabs K + 1) * Rabs g * / (Rabs K + 1)) with (Rabs g) in W by (field; lra). exact W. }
  assert (Z : K * Rabs r <= Rabs K * Rabs r) by (apply Rmult_le_compat_r; [exact Y | apply Rle_abs]). lra.
Qed.
Lemma not_of_the_order : forall (F : (R -> Prop) -> Prop), ProperFilter F -> forall (d g r : R -> R) K,
  F (fun x => Rabs (d x) <= K * Rabs (r x)) -> F (fun x => g x <> 0) ->
  filterlim (fun x => r x / g x) F (locally 0) -> (forall x, d x = g x) -> False.
Proof.
  intros F P d g r K B N T E. assert (FF := @filter_filter _ F P).
  assert (S : 0 < / (Rabs K + 1)) by (apply Rinv_0_lt_compat; assert (Q := Rabs_pos K); lra).
  destruct (@filter_ex _ F P _ (@filter_and _ F FF _ _ B (@filter_and _ F FF _ _ N (soon_small F _ _ S T))))
    as (x & U & V & W).
  exact (no_bound K (d x) (r x) (g x) V W (E x) U).
Qed.
(** From the bound [C] with the constant [K], and from [T], that the remainder is small against what is bounded. *)
Ltac unbounded C N T K :=
  match type of C with
  | ?F (fun x => Rabs (@?d x) <= K * Rabs (@?r x)) =>
      match type of N with
      | F (fun x => @?g x <> 0) =>
          apply (not_of_the_order F ltac:(typeclasses eauto) d g r K C N T);
          let x := fresh "x" in intro x; cbv beta; first [ ring | (unfold Rdiv; ring) ]
      end
  end.
