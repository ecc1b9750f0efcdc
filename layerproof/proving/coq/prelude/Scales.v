(** Limits at 0 from above, and a scale of functions there: exponentials of 1/e, powers, powers of the logarithm. *)
From Layerproof Require Export Base.
From Coquelicot Require Export Coquelicot.
Open Scope R_scope.

Definition Lim (f : R -> R) (c : R) := filterlim f (at_right 0) (locally c).
(** The scale: exp(-g/e) e^a (-ln e)^b. *)
Definition Scale (g a b e : R) := exp (- g / e + a * ln e + b * ln (- ln e)).

(** The variable. *)
Lemma near_pos : at_right 0 (fun e => 0 < e).
Proof. exists (mkposreal 1 Rlt_0_1). intros y _ H. exact H. Qed.
Lemma near_below : forall d, 0 < d -> at_right 0 (fun e => 0 < e < d).
Proof.
  intros d Hd. exists (mkposreal d Hd). intros y By Hy. split; [exact Hy|].
  apply Rabs_lt_between in By. simpl in By. unfold minus, plus, opp in By; simpl in By. lra.
Qed.
Lemma inv_at_pinf : filterlim Rinv (Rbar_locally p_infty) (at_right 0).
Proof.
  intros P [d Hd]. exists (/ d). intros x Hx. pose proof (cond_pos d). pose proof (Rinv_0_lt_compat _ H).
  assert (0 < x) by lra. apply Hd; [|now apply Rinv_0_lt_compat].
  apply Rabs_lt_between. pose proof (Rinv_0_lt_compat _ H1).
  unfold minus, plus, opp; simpl. split; [lra|]. rewrite Ropp_0, Rplus_0_r.
  rewrite <- (Rinv_inv d). apply Rinv_lt_contravar; [|lra]. now apply Rmult_lt_0_compat.
Qed.
Lemma ninv_at_minf : filterlim (fun x => - / x) (Rbar_locally m_infty) (at_right 0).
Proof.
  intros P HP. destruct (inv_at_pinf P HP) as [K HK]. exists (- K). intros x Hx.
  replace (- / x) with (/ - x); [apply HK; lra|]. destruct (Req_dec x 0).
  - subst. rewrite Ropp_0, Rinv_0. lra.
  - field. assumption.
Qed.
Lemma sub_at_right : forall p, filterlim (fun x => x - p) (at_right p) (at_right 0).
Proof.
  intros p P [d Hd]. exists d. intros y By Hy. apply Hd; [|lra].
  apply Rabs_lt_between in By. apply Rabs_lt_between. unfold minus, plus, opp in *; simpl in *. lra.
Qed.
Lemma sub_at_left : forall p, filterlim (fun x => p - x) (at_left p) (at_right 0).
Proof.
  intros p P [d Hd]. exists d. intros y By Hy. apply Hd; [|lra].
  apply Rabs_lt_between in By. apply Rabs_lt_between. unfold minus, plus, opp in *; simpl in *. lra.
Qed.
Lemma ev_pinf : forall P : R -> Prop, at_right 0 (fun e => P (/ e)) -> Rbar_locally p_infty P.
Proof.
  intros P H. apply inv_at_pinf in H. destruct H as [K HK]. exists (Rmax K 0). intros x Hx.
  assert (K < x) by (eapply Rle_lt_trans; [apply Rmax_l|exact Hx]).
  assert (0 < x) by (eapply Rle_lt_trans; [apply Rmax_r|exact Hx]).
  rewrite <- (Rinv_inv x). now apply HK.
Qed.
Lemma ev_minf : forall P : R -> Prop, at_right 0 (fun e => P (- / e)) -> Rbar_locally m_infty P.
Proof.
  intros P H. apply ninv_at_minf in H. destruct H as [K HK]. exists (Rmin K 0). intros x Hx.
  assert (x < K) by (eapply Rlt_le_trans; [exact Hx|apply Rmin_l]).
  assert (x < 0) by (eapply Rlt_le_trans; [exact Hx|apply Rmin_r]).
  replace x with (- / - / x) by (field; lra). now apply HK.
