(** Remainders of Taylor series, as functions with a limit: of exp, of (1 + w)^p, of ln (1 + w), of sine and of cosine. *)
From Layerproof Require Export Limits.
Open Scope R_scope.

Definition Taylor_sum (a : nat -> R) (k : nat) (w : R) := sum_f_R0 (fun j => a j * w ^ j) k.
Definition Taylor (f : R -> R) (a : nat -> R) (k : nat) :=
  forall eps, 0 < eps -> exists d, 0 < d /\ forall w, Rabs w < d -> Rabs (f w - Taylor_sum a k w) <= eps * Rabs w ^ k.
Fixpoint Rem (f : R -> R) (a : nat -> R) (k : nat) (w : R) : R :=
  match k with O => f w | S j => if Req_EM_T w 0 then a (S j) else (Rem f a j w - a j) / w end.
Lemma rem_step : forall f a k w, f 0 = a O -> Rem f a k w = a k + w * Rem f a (S k) w.
Proof.
  intros f a k w H. simpl. destruct (Req_EM_T w 0) as [->|N]; [|field; exact N].
  destruct k; simpl; [rewrite H; ring|]. destruct (Req_EM_T 0 0); [ring|congruence].
Qed.
Lemma rem_poly : forall f a k w, f 0 = a O -> f w - Taylor_sum a k w = w ^ k * (Rem f a k w - a k).
Proof.
  intros f a k w H. induction k; [unfold Taylor_sum; simpl; ring|].
  unfold Taylor_sum in *. rewrite tech5.
  replace (f w - (sum_f_R0 (fun j => a j * w ^ j) k + a (S k) * w ^ S k)) with
    (f w - sum_f_R0 (fun j => a j * w ^ j) k - a (S k) * w ^ S k) by ring.
  rewrite IHk, (rem_step f a k w H). simpl pow. ring.
Qed.
Lemma rem_lim : forall f a k u, f 0 = a O -> Taylor f a k -> Lim u 0 -> Lim (fun e => Rem f a k (u e)) (a k).
Proof.
  intros f a k u H T L. apply filterlim_locally. intros eps. pose proof (cond_pos eps) as P.
  destruct (T (eps / 2)) as (d & D & B); [lra|].
  assert (E : at_right 0 (fun e => Rabs (u e) < d)).
  { apply (lim_loc (fun x => Rabs x < d) u 0); [|rewrite Rabs_R0; exact D|exact L].
    apply (open_comp Rabs (fun x => x < d)); [intros; apply continuous_Rabs|apply open_lt]. }
  refine (near_imp _ _ _ E). intros e Q. apply Rabs_lt_between.
  unfold minus, plus, opp; simpl. fold (Rem f a k (u e) - a k). apply Rabs_lt_between.
  specialize (B _ Q). rewrite (rem_poly f a k _ H) in B. destruct (Req_dec (u e) 0) as [Z|Z].
  - rewrite (rem_step f a k _ H), Z. rewrite Rmult_0_l, Rplus_0_r, Rminus_diag_eq, Rabs_R0; [exact P|reflexivity].
  - rewrite Rabs_mult, <- RPow_abs, Rmult_comm in B. apply Rmult_le_reg_r in B; [lra|].
    apply pow_lt. now apply Rabs_pos_lt.
Qed.
Lemma tay_0 : forall f a, continuous f 0 -> f 0 = a O -> Taylor f a 0.
Proof.
  intros f a C H eps P. apply filterlim_locally with (eps := mkposreal eps P) in C. destruct C as [d B].
  exists d. split; [apply cond_pos|]. intros w W. unfold Taylor_sum; simpl. rewrite Rmult_1_r, <- H, Rmult_1_r. apply Rlt_le.
  apply (B w). unfold ball; simpl. unfold AbsRing_ball, abs, minus, plus, opp; simpl. now rewrite Ropp_0, Rplus_0_r.
Qed.
Lemma poly_derive : forall a k w, is_derive (Taylor_sum a (S k)) w (Taylor_sum (fun j => INR (S j) * a (S j)) k w).
Proof.
  intros a k w. induction k.
  - unfold Taylor_sum. simpl. auto_derive; [trivial|]. ring.
  - apply (is_derive_ext (fun x => plus (Taylor_sum a (S k) x) (a (S (S k)) * x ^ S (S k)))).
    + intros t. unfold Taylor_sum. rewrite (tech5 _ (S k)). reflexivity.
    + unfold Taylor_sum at 2. rewrite tech5. apply (is_derive_plus (K := R_AbsRing) (V := R_NormedModule)); [exact IHk|].
      auto_derive; [trivial|]. rewrite !S_INR. destruct k; simpl; ring.
