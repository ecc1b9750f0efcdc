(** Finite sums and products over a general range, and Kronecker's delta. *)
From Layerproof Require Import Base.
Open Scope R_scope.

Definition kron (i j : nat) : R := if Nat.eqb i j then 1 else 0.
Fixpoint rsum (f : nat -> R) (lo len : nat) : R :=
  match len with O => 0 | S n => f lo + rsum f (S lo) n end.
Definition tsum (lo hi : nat) (f : nat -> R) : R := rsum f lo (S hi - lo).
Fixpoint rprod (f : nat -> R) (lo len : nat) : R :=
  match len with O => 1 | S n => f lo * rprod f (S lo) n end.
Definition tprod (lo hi : nat) (f : nat -> R) : R := rprod f lo (S hi - lo).

(** Kronecker's delta is 1 or 0. *)
Lemma kron_eq : forall i, kron i i = 1. Proof. intros; unfold kron; now rewrite Nat.eqb_refl. Qed.
Lemma kron_ne : forall i j, i <> j -> kron i j = 0.
Proof. intros i j H; unfold kron; now rewrite (proj2 (Nat.eqb_neq i j) H). Qed.
Lemma kron_cases : forall i j, (i = j /\ kron i j = 1) \/ (i <> j /\ kron i j = 0).
Proof. intros i j; destruct (Nat.eq_dec i j) as [E | E]; [left | right]; split; auto using kron_ne; subst; apply kron_eq. Qed.
Lemma kron_sym : forall i j, kron i j = kron j i. Proof. intros; unfold kron; now rewrite Nat.eqb_sym. Qed.
Lemma kron_idem : forall i j, kron i j * kron i j = kron i j.
Proof. intros i j; destruct (kron_cases i j) as [[_ ->] | [_ ->]]; ring. Qed.
Lemma kron_nonneg : forall i j, 0 <= kron i j.
Proof. intros i j; destruct (kron_cases i j) as [[_ ->] | [_ ->]]; lra. Qed.

(** The square of a sign. *)
Lemma sign_square : forall z, powerRZ (-1) z * powerRZ (-1) z = 1.
Proof.
  assert (P : forall n, (-1) ^ n * (-1) ^ n = 1).
  { intros n; rewrite <- Rpow_mult_distr; replace (-1 * -1) with 1 by ring; apply pow1. }
  assert (N : forall n, (-1) ^ n <> 0) by (intros n H; specialize (P n); rewrite H in P; lra).
  intros [| p | p]; simpl; [ring | apply P |].
  rewrite <- Rinv_mult, P, Rinv_1; reflexivity.
Qed.

(** The lemmas on [tsum] come from those on [rsum] by the number of terms. *)
Lemma rsum_ext : forall f g n lo, (forall i, (lo <= i < lo + n)%nat -> f i = g i) -> rsum f lo n = rsum g lo n.
Proof.
  intros f g n; induction n as [| n IH]; intros lo H; simpl; trivial.
  rewrite H, (IH (S lo)); trivial; try lia; intros; apply H; lia.
Qed.
Lemma rsum_plus : forall f g n lo, rsum (fun i => f i + g i) lo n = rsum f lo n + rsum g lo n.
Proof. intros f g n; induction n as [| n IH]; intros lo; simpl; [ring | rewrite IH; ring]. Qed.
Lemma rsum_scal : forall c f n lo, rsum (fun i => c * f i) lo n = c * rsum f lo n.
Proof. intros c f n; induction n as [| n IH]; intros lo; simpl; [ring | rewrite IH; ring]. Qed.
Lemma rsum_zero : forall n lo, rsum (fun _ => 0) lo n = 0.
Proof. intros n; induction n as [| n IH]; intros lo; simpl; [ring | rewrite IH; ring]. Qed.
Lemma rsum_const : forall c n lo, rsum (fun _ => c) lo n = INR n * c.
Proof. intros c n; induction n as [| n IH]; intros lo; [simpl; ring |]. rewrite S_INR; simpl; rewrite IH; ring. Qed.
Lemma rsum_nonneg : forall f n lo, (forall i, (lo <= i < lo + n)%nat -> 0 <= f i) -> 0 <= rsum f lo n.
Proof.
  intros f n; induction n as [| n IH]; intros lo H; simpl; [lra |].
  apply Rplus_le_le_0_compat; [apply H; lia | apply IH; intros; apply H; lia].
Qed.
Lemma rsum_swap : forall f m b n a,
  rsum (fun i => rsum (fun j => f i j) b m) a n = rsum (fun j => rsum (fun i => f i j) a n) b m.
Proof.
  intros f m b n; induction n as [| n IH]; intros a; simpl; [now rewrite rsum_zero |].
  rewrite IH, <- rsum_plus; apply rsum_ext; intros; reflexivity.
Qed.
Lemma rsum_kron : forall g e n lo, (lo <= e < lo + n)%nat -> rsum (fun i => kron i e * g i) lo n = g e.
Proof.
  intros g e n; induction n as [| n IH]; intros lo H; simpl; [lia |].
  destruct (Nat.eq_dec lo e) as [-> | N].
  - rewrite kron_eq, (rsum_ext _ (fun _ => 0)), rsum_zero; [ring |].
    intros i Hi; rewrite kron_ne by lia; ring.
  - rewrite kron_ne, IH by lia; ring.
Qed.

(** Sums of terms that are equal in the range. *)
Lemma tsum_ext : forall lo hi f g, (forall i, (lo <= i <= hi)%nat -> f i = g i) -> tsum lo hi f = tsum lo hi g.
Proof. intros lo hi f g H; apply rsum_ext; intros; apply H; lia. Qed.
(** Sums of terms that are equal everywhere. *)
Lemma tsum_all : forall lo hi f g, (forall i, f i = g i) -> tsum lo hi f = tsum lo hi g.
Proof. intros; apply tsum_ext; auto. Qed.
Lemma tsum_plus : forall lo hi f g, tsum lo hi (fun i => f i + g i) = tsum lo hi f + tsum lo hi g.
Proof. intros; apply rsum_plus. Qed.
Lemma tsum_scal : forall lo hi c f, tsum lo hi (fun i => c * f i) = c * tsum lo hi f.
Proof. intros; apply rsum_scal. Qed.
Lemma tsum_zero : forall lo hi, tsum lo hi (fun _ => 0) = 0. Proof. intros; apply rsum_zero. Qed.
(** A combination, term by term. *)
Lemma tsum_term : forall lo hi c m v, tsum lo hi m = v -> tsum lo hi (fun i => c * m i) = c * v.
Proof. intros; subst; apply tsum_scal. Qed.
Lemma tsum_terms : forall lo hi c m v r w, tsum lo hi m = v -> tsum lo hi r = w ->
  tsum lo hi (fun i => c * m i + r i) = c * v + w.
Proof. intros; subst; rewrite tsum_plus, tsum_scal; reflexivity. Qed.
(** The number of terms. *)
Lemma tsum_count : forall lo hi, (lo <= S hi)%nat -> tsum lo hi (fun _ => 1) = INR hi - INR lo + 1.
Proof. intros; unfold tsum; rewrite rsum_const, minus_INR, S_INR by trivial; ring. Qed.
Lemma tsum_count_1 : forall hi, tsum 1 hi (fun _ => 1) = INR hi.
Proof. intros; rewrite tsum_count by lia; simpl; ring. Qed.
Lemma tsum_count_0 : forall hi, tsum 0 hi (fun _ => 1) = INR hi + 1.
Proof. intros; rewrite tsum_count by lia; simpl; ring. Qed.
(** A delta picks one term. *)
Lemma tsum_kron : forall lo hi e g v f, (lo <= e <= hi)%nat ->
  (forall i, f i = kron i e * g i) -> g e = v -> tsum lo hi f = v.
Proof.
  intros lo hi e g v f He H <-; rewrite (tsum_all lo hi f _ H); apply rsum_kron; lia.
Qed.
(** A sum times a factor; two sums exchanged; the third or fourth sum brought to the front. *)
Lemma tsum_times : forall lo hi f c g, (forall i, f i * c = g i) -> tsum lo hi f * c = tsum lo hi g.
Proof. intros; rewrite Rmult_comm, <- tsum_scal; apply tsum_all; intros; rewrite Rmult_comm; auto. Qed.
Lemma tsum_swap : forall a b c d f,
  tsum a b (fun i => tsum c d (fun j => f i j)) = tsum c d (fun j => tsum a b (fun i => f i j)).
Proof. intros; apply rsum_swap. Qed.
Lemma tsum_third : forall a b c d e h f,
  tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => f i j k)))
  = tsum e h (fun k => tsum a b (fun i => tsum c d (fun j => f i j k))).
