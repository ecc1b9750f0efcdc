(** Sums by telescoping. *)
From Layerproof Require Export Sums Integrals.
Open Scope R_scope.

Lemma rsum_telescopes : forall b a n lo, (forall j, (lo <= j < lo + n)%nat -> b j - b (j + 1)%nat = a j) ->
  rsum a lo n = b lo - b (lo + n)%nat.
Proof.
  induction n as [|n IH]; intros lo H; simpl.
  - rewrite Nat.add_0_r. ring.
  - rewrite IH by (intros; apply H; lia). rewrite <- (H lo) by lia.
    replace (S lo) with (lo + 1)%nat by lia. replace (lo + 1 + n)%nat with (lo + S n)%nat by lia. ring.
Qed.
(** A sum whose terms are the differences of a sequence. *)
Lemma tsum_telescopes : forall b a lo hi, (lo <= S hi)%nat ->
  (forall j, (lo <= j <= hi)%nat -> b j - b (j + 1)%nat = a j) -> tsum lo hi a = b lo - b (S hi).
Proof.
  intros b a lo hi H E. unfold tsum. rewrite (rsum_telescopes b); [f_equal; f_equal; lia|]. intros; apply E; lia.
Qed.

(** The same where the sequence is a function of a real number; its arguments have names. *)
Lemma tsum_telescopes_real : forall (B : R -> R) a lo hi v, (lo <= S hi)%nat ->
  (forall j x y, (lo <= j <= hi)%nat -> x = INR j -> y = INR j + 1 -> B x - B y = a j) ->
  (forall x y, x = INR lo -> y = INR (S hi) -> B x - B y = v) -> tsum lo hi a = v.
Proof.
  intros B a lo hi v H E V. rewrite (tsum_telescopes (fun j => B (INR j)) a lo hi H).
  - now apply V.
  - intros j J. apply E; [exact J | reflexivity |]. rewrite plus_INR. reflexivity.
Qed.
(** Two ways to write a natural number as a real one. *)
Ltac same_index :=
  first [ reflexivity | (f_equal; lia) | (rewrite ?S_INR, ?plus_INR, ?mult_INR; simpl INR; ring)
        | (rewrite <- INR_IZR_INZ; f_equal; lia) ].
(** An index beyond a positive one is positive. *)
Ltac positive_index :=
  match goal with
  | |- 0 < INR _ => apply INR_pos; lia
  | E : ?x = _ |- 0 < ?x =>
      rewrite E; first [ apply INR_pos; lia | lra | match goal with |- context [INR ?n] => pose proof (pos_INR n); lra end ]
  end.
(** Whole turns leave an angle as it is. *)
Lemma sin_whole : forall n x y, x = y + 2 * PI * INR n -> sin x = sin y.
Proof. intros n x y ->. replace (y + 2 * PI * INR n) with (y + 2 * INR n * PI) by ring. apply sin_period. Qed.

(** The integral of a falling function over a step is between its values at the two ends. *)
Lemma falling_step : forall (F f : R -> R) x, (forall t, x <= t <= x + 1 -> is_derive F t (f t)) ->
  (forall t, x <= t <= x + 1 -> f (x + 1) <= f t <= f x) -> f (x + 1) <= F (x + 1) - F x <= f x.
Proof.
  intros F f x H M. destruct (MVT_gen F x (x + 1) f) as [c [Hc E]].
  - intros t Ht. apply H. rewrite Rmin_left, Rmax_right in Ht by lra. lra.
  - intros t Ht. apply continuity_pt_filterlim. apply (ex_derive_continuous F).
    exists (f t). apply H. rewrite Rmin_left, Rmax_right in Ht by lra. lra.
  - rewrite Rmin_left, Rmax_right in Hc by lra. specialize (M c Hc). rewrite E. lra.
Qed.
Lemma power_falls : forall x y c, 0 < x -> x <= y -> c <= 0 -> Rpower y c <= Rpower x c.
Proof.
  intros x y c P H N. unfold Rpower. assert (L : ln x <= ln y) by (destruct H as [H| ->]; [left; now apply ln_increasing | lra]).
  destruct (Req_dec (c * ln y) (c * ln x)) as [->|D]; [lra|]. left. apply exp_increasing. nra.
Qed.
Lemma power_step : forall x a e, 0 < x -> 0 < a -> e = -1 - a ->
  Rpower (x + 1) e <= Rpower x (- a) / a - Rpower (x + 1) (- a) / a <= Rpower x e.