Qed.
Lemma ev_right : forall p (P : R -> Prop), at_right 0 (fun e => P (p + e)) -> at_right p P.
Proof.
  intros p P H. apply (sub_at_right p) in H. unfold filtermap in H. revert H. apply filter_imp. intros x.
  now replace (p + (x - p)) with x by ring.
Qed.
Lemma ev_left : forall p (P : R -> Prop), at_right 0 (fun e => P (p - e)) -> at_left p P.
Proof.
  intros p P H. apply (sub_at_left p) in H. unfold filtermap in H. revert H. apply filter_imp. intros x.
  now replace (p - (p - x)) with x by ring.
Qed.
Lemma ev_seq : forall P : R -> Prop, Rbar_locally p_infty P -> eventually (fun n => P (INR n)).
Proof. intros P H. exact (is_lim_seq_INR P H). Qed.

(** Limits. *)
Lemma lim_const : forall c, Lim (fun _ => c) c. Proof. intros c. apply filterlim_const. Qed.
Lemma lim_ext : forall f g c, at_right 0 (fun e => f e = g e) -> Lim f c -> Lim g c.
Proof. intros f g c H L. eapply filterlim_ext_loc; [exact H|exact L]. Qed.
Lemma lim_plus : forall f g c d, Lim f c -> Lim g d -> Lim (fun e => f e + g e) (c + d).
Proof. intros. eapply filterlim_comp_2; [exact H|exact H0|apply (filterlim_plus (V := R_NormedModule))]. Qed.
Lemma lim_mult : forall f g c d, Lim f c -> Lim g d -> Lim (fun e => f e * g e) (c * d).
Proof. intros. eapply filterlim_comp_2; [exact H|exact H0|apply (filterlim_mult (K := R_AbsRing))]. Qed.
Lemma lim_cont : forall (p : R -> R) f c, continuous p c -> Lim f c -> Lim (fun e => p (f e)) (p c).
Proof. intros p f c H L. eapply filterlim_comp; [exact L|exact H]. Qed.
Lemma lim_eq : forall f c d, c = d -> Lim f c -> Lim f d. Proof. intros; now subst. Qed.
Lemma lim_inv : forall f c, c <> 0 -> Lim f c -> Lim (fun e => / f e) (/ c).
Proof. intros f c H. apply lim_cont. now apply continuous_Rinv. Qed.

Lemma lim_loc : forall (D : R -> Prop) f c, open D -> D c -> Lim f c -> at_right 0 (fun e => D (f e)).
Proof. intros D f c H Hc L. exact (L _ (H c Hc)). Qed.
Lemma lim_pos : forall f c, 0 < c -> Lim f c -> at_right 0 (fun e => 0 < f e).
Proof. intros f c H. apply (lim_loc (fun x => 0 < x)); [apply open_gt|exact H]. Qed.
Lemma lim_neg : forall f c, c < 0 -> Lim f c -> at_right 0 (fun e => f e < 0).
Proof. intros f c H. apply (lim_loc (fun x => x < 0)); [apply open_lt|exact H]. Qed.
Lemma lim_nz : forall f c, c <> 0 -> Lim f c -> at_right 0 (fun e => f e <> 0).
Proof. intros f c H. apply (lim_loc (fun x => x <> 0)); [apply open_neq|exact H]. Qed.
Lemma through : forall (f g : R -> R) (F G : (R -> Prop) -> Prop),
  filterlim f (at_right 0) F -> filterlim g F G -> filterlim (fun e => g (f e)) (at_right 0) G.
Proof. intros f g F G H K P HP. exact (H _ (K P HP)). Qed.
Lemma lim_id : Lim (fun e => e) 0.
Proof. intros P [d Hd]. exists d. intros y By _. now apply Hd. Qed.