Proof.
  intros; etransitivity; [apply tsum_all; intros; apply tsum_swap |].
  apply (tsum_swap a b e h (fun i k => tsum c d (fun j => f i j k))).
Qed.
Lemma tsum_fourth : forall a b c d e h p q f,
  tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => f i j k l))))
  = tsum p q (fun l => tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => f i j k l)))).
Proof.
  intros; etransitivity; [apply tsum_all; intros; apply tsum_third |].
  apply (tsum_swap a b p q (fun i l => tsum c d (fun j => tsum e h (fun k => f i j k l)))).
Qed.
Lemma tsum_fifth : forall a b c d e h p q r s f,
  tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => tsum r s (fun m => f i j k l m)))))
  = tsum r s (fun m => tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => f i j k l m))))).
Proof.
  intros; etransitivity; [apply tsum_all; intros; apply tsum_fourth |].
  apply (tsum_swap a b r s (fun i m => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => f i j k l m))))).
Qed.
Lemma tsum_sixth : forall a b c d e h p q r s u v f,
  tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => tsum r s (fun m => tsum u v (fun n =>
    f i j k l m n))))))
  = tsum u v (fun n => tsum a b (fun i => tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => tsum r s (fun m =>
    f i j k l m n)))))).
Proof.
  intros; etransitivity; [apply tsum_all; intros; apply tsum_fifth |].
  apply (tsum_swap a b u v (fun i n =>
    tsum c d (fun j => tsum e h (fun k => tsum p q (fun l => tsum r s (fun m => f i j k l m n)))))).