Qed.
Lemma tay_S : forall (f h : R -> R) a k r, 0 < r -> (forall w, Rabs w < r -> is_derive f w (h w)) -> f 0 = a O ->
  Taylor h (fun j => INR (S j) * a (S j)) k -> Taylor f a (S k).
Proof.
  intros f h a k r R D H T eps P. destruct (T eps P) as (d & Pd & B). exists (Rmin d r).
  split; [now apply Rmin_pos|]. intros w W.
  assert (W1 : Rabs w < d) by (eapply Rlt_le_trans; [exact W|apply Rmin_l]).
  assert (W2 : Rabs w < r) by (eapply Rlt_le_trans; [exact W|apply Rmin_r]).
  assert (I : forall x, Rmin 0 w <= x <= Rmax 0 w -> Rabs x <= Rabs w).
  { intros x. unfold Rmin, Rmax, Rabs. destruct (Rle_dec 0 w), (Rcase_abs x), (Rcase_abs w); lra. }
  destruct (MVT_gen (fun x => f x - Taylor_sum a (S k) x) 0 w
    (fun x => h x - Taylor_sum (fun j => INR (S j) * a (S j)) k x)) as (c & C & E).
  - intros x X. assert (Rabs x <= Rabs w) by (apply I; lra).
    apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule)); [apply D; lra|apply poly_derive].
  - intros x X. assert (Rabs x <= Rabs w) by (apply I; lra).
    apply derivable_continuous_pt. exists (h x - Taylor_sum (fun j => INR (S j) * a (S j)) k x).
    apply is_derive_Reals. apply (is_derive_minus (K := R_AbsRing) (V := R_NormedModule)); [apply D; lra|apply poly_derive].
  - assert (Z : Taylor_sum a (S k) 0 = a O).
    { clear. induction k; [unfold Taylor_sum; simpl; ring|]. unfold Taylor_sum in *. rewrite tech5, IHk. simpl. ring. }
    rewrite H, Z in E.
    assert (E2 : f w - Taylor_sum a (S k) w = (h c - Taylor_sum (fun j => INR (S j) * a (S j)) k c) * w).
    { transitivity (f w - Taylor_sum a (S k) w - (a O - a O)); [ring|]. rewrite E. ring. }
    rewrite E2, Rabs_mult.
    pose proof (I c C) as J. simpl pow. replace (eps * (Rabs w * Rabs w ^ k)) with (eps * Rabs w ^ k * Rabs w) by ring.
    apply Rmult_le_compat_r; [apply Rabs_pos|]. apply Rle_trans with (eps * Rabs c ^ k); [apply B; lra|].
    apply Rmult_le_compat_l; [lra|]. apply pow_incr. split; [apply Rabs_pos|exact J].
Qed.
Lemma tay_ext : forall f a b k, (forall j, a j = b j) -> Taylor f a k -> Taylor f b k.
Proof.
  intros f a b k E T eps P. destruct (T eps P) as (d & D & B). exists d; split; [exact D|]. intros w W.
  replace (Taylor_sum b k w) with (Taylor_sum a k w); [now apply B|]. unfold Taylor_sum. apply sum_eq. intros j _. now rewrite E.