Proof.
  intros x a e P A ->.
  destruct (falling_step (fun t => - (Rpower t (- a) / a)) (fun t => Rpower t (-1 - a)) x) as [L U].
  - intros t Ht. assert (0 < t) by lra. eapply D_to; [derive|].
    replace (-1 - a) with (- a + - (1)) by ring. rewrite Rpower_plus, (Rpower_Ropp t 1), Rpower_1 by assumption. field. lra.
  - intros t Ht. split; apply power_falls; lra.
  - lra.
Qed.

(** Partial sums are bounded by a telescoping sequence, which vanishes. *)
Lemma sums_above : forall a b : nat -> R, (forall m, b m - b (S m) <= a m) -> is_lim_seq b 0 ->
  forall l, is_lim_seq (sum_n a) l -> Rbar_le (b O) l.
Proof.
  intros a b H L l S. replace (Finite (b O)) with (Finite (b O - 0)) by (f_equal; ring).
  apply (is_lim_seq_le (fun n => b O - b (Datatypes.S n)) (sum_n a)).
  - induction n as [|n IH]; [rewrite sum_O; apply H|]. rewrite sum_Sn. specialize (H (Datatypes.S n)). unfold plus; simpl. lra.
  - apply is_lim_seq_minus'; [apply is_lim_seq_const | now apply is_lim_seq_incr_1 in L].
  - exact S.
Qed.
Lemma sums_below : forall a b : nat -> R, (forall m, 0 <= a m) -> (forall m, a m <= b m - b (S m)) ->
  (forall m, 0 <= b m) -> exists l : R, is_series a l /\ l <= b O.
Proof.
  intros a b P H N.
  assert (B : forall n, sum_n a n <= b O - b (S n)).
  { induction n as [|n IH]; [rewrite sum_O; apply H|]. rewrite sum_Sn. specialize (H (S n)). unfold plus; simpl. lra. }
  destruct (ex_finite_lim_seq_incr (sum_n a) (b O)) as [l L].
  - intro n. rewrite sum_Sn. specialize (P (S n)). unfold plus; simpl. lra.
  - intro n. specialize (B n). specialize (N (S n)). lra.
  - exists l. split; [exact L|]. change (Rbar_le (Finite l) (Finite (b O))).
    apply (is_lim_seq_le (sum_n a) (fun _ => b O)); [|exact L | apply is_lim_seq_const].
    intro n. specialize (B n). specialize (N (S n)). lra.
Qed.
(** The tails of sums of powers. *)
Lemma power_tail : forall k a, 0 < a -> is_lim_seq (fun m => Rpower (INR (k + m)) (- a) / a) 0.
Proof.
  intros k a A. replace (Finite 0) with (Finite (0 * / a)) by (f_equal; ring).
  apply (is_lim_seq_mult' (fun m => Rpower (INR (k + m)) (- a)) (fun _ => / a)); [|apply is_lim_seq_const].
  apply (filterlim_comp nat R R (fun m => INR (k + m)) (fun s => Rpower s (- a)) Hierarchy.eventually (Rbar_locally p_infty)).
  - apply (is_lim_seq_ext (fun m => INR (m + k))); [intro; now rewrite Nat.add_comm|].
    apply (is_lim_seq_incr_n INR k p_infty), is_lim_seq_INR.
  - apply T_power_to_infinity. lra.
Qed.
Lemma tail_above : forall k a e, (1 <= k)%nat -> 0 < a -> e = -1 - a ->
  forall l, is_lim_seq (sum_n (fun m => Rpower (INR (k + m)) e)) l -> Rbar_le (Rpower (INR k) (- a) / a) l.
Proof.
  intros k a e K A E l L.
  replace (INR k) with (INR (k + 0)) by (now rewrite Nat.add_0_r).
  refine (sums_above _ (fun m => Rpower (INR (k + m)) (- a) / a) _ (power_tail k a A) l L).
  intro m. replace (k + S m)%nat with (S (k + m)) by lia. rewrite S_INR.
  apply power_step; [apply INR_pos; lia | exact A | exact E].
Qed.
Lemma tail_below : forall k a e, (1 <= k)%nat -> 0 < a -> e = -1 - a ->
  exists l : R, is_series (fun m => Rpower (INR (k + 1 + m)) e) l /\ l <= Rpower (INR k) (- a) / a.
Proof.
  intros k a e K A E.
  replace (INR k) with (INR (k + 0)) by (now rewrite Nat.add_0_r).
  apply (sums_below _ (fun m => Rpower (INR (k + m)) (- a) / a)).
  - intro m. left. apply exp_pos.
  - intro m. replace (k + 1 + m)%nat with (S (k + m)) by lia. replace (k + S m)%nat with (S (k + m)) by lia. rewrite S_INR.
    apply power_step; [apply INR_pos; lia | exact A | exact E].
  - intro m. apply Rmult_le_pos; [left; apply exp_pos | left; now apply Rinv_0_lt_compat].
Qed.