Qed.

(** Signs of sums from those of their terms. *)
Lemma tsum_nonneg : forall lo hi f, (forall i, (lo <= i <= hi)%nat -> 0 <= f i) -> 0 <= tsum lo hi f.
Proof. intros lo hi f H; apply rsum_nonneg; intros; apply H; lia. Qed.
Lemma tsum_pos : forall lo hi f, (lo <= hi)%nat -> (forall i, (lo <= i <= hi)%nat -> 0 < f i) -> 0 < tsum lo hi f.
Proof.
  intros lo hi f L H; unfold tsum; replace (S hi - lo)%nat with (S (hi - lo)) by lia; simpl.
  apply Rplus_lt_le_0_compat; [apply H; lia | apply rsum_nonneg; intros; left; apply H; lia].
Qed.
(** Sums compared term by term. *)
Lemma tsum_le : forall lo hi f g, (forall i, (lo <= i <= hi)%nat -> f i <= g i) -> tsum lo hi f <= tsum lo hi g.
Proof.
  intros lo hi f g H; apply Rminus_le; apply Ropp_le_cancel; rewrite Ropp_0.
  replace (- (tsum lo hi f - tsum lo hi g)) with (tsum lo hi (fun i => g i + (-1) * f i)).
  - apply tsum_nonneg; intros i Hi; specialize (H i Hi); lra.
  - rewrite tsum_plus, tsum_scal; ring.
Qed.

(** A sum whose terms are not negative is at least each of them. *)
Lemma rsum_above : forall f n lo j, (lo <= j < lo + n)%nat -> (forall i, (lo <= i < lo + n)%nat -> 0 <= f i) ->
  f j <= rsum f lo n.
Proof.
  intros f n; induction n as [| n IH]; intros lo j L H; simpl; [lia |].
  assert (0 <= f lo) by (apply H; lia).
  destruct (Nat.eq_dec lo j) as [-> | N].
  - assert (0 <= rsum f (S j) n) by (apply rsum_nonneg; intros; apply H; lia). lra.
  - assert (f j <= rsum f (S lo) n) by (apply IH; [lia | intros; apply H; lia]). lra.
Qed.
Lemma tsum_above : forall lo hi f j, (lo <= j <= hi)%nat -> (forall i, (lo <= i <= hi)%nat -> 0 <= f i) ->
  f j <= tsum lo hi f.
Proof. intros lo hi f j L H; apply rsum_above; [lia | intros; apply H; lia]. Qed.
(** Cauchy and Schwarz. *)
Lemma tsum_cauchy : forall lo hi f g,
  tsum lo hi (fun i => f i * g i) ^ 2 <= tsum lo hi (fun i => f i ^ 2) * tsum lo hi (fun i => g i ^ 2).