Qed.
Lemma tay_scale : forall c f a k, Taylor f a k -> Taylor (fun w => c * f w) (fun j => c * a j) k.
Proof.
  intros c f a k T eps P. pose proof (Rabs_pos c) as C. destruct (T (eps / (Rabs c + 1))) as (d & D & B); [apply Rdiv_lt_0_compat; lra|].
  exists d; split; [exact D|]. intros w W.
  replace (c * f w - Taylor_sum (fun j => c * a j) k w) with (c * (f w - Taylor_sum a k w)).
  - rewrite Rabs_mult. specialize (B w W).
    apply Rle_trans with (Rabs c * (eps / (Rabs c + 1) * Rabs w ^ k)); [now apply Rmult_le_compat_l|].
    replace (Rabs c * (eps / (Rabs c + 1) * Rabs w ^ k)) with (eps * Rabs w ^ k * (Rabs c / (Rabs c + 1))) by (field; lra).
    rewrite <- (Rmult_1_r (eps * Rabs w ^ k)) at 2. apply Rmult_le_compat_l.
    + apply Rmult_le_pos; [lra|]. apply pow_le, Rabs_pos.
    + apply (Rmult_le_reg_r (Rabs c + 1)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra.
  - unfold Taylor_sum. rewrite Rmult_minus_distr_l, scal_sum. f_equal. apply sum_eq. intros. ring.
Qed.
(** Exp. *)
Fixpoint exp_c (k : nat) : R := match k with O => 1 | S j => exp_c j / INR (S j) end.
Lemma tay_exp : forall k, Taylor exp exp_c k.
Proof.
  induction k; [apply tay_0; [apply continuous_exp|exact exp_0]|].
  apply (tay_S exp exp exp_c k 1); [lra|intros; apply is_derive_exp|exact exp_0|].
  apply (tay_ext _ exp_c); [|exact IHk]. intros j. change (exp_c (S j)) with (exp_c j / INR (S j)). field. apply not_0_INR. discriminate.
Qed.
(** (1 + w)^p. *)
Fixpoint power_c (p : R) (k : nat) : R := match k with O => 1 | S j => p / INR (S j) * power_c (p - 1) j end.
Lemma power_at_0 : forall p, Rpower (1 + 0) p = power_c p 0.
Proof. intros. rewrite Rplus_0_r. unfold Rpower. rewrite ln_1, Rmult_0_r, exp_0. reflexivity. Qed.
Lemma power_derive : forall p w, Rabs w < 1 -> is_derive (fun w => Rpower (1 + w) p) w (p * Rpower (1 + w) (p - 1)).
Proof.
  intros p w W. apply Rabs_lt_between in W. unfold Rpower. auto_derive; [lra|].
  replace ((p - 1) * ln (1 + w)) with (p * ln (1 + w) + - ln (1 + w)) by ring.
  rewrite exp_plus, exp_Ropp, exp_ln by lra. field. lra.
Qed.
Lemma tay_power : forall k p, Taylor (fun w => Rpower (1 + w) p) (power_c p) k.
Proof.
  induction k; intros p.
  - apply tay_0; [|apply power_at_0]. apply (ex_derive_continuous (V := R_NormedModule)).
    eexists. apply power_derive. rewrite Rabs_R0. lra.
  - apply (tay_S _ (fun w => p * Rpower (1 + w) (p - 1)) _ k 1); [lra|intros; now apply power_derive|apply power_at_0|].
    apply (tay_ext _ (fun j => p * power_c (p - 1) j)); [|apply tay_scale, IHk].
    intros j. change (power_c p (S j)) with (p / INR (S j) * power_c (p - 1) j). field. apply not_0_INR. discriminate.
Qed.
(** Ln (1 + w). *)
Definition ln_c (k : nat) : R := match k with O => 0 | S j => power_c (- (1)) j / INR (S j) end.
Lemma ln_at_0 : ln (1 + 0) = ln_c 0. Proof. rewrite Rplus_0_r. exact ln_1. Qed.
Lemma ln_derive : forall w, Rabs w < 1 -> is_derive (fun w => ln (1 + w)) w (Rpower (1 + w) (- (1))).
Proof.
  intros w W. apply Rabs_lt_between in W. auto_derive; [lra|].
  rewrite Rpower_Ropp, Rpower_1 by lra. field. lra.
Qed.
Lemma tay_ln : forall k, Taylor (fun w => ln (1 + w)) ln_c k.
Proof.
  destruct k.
  - apply tay_0; [|exact ln_at_0]. apply (ex_derive_continuous (V := R_NormedModule)). eexists. apply ln_derive. rewrite Rabs_R0. lra.
  - apply (tay_S _ (fun w => Rpower (1 + w) (- (1))) _ k 1); [lra|exact ln_derive|exact ln_at_0|].
    apply (tay_ext _ (power_c (- (1)))); [|apply tay_power]. intros j. change (ln_c (S j)) with (power_c (- (1)) j / INR (S j)). field. apply not_0_INR. discriminate.
Qed.

(** Sine and cosine: what begins with a and has the slope b there. *)
Fixpoint circle_c (a b : R) (k : nat) : R := match k with O => a | S j => circle_c b (- a) j / INR (S j) end.
Definition cos_c := circle_c 1 0.
Definition sin_c := circle_c 0 1.
Lemma tay_circle : forall k a b, Taylor (fun w => a * cos w + b * sin w) (circle_c a b) k.
Proof.
  assert (D : forall a b w, is_derive (fun w => a * cos w + b * sin w) w (b * cos w + - a * sin w)).
  { intros. auto_derive; [trivial|]. ring. }
  assert (Z : forall a b, a * cos 0 + b * sin 0 = circle_c a b 0) by (intros; rewrite cos_0, sin_0; simpl; ring).
  induction k; intros a b.
  - apply tay_0; [|apply Z]. apply (ex_derive_continuous (V := R_NormedModule)). eexists. apply D.
  - apply (tay_S _ (fun w => b * cos w + - a * sin w) _ k 1); [lra|intros; apply D|apply Z|].
    apply (tay_ext _ (circle_c b (- a))); [|apply IHk]. intros j. change (circle_c a b (S j)) with (circle_c b (- a) j / INR (S j)).
    field. apply not_0_INR. discriminate.
Qed.
Lemma tay_same : forall f g a k, (forall w, f w = g w) -> Taylor f a k -> Taylor g a k.
Proof.
  intros f g a k E T eps P. destruct (T eps P) as (d & D & B). exists d; split; [exact D|]. intros w W. rewrite <- E. now apply B.
Qed.
Lemma tay_cos : forall k, Taylor cos cos_c k.
Proof. intros. apply (tay_same (fun w => 1 * cos w + 0 * sin w)); [intros; ring|apply tay_circle]. Qed.
Lemma tay_sin : forall k, Taylor sin sin_c k.
Proof. intros. apply (tay_same (fun w => 0 * cos w + 1 * sin w)); [intros; ring|apply tay_circle]. Qed.

(** The remainders of the series along something that tends to 0. *)
Lemma lead_rem_power : forall p k f, Lim f 0 ->
  Lead (fun e => Rem (fun w => Rpower (1 + w) p) (power_c p) k (f e)) (Scale 0 0 0) (power_c p k).
Proof. intros. apply lead_lim, rem_lim; [apply power_at_0|apply tay_power|assumption]. Qed.
Lemma lead_rem_exp : forall k f, Lim f 0 -> Lead (fun e => Rem exp exp_c k (f e)) (Scale 0 0 0) (exp_c k).
Proof. intros. apply lead_lim, rem_lim; [exact exp_0|apply tay_exp|assumption]. Qed.
Lemma lead_rem_ln : forall k f, Lim f 0 -> Lead (fun e => Rem (fun w => ln (1 + w)) ln_c k (f e)) (Scale 0 0 0) (ln_c k).
Proof. intros. apply lead_lim, rem_lim; [apply ln_at_0|apply tay_ln|assumption]. Qed.
Lemma power_step : forall p k w, Rem (fun w => Rpower (1 + w) p) (power_c p) k w =
  power_c p k + w * Rem (fun w => Rpower (1 + w) p) (power_c p) (S k) w.
Proof. intros. apply rem_step, power_at_0. Qed.
Lemma exp_step : forall k w, Rem exp exp_c k w = exp_c k + w * Rem exp exp_c (S k) w.
Proof. intros. apply rem_step, exp_0. Qed.
Lemma ln_step : forall k w, Rem (fun w => ln (1 + w)) ln_c k w = ln_c k + w * Rem (fun w => ln (1 + w)) ln_c (S k) w.
Proof. intros. apply rem_step, ln_at_0. Qed.
Lemma lead_rem_cos : forall k f, Lim f 0 -> Lead (fun e => Rem cos cos_c k (f e)) (Scale 0 0 0) (cos_c k).
Proof. intros. apply lead_lim, rem_lim; [exact cos_0|apply tay_cos|assumption]. Qed.
Lemma lead_rem_sin : forall k f, Lim f 0 -> Lead (fun e => Rem sin sin_c k (f e)) (Scale 0 0 0) (sin_c k).
Proof. intros. apply lead_lim, rem_lim; [exact sin_0|apply tay_sin|assumption]. Qed.
Lemma cos_step : forall k w, Rem cos cos_c k w = cos_c k + w * Rem cos cos_c (S k) w.
Proof. intros. apply rem_step, cos_0. Qed.
Lemma sin_step : forall k w, Rem sin sin_c k w = sin_c k + w * Rem sin sin_c (S k) w.
Proof. intros. apply rem_step, sin_0. Qed.