(** Monomials. *)
Lemma scale_pos : forall g a b e, 0 < Scale g a b e. Proof. intros. apply exp_pos. Qed.
Lemma scale_nz : forall g a b e, Scale g a b e <> 0. Proof. intros. apply Rgt_not_eq, scale_pos. Qed.
Lemma scale_mul : forall g a b g' a' b' e, Scale g a b e * Scale g' a' b' e = Scale (g + g') (a + a') (b + b') e.
Proof. intros. unfold Scale. rewrite <- exp_plus. f_equal. unfold Rdiv. ring. Qed.
Lemma scale_opp : forall g a b e, / Scale g a b e = Scale (- g) (- a) (- b) e.
Proof. intros. unfold Scale. rewrite <- exp_Ropp. f_equal. unfold Rdiv. ring. Qed.
Lemma scale_ratio : forall g a b g' a' b' e, Scale g a b e / Scale g' a' b' e = Scale (g - g') (a - a') (b - b') e.
Proof. intros. unfold Rdiv. rewrite scale_opp, scale_mul. reflexivity. Qed.
Lemma scale_one : forall e, Scale 0 0 0 e = 1.
Proof. intros. unfold Scale. replace (_ + _) with 0 by (unfold Rdiv; ring). apply exp_0. Qed.
Lemma scale_id : forall e, 0 < e -> Scale 0 1 0 e = e.
Proof. intros. unfold Scale. replace (_ + _) with (ln e) by (unfold Rdiv; ring). now apply exp_ln. Qed.
Lemma scale_inv : forall e, 0 < e -> Scale 0 (- 1) 0 e = / e.
Proof. intros. unfold Scale. replace (_ + _) with (- ln e) by (unfold Rdiv; ring). rewrite exp_Ropp, exp_ln; auto. Qed.
Lemma scale_ln : forall e, 0 < e < 1 -> Scale 0 0 1 e = - ln e.
Proof.
  intros e [H0 H1]. unfold Scale. replace (_ + _) with (ln (- ln e)) by (unfold Rdiv; ring).
  apply exp_ln. rewrite <- Ropp_0. apply Ropp_lt_contravar. rewrite <- ln_1. now apply ln_increasing.
Qed.
Lemma scale_pow : forall n g a b e, Scale g a b e ^ n = Scale (INR n * g) (INR n * a) (INR n * b) e.
Proof.
  induction n; intros; [simpl; rewrite !Rmult_0_l; now rewrite scale_one|].
  rewrite S_INR. simpl pow. rewrite IHn, scale_mul. f_equal; ring.
Qed.
Lemma scale_power : forall p g a b e, Rpower (Scale g a b e) p = Scale (p * g) (p * a) (p * b) e.
Proof. intros. unfold Rpower, Scale. rewrite ln_exp. f_equal. unfold Rdiv. ring. Qed.
Lemma scale_sqrt : forall g a b e, sqrt (Scale g a b e) = Scale (g / 2) (a / 2) (b / 2) e.
Proof.
  intros. apply Rsqr_inj; [apply sqrt_pos|left; apply scale_pos|]. unfold Rsqr.
  rewrite sqrt_sqrt by (left; apply scale_pos). rewrite scale_mul. f_equal; field.
Qed.

Lemma ln_pinf : filterlim (fun e => - ln e) (at_right 0) (Rbar_locally p_infty).
Proof.
  intros P [K HK]. exists (mkposreal (exp (- K)) (exp_pos _)). intros y By Hy. apply HK.
  apply Rabs_lt_between in By. simpl in By. unfold minus, plus, opp in By; simpl in By.
  assert (ln y < - K); [|lra]. rewrite <- (ln_exp (- K)). apply ln_increasing; lra.
Qed.
Lemma inv_pinf : filterlim Rinv (at_right 0) (Rbar_locally p_infty).
Proof. apply filterlim_Rinv_0_right. Qed.
Lemma ln_over : filterlim (fun y => ln y / y) (Rbar_locally p_infty) (locally 0).
Proof. exact is_lim_div_ln_p. Qed.
Lemma big : forall (y h : R -> R) k, 0 < k -> filterlim y (at_right 0) (Rbar_locally p_infty) -> Lim h (- k) ->
  filterlim (fun e => y e * h e) (at_right 0) (Rbar_locally m_infty).
Proof.
  intros y h k Hk Hy Hh.
  eapply filterlim_comp_2; [exact Hy|exact Hh|].
  apply (filterlim_Rbar_mult p_infty (- k) m_infty).
  unfold is_Rbar_mult; simpl. destruct (Rle_dec 0 (- k)); [exfalso; lra|reflexivity].
Qed.
Lemma exp_small : forall f, filterlim f (at_right 0) (Rbar_locally m_infty) -> Lim (fun e => exp (f e)) 0.
Proof. intros f H. exact (through _ _ _ _ H is_lim_exp_m). Qed.
Lemma lnln : Lim (fun e => ln (- ln e) / - ln e) 0.
Proof. exact (through _ _ _ _ ln_pinf ln_over). Qed.
Lemma ln_e : Lim (fun e => - ln e * e) 0.
Proof.
  eapply lim_ext; [|exact (through _ _ _ _ inv_pinf ln_over)].
  eapply filter_imp; [|exact near_pos]. intros e H. simpl. rewrite ln_Rinv by exact H. field. lra.
Qed.
Lemma lnln_e : Lim (fun e => ln (- ln e) * e) 0.
Proof.
  eapply lim_ext; [|eapply lim_eq; [|apply (lim_mult _ _ _ _ lnln ln_e)]]; [|ring].
  eapply filter_imp; [|apply (near_below 1); lra]. intros e H. simpl. field.
  assert (ln e < 0); [|lra]. rewrite <- ln_1. apply ln_increasing; lra.
Qed.
Lemma small_g : forall g a b, 0 < g -> Lim (Scale g a b) 0.
Proof.
  intros g a b H. unfold Scale. apply exp_small.
  eapply filterlim_ext_loc; [|apply (big Rinv (fun e => - g + (- a * (- ln e * e) + b * (ln (- ln e) * e))) g H inv_pinf)].
  - eapply filter_imp; [|exact near_pos]. intros e He. simpl. field. lra.
  - eapply lim_eq; [|apply lim_plus; [apply lim_const|apply lim_plus; apply lim_mult;
      [apply lim_const|exact ln_e|apply lim_const|exact lnln_e]]]. ring.
Qed.
Lemma small_a : forall a b, 0 < a -> Lim (Scale 0 a b) 0.
Proof.
  intros a b H. unfold Scale. apply exp_small.
  eapply filterlim_ext_loc; [|apply (big (fun e => - ln e) (fun e => - a + b * (ln (- ln e) / - ln e)) a H ln_pinf)].
  - eapply filter_imp; [|apply (near_below 1); lra]. intros e He. simpl. field.
    split; [lra|]. assert (ln e < 0); [|lra]. rewrite <- ln_1. apply ln_increasing; lra.
  - eapply lim_eq; [|apply lim_plus; [apply lim_const|apply lim_mult; [apply lim_const|exact lnln]]]. ring.
Qed.
Lemma small_b : forall b, b < 0 -> Lim (Scale 0 0 b) 0.
Proof.
  intros b H. unfold Scale. apply exp_small.
  eapply filterlim_ext_loc; [|apply (big (fun e => ln (- ln e)) (fun _ => b) (- b)); [lra| |rewrite Ropp_involutive; apply lim_const]].
  - apply filter_forall. intros e. simpl. unfold Rdiv. ring.
  - exact (through _ _ _ _ ln_pinf is_lim_ln_p).
Qed.
Definition Below (m n : R -> R) := Lim (fun e => m e / n e) 0.
Lemma below_g : forall g a b g' a' b', g' < g -> Below (Scale g a b) (Scale g' a' b').
Proof.
  intros. eapply lim_ext; [|apply (small_g (g - g') (a - a') (b - b')); lra].
  apply filter_forall. intros. now rewrite scale_ratio.
Qed.
Lemma below_a : forall g a b a' b', a' < a -> Below (Scale g a b) (Scale g a' b').
Proof.
  intros. eapply lim_ext; [|apply (small_a (a - a') (b - b')); lra].
  apply filter_forall. intros. rewrite scale_ratio. f_equal; ring.
Qed.
Lemma below_b : forall g a b b', b < b' -> Below (Scale g a b) (Scale g a b').
Proof.
  intros. eapply lim_ext; [|apply (small_b (b - b')); lra].
  apply filter_forall. intros. rewrite scale_ratio. f_equal; ring.
Qed.
Lemma alike : forall g a b, Lim (fun e => Scale g a b e / Scale g a b e) 1.
Proof.
  intros. eapply lim_ext; [|apply lim_const]. apply filter_forall. intros. simpl. field. apply scale_nz.
Qed.