Proof.
  intros lo hi f g; set (a := tsum lo hi (fun i => f i ^ 2)); set (b := tsum lo hi (fun i => f i * g i)).
  set (c := tsum lo hi (fun i => g i ^ 2)).
  assert (H : forall s, 0 <= a + 2 * s * b + s ^ 2 * c).
  { intros s; replace (a + 2 * s * b + s ^ 2 * c) with (tsum lo hi (fun i => (f i + s * g i) ^ 2)).
    - apply tsum_nonneg; intros; apply pow2_ge_0.
    - rewrite (tsum_all lo hi _ (fun i => f i ^ 2 + (2 * s * (f i * g i) + s ^ 2 * g i ^ 2))) by (intros; ring).
      rewrite tsum_plus, tsum_plus, !tsum_scal; unfold a, b, c; ring. }
  assert (C : 0 <= c) by (apply tsum_nonneg; intros; apply pow2_ge_0).
  destruct (Req_dec c 0) as [Z | N].
  - destruct (Req_dec b 0) as [Y | M]; [rewrite Y, Z; lra |].
    specialize (H (- (a + 1) / (2 * b))); rewrite Z in H.
    replace (a + 2 * (- (a + 1) / (2 * b)) * b + (- (a + 1) / (2 * b)) ^ 2 * 0) with (-1) in H by (field; lra). lra.
  - specialize (H (- b / c)); replace (a + 2 * (- b / c) * b + (- b / c) ^ 2 * c) with (a - b ^ 2 / c) in H by (field; lra).
    assert (0 <= (a - b ^ 2 / c) * c) by (apply Rmult_le_pos; lra).
    replace ((a - b ^ 2 / c) * c) with (a * c - b ^ 2) in H0 by (field; lra). lra.
Qed.

(** A root is what is not negative and has the right square. *)
Lemma sqrt_by_square : forall a b, 0 <= b -> b * b = a -> sqrt a = b.
Proof. intros a b H <-; apply sqrt_square; exact H. Qed.
(** The same statements on terms that are written in another way. *)
Lemma as_eq : forall a b c d : R, a = c -> b = d -> c = d -> a = b. Proof. congruence. Qed.
Lemma as_ne : forall a b c d : R, a = c -> b = d -> c <> d -> a <> b. Proof. congruence. Qed.
Lemma as_lt : forall a b c d : R, a = c -> b = d -> c < d -> a < b. Proof. congruence. Qed.
Lemma as_le : forall a b c d : R, a = c -> b = d -> c <= d -> a <= b. Proof. congruence. Qed.
Lemma as_gt : forall a b c d : R, a = c -> b = d -> c > d -> a > b. Proof. congruence. Qed.
Lemma as_ge : forall a b c d : R, a = c -> b = d -> c >= d -> a >= b. Proof. congruence. Qed.

(** Side conditions of [field] from what is known to be nonzero. *)
Ltac known_nonzero :=
  first [assumption | apply Rinv_neq_0_compat; known_nonzero
        | match goal with N : ?x <> 0 |- ?y <> 0 => let Z := fresh "Z" in
            intro Z; apply N; first [rewrite <- Z; ring | rewrite Z; ring] end
        | solve [nz]].
Ltac same := first [reflexivity | ring | (unfold Rdiv; ring) | (field; repeat split; known_nonzero) | (progress f_equal; same)].
Ltac same_parts := first [reflexivity | (progress f_equal; same) | same].

(** A factor stands before the product of the others. *)
Lemma rprod_ends : forall f n m lo, rprod f lo (n + m) = rprod f lo n * rprod f (lo + n) m.
Proof.
  intros f n m; induction n as [|n IH]; intros lo; simpl; [rewrite Nat.add_0_r; ring |].
  rewrite IH. replace (S lo + n)%nat with (lo + S n)%nat by lia. ring.
Qed.
Lemma tprod_split : forall f lo hi k, (1 <= lo)%nat -> (lo <= k <= hi)%nat ->
  f k * tprod lo (k - 1) f * tprod (k + 1) hi f = tprod lo hi f.
Proof.
  intros f lo hi k L K. unfold tprod.
  replace (S hi - lo)%nat with ((S (k - 1) - lo) + S (S hi - (k + 1)))%nat by lia.
  rewrite rprod_ends. replace (lo + (S (k - 1) - lo))%nat with k by lia.
  change (rprod f k (S (S hi - (k + 1)))) with (f k * rprod f (S k) (S hi - (k + 1))).
  replace (S k) with (k + 1)%nat by lia. ring.
Qed.
(** What is the product of all factors but one, by what that one is. *)
Ltac split_product :=
  match goal with |- context [tprod ?lo (?k - 1) ?f] => match goal with |- context [tprod (k + 1) ?hi f] =>
    let E := fresh "Whole" in
    pose proof (tprod_split f lo hi k ltac:(lia) ltac:(lia)) as E; cbv beta in E; revert E; generalize (tprod lo (k - 1) f) (tprod (k + 1) hi f)
  end end.
Ltac by_products :=
  split_product; repeat split_product; intros;
  match goal with
  | E : _ * _ * _ = tprod _ _ _, F : _ * _ * _ = tprod _ _ _ |- _ => first [ring [E F] | field [E F]]
  | E : _ * _ * _ = tprod _ _ _ |- _ => first [ring [E] | field [E]]
  end.
