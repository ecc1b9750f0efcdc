(** Functions near 0 from above as terms in the scale and a remainder, and what follows for limits, signs and orders. *)
From Layerproof Require Export Scales.
Open Scope R_scope.

Definition Nought (_ : R) := 0.
(** Near 0 from above, f is T plus m times something that tends to c. *)
Definition Dev (f T m : R -> R) (c : R) :=
  exists u, Lim u c /\ at_right 0 (fun e => f e = T e + m e * u e).
Definition Same (f T : R -> R) := at_right 0 (fun e => f e = T e).
(** Developments. *)
Lemma near_and : forall P Q : R -> Prop, at_right 0 P -> at_right 0 Q -> at_right 0 (fun e => P e /\ Q e).
Proof. intros. now apply filter_and. Qed.
Lemma near_imp : forall P Q : R -> Prop, (forall e, P e -> Q e) -> at_right 0 P -> at_right 0 Q.
Proof. intros P Q H. now apply filter_imp. Qed.
Lemma near_all : forall P : R -> Prop, (forall e, P e) -> at_right 0 P.
Proof. intros P H. now apply filter_forall. Qed.

Notation Lead f m c := (Dev f Nought m c).
Lemma dev_ext : forall f g T m c, at_right 0 (fun e => f e = g e) -> Dev f T m c -> Dev g T m c.
Proof.
  intros f g T m c E (u & L & H). exists u; split; [exact L|].
  refine (near_imp _ _ _ (near_and _ _ E H)). intros e [A B]. congruence.
Qed.
Lemma dev_eq : forall f T m c d, c = d -> Dev f T m c -> Dev f T m d. Proof. intros; now subst. Qed.
Lemma lead_lim : forall f c, Lim f c -> Lead f (Scale 0 0 0) c.
Proof. intros f c L. exists f; split; [exact L|]. apply near_all. intros. rewrite scale_one. unfold Nought. ring. Qed.
Lemma lim_lead : forall f c, Lead f (Scale 0 0 0) c -> Lim f c.
Proof.
  intros f c (u & L & H). refine (lim_ext u f c _ L). refine (near_imp _ _ _ H). intros e E.
  rewrite E, scale_one. unfold Nought. ring.
Qed.
Lemma lead_const : forall c, Lead (fun _ => c) (Scale 0 0 0) c.
Proof. intros. apply lead_lim, lim_const. Qed.
Lemma lead_scale : forall g a b, Lead (Scale g a b) (Scale g a b) 1.
Proof. intros. exists (fun _ => 1); split; [apply lim_const|]. apply near_all. intros. unfold Nought. ring. Qed.
Lemma lead_id : Lead (fun e => e) (Scale 0 1 0) 1.
Proof.
  apply (dev_ext (Scale 0 1 0)); [|apply lead_scale]. refine (near_imp _ _ _ near_pos). intros. now apply scale_id.
Qed.
Lemma lead_inv_e : Lead (fun e => / e) (Scale 0 (- 1) 0) 1.
Proof.
  apply (dev_ext (Scale 0 (- 1) 0)); [|apply lead_scale]. refine (near_imp _ _ _ near_pos). intros. now apply scale_inv.
Qed.
Lemma lead_ninv_e : Lead (fun e => - / e) (Scale 0 (- 1) 0) (- 1).
Proof.
  exists (fun _ => - 1); split; [apply lim_const|]. refine (near_imp _ _ _ near_pos). intros. rewrite scale_inv by assumption.
  unfold Nought. ring.
Qed.
Lemma lead_plus : forall f g m c d, Lead f m c -> Lead g m d -> Lead (fun e => f e + g e) m (c + d).
Proof.
  intros f g m c d (u & L & H) (v & K & I). exists (fun e => u e + v e); split; [now apply lim_plus|].
  refine (near_imp _ _ _ (near_and _ _ H I)). intros e [A B]. rewrite A, B. unfold Nought. ring.
Qed.
Lemma lead_small : forall f g a b p c, Below (Scale g a b) p -> (forall e, p e <> 0) -> Lead f (Scale g a b) c -> Lead f p 0.
Proof.
  intros f g a b p c W N (u & L & H). exists (fun e => Scale g a b e / p e * u e); split.
  - eapply lim_eq; [|apply lim_mult; [exact W|exact L]]. ring.
  - refine (near_imp _ _ _ H). intros e A. rewrite A. unfold Nought. field. apply N.
Qed.
Lemma lead_plus_l : forall f h g a b g' a' b' c d,
  Below (Scale g' a' b') (Scale g a b) -> Lead f (Scale g a b) c -> Lead h (Scale g' a' b') d -> Lead (fun e => f e + h e) (Scale g a b) c.
Proof.
  intros. apply (dev_eq _ _ _ (c + 0)); [ring|]. apply lead_plus; [assumption|].
  eapply lead_small; [eassumption|intros; apply scale_nz|eassumption].
Qed.
Lemma lead_plus_r : forall f h g a b g' a' b' c d,
  Below (Scale g a b) (Scale g' a' b') -> Lead f (Scale g a b) c -> Lead h (Scale g' a' b') d -> Lead (fun e => f e + h e) (Scale g' a' b') d.
Proof.
  intros. apply (dev_eq _ _ _ (0 + d)); [ring|]. apply lead_plus; [|assumption].
  eapply lead_small; [eassumption|intros; apply scale_nz|eassumption].
Qed.
Lemma lead_mult : forall f h g a b g' a' b' g2 a2 b2 c d, g + g' = g2 -> a + a' = a2 -> b + b' = b2 ->
  Lead f (Scale g a b) c -> Lead h (Scale g' a' b') d -> Lead (fun e => f e * h e) (Scale g2 a2 b2) (c * d).
Proof.
  intros f h g a b g' a' b' g2 a2 b2 c d <- <- <- (u & L & H) (v & K & I). exists (fun e => u e * v e); split; [now apply lim_mult|].
  refine (near_imp _ _ _ (near_and _ _ H I)). intros e [A B]. rewrite A, B, <- scale_mul. unfold Nought. ring.
Qed.
Lemma lead_opp : forall f m c, Lead f m c -> Lead (fun e => - f e) m (- c).
Proof.
  intros f m c (u & L & H). exists (fun e => -1 * u e); split.
  - eapply lim_eq; [|apply lim_mult; [apply lim_const|exact L]]. ring.
  - refine (near_imp _ _ _ H). intros e A. rewrite A. unfold Nought. ring.
Qed.
Lemma lead_inv : forall f g a b g2 a2 b2 c, - g = g2 -> - a = a2 -> - b = b2 -> c <> 0 ->
  Lead f (Scale g a b) c -> Lead (fun e => / f e) (Scale g2 a2 b2) (/ c).
Proof.
  intros f g a b g2 a2 b2 c <- <- <- N (u & L & H). exists (fun e => / u e); split; [now apply lim_inv|].
  refine (near_imp _ _ _ (near_and _ _ H (lim_nz _ _ N L))). intros e [A B]. rewrite A, <- scale_opp. unfold Nought.
  field. split; [exact B|apply scale_nz].
Qed.
Lemma lead_div : forall f h g a b g' a' b' g2 a2 b2 c d, g - g' = g2 -> a - a' = a2 -> b - b' = b2 -> d <> 0 ->
  Lead f (Scale g a b) c -> Lead h (Scale g' a' b') d -> Lead (fun e => f e / h e) (Scale g2 a2 b2) (c / d).
Proof.
  intros. eapply lead_mult; [| | |eassumption|eapply lead_inv; [reflexivity|reflexivity|reflexivity|assumption|eassumption]]; assumption.
Qed.
Lemma lim_pow : forall n f c, Lim f c -> Lim (fun e => f e ^ n) (c ^ n).
Proof. induction n; intros f c L; simpl; [apply lim_const|]. apply lim_mult; auto. Qed.
Lemma lead_pow : forall n f g a b g2 a2 b2 c, INR n * g = g2 -> INR n * a = a2 -> INR n * b = b2 ->
  Lead f (Scale g a b) c -> Lead (fun e => f e ^ n) (Scale g2 a2 b2) (c ^ n).
Proof.
  intros n f g a b g2 a2 b2 c <- <- <- (u & L & H). exists (fun e => u e ^ n); split; [now apply lim_pow|].
  refine (near_imp _ _ _ H). intros e A. rewrite A, <- scale_pow. unfold Nought. rewrite Rplus_0_l, Rpow_mult_distr. ring.
Qed.
Lemma lim_sqrt : forall f c, Lim f c -> Lim (fun e => sqrt (f e)) (sqrt c).
Proof. intros f c. apply lim_cont. apply continuous_sqrt. Qed.
Lemma lead_sqrt : forall f g a b g2 a2 b2 c, g / 2 = g2 -> a / 2 = a2 -> b / 2 = b2 ->
  Lead f (Scale g a b) c -> Lead (fun e => sqrt (f e)) (Scale g2 a2 b2) (sqrt c).
Proof.
  intros f g a b g2 a2 b2 c <- <- <- (u & L & H). exists (fun e => sqrt (u e)); split; [now apply lim_sqrt|].
  refine (near_imp _ _ _ H). intros e A. rewrite A. unfold Nought. rewrite !Rplus_0_l, <- scale_sqrt.
  apply sqrt_mult_alt. left; apply scale_pos.
Qed.
Lemma lim_exp : forall f c, Lim f c -> Lim (fun e => exp (f e)) (exp c).
Proof. intros f c. apply lim_cont. apply continuous_exp. Qed.
Lemma lim_ln : forall f c, 0 < c -> Lim f c -> Lim (fun e => ln (f e)) (ln c).
Proof. intros f c H. apply lim_cont. now apply continuous_ln. Qed.
Lemma lim_power : forall f p c, 0 < c -> Lim f c -> Lim (fun e => Rpower (f e) p) (Rpower c p).
Proof. intros f p c H L. unfold Rpower. apply lim_exp. apply lim_mult; [apply lim_const|now apply lim_ln]. Qed.
Lemma lead_power : forall p f g a b g2 a2 b2 c, 0 < c -> p * g = g2 -> p * a = a2 -> p * b = b2 ->
  Lead f (Scale g a b) c -> Lead (fun e => Rpower (f e) p) (Scale g2 a2 b2) (Rpower c p).
Proof.
  intros p f g a b g2 a2 b2 c P <- <- <- (u & L & H). exists (fun e => Rpower (u e) p); split; [now apply lim_power|].
  refine (near_imp _ _ _ (near_and _ _ H (lim_pos _ _ P L))). intros e [A B]. rewrite A. unfold Nought. rewrite !Rplus_0_l, <- scale_power.
  symmetry. apply Rpower_mult_distr; [apply scale_pos|exact B].
Qed.
(** What is eventually known from a leading term. *)
Lemma lead_nz : forall f g a b c, c <> 0 -> Lead f (Scale g a b) c -> at_right 0 (fun e => f e <> 0).
Proof.
  intros f g a b c N (u & L & H). refine (near_imp _ _ _ (near_and _ _ H (lim_nz _ _ N L))). intros e [A B].
  rewrite A. unfold Nought. rewrite Rplus_0_l. intro Z; apply Rmult_integral in Z. destruct Z as [Z|Z]; [now apply scale_nz in Z|auto].
Qed.
Lemma lead_pos : forall f g a b c, 0 < c -> Lead f (Scale g a b) c -> at_right 0 (fun e => 0 < f e).
Proof.
  intros f g a b c N (u & L & H). refine (near_imp _ _ _ (near_and _ _ H (lim_pos _ _ N L))). intros e [A B].
  rewrite A. unfold Nought. rewrite Rplus_0_l. apply Rmult_lt_0_compat; [apply scale_pos|exact B].
Qed.
Lemma lead_nneg : forall f g a b c, 0 < c -> Lead f (Scale g a b) c -> at_right 0 (fun e => 0 <= f e).
Proof. intros f g a b c N H. refine (near_imp _ _ _ (lead_pos _ _ _ _ _ N H)). intros e. apply Rlt_le. Qed.
Lemma lead_neg : forall f g a b c, c < 0 -> Lead f (Scale g a b) c -> at_right 0 (fun e => f e < 0).
Proof.
  intros f g a b c N (u & L & H). refine (near_imp _ _ _ (near_and _ _ H (lim_neg _ _ N L))). intros e [A B].
  rewrite A. unfold Nought. pose proof (scale_pos g a b e). nra.
Qed.
Lemma lead_small_lim : forall f g a b c, Below (Scale g a b) (Scale 0 0 0) -> Lead f (Scale g a b) c -> Lim f 0.
Proof.
  intros. apply lim_lead. eapply lead_small; [eassumption|intros; apply scale_nz|eassumption].
Qed.

Lemma lim_right : forall f, Lim f 0 -> at_right 0 (fun e => 0 < f e) -> filterlim f (at_right 0) (at_right 0).
Proof.
  intros f L N P HP. refine (near_imp _ _ _ (near_and _ _ N (L _ HP))). intros e [A B]. exact (B A).
Qed.
Lemma scale_big : forall g a b, Below (Scale 0 0 0) (Scale g a b) -> filterlim (Scale g a b) (at_right 0) (Rbar_locally p_infty).
Proof.
  intros g a b H. eapply filterlim_ext; [|apply (through (fun e => Scale 0 0 0 e / Scale g a b e) Rinv (at_right 0) _); [|apply inv_pinf]].
  - intros. simpl. rewrite scale_one. field. apply scale_nz.
  - apply lim_right; [exact H|]. apply near_all. intros. apply Rdiv_lt_0_compat; apply scale_pos.
Qed.
Lemma lead_pinf : forall f g a b c, 0 < c -> Below (Scale 0 0 0) (Scale g a b) -> Lead f (Scale g a b) c ->
  filterlim f (at_right 0) (Rbar_locally p_infty).
Proof.
  intros f g a b c P W (u & L & H). apply (filterlim_ext_loc (fun e => Scale g a b e * u e)).
  - refine (near_imp _ _ _ H). intros e A. rewrite A. unfold Nought. ring.
  - eapply filterlim_comp_2; [exact (scale_big _ _ _ W)|exact L|].
    apply (filterlim_Rbar_mult p_infty c p_infty). unfold is_Rbar_mult; simpl.
    destruct (Rle_dec 0 c); [|exfalso; lra]. destruct (Rle_lt_or_eq_dec 0 c r); [reflexivity|exfalso; lra].
Qed.
Lemma lead_minf : forall f g a b c, c < 0 -> Below (Scale 0 0 0) (Scale g a b) -> Lead f (Scale g a b) c ->
  filterlim f (at_right 0) (Rbar_locally m_infty).
Proof.
  intros f g a b c P W (u & L & H). apply (filterlim_ext_loc (fun e => Scale g a b e * u e)).
  - refine (near_imp _ _ _ H). intros e A. rewrite A. unfold Nought. ring.
  - eapply filterlim_comp_2; [exact (scale_big _ _ _ W)|exact L|].
    apply (filterlim_Rbar_mult p_infty c m_infty). unfold is_Rbar_mult; simpl.
    destruct (Rle_dec 0 c); [exfalso; lra|reflexivity].
Qed.
(** Order of a remainder: |f| <= C |h|. *)
Lemma lead_order : forall f h m c d, d <> 0 -> (forall e, m e <> 0) -> Lead f m c -> Lead h m d ->
  exists C, at_right 0 (fun e => Rabs (f e) <= C * Rabs (h e)).
Proof.
  intros f h m c d N Z (u & L & H) (v & K & I). exists (Rabs (c / d) + 1).
  assert (Q : Lim (fun e => u e / v e) (c / d)) by (apply lim_mult; [exact L|now apply lim_inv]).
  assert (B : at_right 0 (fun e => Rabs (u e / v e) < Rabs (c / d) + 1)).
  { apply (lim_loc (fun x => x < Rabs (c / d) + 1) (fun e => Rabs (u e / v e)) (Rabs (c / d))); [apply open_lt|lra|].
    revert Q. apply lim_cont. apply continuous_Rabs. }
  refine (near_imp _ _ _ (near_and _ _ (near_and _ _ H I) (near_and _ _ B (lim_nz _ _ N K)))).
  intros e [[A1 A2] [A3 A4]]. rewrite A1, A2. unfold Nought. rewrite !Rplus_0_l, !Rabs_mult.
  replace (u e) with (u e / v e * v e) by (field; exact A4). rewrite Rabs_mult.
  pose proof (Rabs_pos (v e)). pose proof (Rabs_pos (m e)).
  apply Rle_trans with (Rabs (m e) * ((Rabs (c / d) + 1) * Rabs (v e))); [|right; ring].
  apply Rmult_le_compat_l; [assumption|]. apply Rmult_le_compat_r; [assumption|lra].
Qed.

(** Exponentials and logarithms across scales. *)
Lemma lead_exp : forall f A B c g b, - A = g -> - B = b ->
  Dev f (fun e => A * Scale 0 (- 1) 0 e + B * Scale 0 0 1 e) (Scale 0 0 0) c -> Lead (fun e => exp (f e)) (Scale g b 0) (exp c).
Proof.
  intros f A B c g b <- <- (u & L & H). exists (fun e => exp (u e)); split; [now apply lim_exp|].
  refine (near_imp _ _ _ (near_and _ _ H (near_below 1 Rlt_0_1))). intros e [E P]. rewrite E, scale_one, scale_ln, scale_inv by lra.
  unfold Nought. rewrite Rplus_0_l, Rmult_1_l, exp_plus. f_equal. unfold Scale. f_equal. field. lra.
Qed.
Lemma dev_ln : forall f g a c p, - g = p -> forall q, - a = q -> 0 < c -> Lead f (Scale g a 0) c ->
  Dev (fun e => ln (f e)) (fun e => p * Scale 0 (- 1) 0 e + q * Scale 0 0 1 e) (Scale 0 0 0) (ln c).
Proof.
  intros f g a c p <- q <- P (u & L & H). exists (fun e => ln (u e)); split; [now apply lim_ln|].
  refine (near_imp _ _ _ (near_and _ _ (near_and _ _ H (lim_pos _ _ P L)) (near_below 1 Rlt_0_1))).
  intros e [[E Q] W]. rewrite E, scale_one, scale_ln, scale_inv by lra. unfold Nought.
  rewrite Rplus_0_l, ln_mult; [|apply scale_pos|exact Q]. unfold Scale. rewrite ln_exp. field. lra.
Qed.
(** Developments with terms: Python gives the terms kept T, what is dropped over m, and their limits. *)
Definition Ratio (f m : R -> R) (w : R) := Lim (fun e => f e / m e) w.
Lemma ratio_zero : forall m, Ratio Nought m 0.
Proof. intros. eapply lim_ext; [|apply lim_const]. apply near_all. intros. unfold Nought. simpl. unfold Rdiv. ring. Qed.
Lemma ratio_plus : forall f g m v w, Ratio f m v -> Ratio g m w -> Ratio (fun e => f e + g e) m (v + w).
Proof.
  intros. eapply lim_ext; [|exact (lim_plus _ _ _ _ H H0)]. apply near_all. intros. unfold Rdiv. simpl. ring.
Qed.
Lemma ratio_scale : forall k f m w, Ratio f m w -> Ratio (fun e => k * f e) m (k * w).
Proof.
  intros. eapply lim_ext; [|exact (lim_mult _ _ _ _ (lim_const k) H)]. apply near_all. intros. unfold Rdiv. simpl. ring.
Qed.
Lemma exact_dev : forall f T m, Same f T -> Dev f T m 0.
Proof.
  intros f T m H. exists (fun _ => 0); split; [apply lim_const|]. refine (near_imp _ _ _ H). intros e A. rewrite A. ring.
Qed.
(** The dominant monomial of the two remainders is m. *)
Lemma dev_wider : forall f T g a b p c w, Ratio (Scale g a b) p w -> (forall e, p e <> 0) -> Dev f T (Scale g a b) c -> Dev f T p (w * c).
Proof.
  intros f T g a b p c w W N (u & L & H). exists (fun e => Scale g a b e / p e * u e); split; [now apply lim_mult|].
  refine (near_imp _ _ _ H). intros e A. rewrite A. field. apply N.
Qed.
Lemma dev_cut : forall f T T' V m c v, (forall e, m e <> 0) -> at_right 0 (fun e => T e = T' e + V e) -> Ratio V m v ->
  Dev f T m c -> Dev f T' m (v + c).
Proof.
  intros f T T' V m c v N E W (u & L & H). exists (fun e => V e / m e + u e); split; [now apply lim_plus|].
  refine (near_imp _ _ _ (near_and _ _ H E)). intros e [A B]. rewrite A, B. field. apply N.
Qed.
Lemma dev_plus : forall f g T S m c d, Dev f T m c -> Dev g S m d -> Dev (fun e => f e + g e) (fun e => T e + S e) m (c + d).
Proof.
  intros f g T S m c d (u & L & H) (v & K & I). exists (fun e => u e + v e); split; [now apply lim_plus|].
  refine (near_imp _ _ _ (near_and _ _ H I)). intros e [A B]. rewrite A, B. ring.
Qed.
Lemma dev_mult : forall f g T S m n p c d x y z, (forall e, p e <> 0) ->
  Dev f T m c -> Dev g S n d -> Ratio (fun e => T e * n e) p x -> Ratio (fun e => S e * m e) p y ->
  Ratio (fun e => m e * n e) p z -> Dev (fun e => f e * g e) (fun e => T e * S e) p (x * d + y * c + z * (c * d)).
Proof.
  intros f g T S m n p c d x y z N (u & L & H) (v & K & I) X Y Z.
  exists (fun e => (T e * n e) / p e * v e + (S e * m e) / p e * u e + (m e * n e) / p e * (u e * v e)); split.
  - apply lim_plus; [apply lim_plus|]; apply lim_mult; try assumption. now apply lim_mult.
  - refine (near_imp _ _ _ (near_and _ _ H I)). intros e [A B]. rewrite A, B. field. apply N.
Qed.

(** More on developments: exact ones, changes of the function, products of monomials. *)
Lemma dev_fun : forall f g T m c, (forall e, 0 < e -> f e = g e) -> Dev f T m c -> Dev g T m c.
Proof. intros f g T m c H. apply dev_ext. exact (near_imp _ _ H near_pos). Qed.

Lemma same_const : forall c, Same (fun _ => c) (fun e => c * Scale 0 0 0 e).
Proof. intros. apply near_all. intros. rewrite scale_one. ring. Qed.
Lemma same_id : Same (fun e => e) (fun e => 1 * Scale 0 1 0 e).
Proof. refine (near_imp _ _ _ near_pos). intros. rewrite scale_id by assumption. ring. Qed.
Lemma same_inv_e : Same (fun e => / e) (fun e => 1 * Scale 0 (- 1) 0 e).
Proof. refine (near_imp _ _ _ near_pos). intros. rewrite scale_inv by assumption. ring. Qed.
Lemma same_ninv_e : Same (fun e => - / e) (fun e => (- 1) * Scale 0 (- 1) 0 e).
Proof. refine (near_imp _ _ _ near_pos). intros. rewrite scale_inv by assumption. ring. Qed.
Lemma same_scale : forall k g a b, Same (fun e => k * Scale g a b e) (fun e => k * Scale g a b e).
Proof. intros. apply near_all. reflexivity. Qed.
Lemma same_plus : forall f g T S U, Same f T -> Same g S -> (forall e, T e + S e = U e) -> Same (fun e => f e + g e) U.
Proof. intros f g T S U H K E. refine (near_imp _ _ _ (near_and _ _ H K)). intros e [A B]. now rewrite A, B. Qed.
Lemma same_mult : forall f g T S U, Same f T -> Same g S -> (forall e, T e * S e = U e) -> Same (fun e => f e * g e) U.
Proof. intros f g T S U H K E. refine (near_imp _ _ _ (near_and _ _ H K)). intros e [A B]. now rewrite A, B. Qed.
Lemma same_inv : forall f c g a b g2 a2 b2, - g = g2 -> - a = a2 -> - b = b2 -> c <> 0 ->
  Same f (fun e => c * Scale g a b e) -> Same (fun e => / f e) (fun e => / c * Scale g2 a2 b2 e).
Proof.
  intros f c g a b g2 a2 b2 <- <- <- N H. refine (near_imp _ _ _ H). intros e A. rewrite A, <- scale_opp. field.
  split; [apply scale_nz|exact N].
Qed.
Lemma same_term : forall f c g a b, Same f (fun e => c * Scale g a b e) -> Lead f (Scale g a b) c.
Proof.
  intros f c g a b H. exists (fun _ => c); split; [apply lim_const|]. refine (near_imp _ _ _ H). intros e A. rewrite A.
  unfold Nought. ring.
Qed.
Lemma scale_prod : forall g a b g' a' b' g2 a2 b2, g + g' = g2 -> a + a' = a2 -> b + b' = b2 ->
  forall e, Scale g a b e * Scale g' a' b' e = Scale g2 a2 b2 e.
Proof. intros g a b g' a' b' g2 a2 b2 <- <- <- e. apply scale_mul. Qed.
Lemma ratio_nought : forall n p, Ratio (fun e => Nought e * n e) p 0.
Proof.
  intros. eapply lim_ext; [|apply lim_const]. apply near_all. intros. unfold Nought. unfold Rdiv. ring.
Qed.
Lemma ratio_mono : forall (m n q p : R -> R) w, (forall e, m e * n e = q e) -> Ratio q p w -> Ratio (fun e => m e * n e) p w.
Proof. intros m n q p w E. apply lim_ext. apply near_all. intros e. now rewrite E. Qed.
Lemma ratio_prod : forall k (m n q p : R -> R) w, (forall e, m e * n e = q e) -> Ratio q p w ->
  Ratio (fun e => k * m e * n e) p (k * w).
Proof.
  intros k m n q p w E H. eapply lim_ext; [|exact (ratio_scale k _ _ _ (ratio_mono _ _ _ _ _ E H))].
  apply near_all. intros e. unfold Rdiv. ring.
Qed.
Lemma ratio_prod_plus : forall (T S n p : R -> R) x y, Ratio (fun e => T e * n e) p x -> Ratio (fun e => S e * n e) p y ->
  Ratio (fun e => (T e + S e) * n e) p (x + y).
Proof.
  intros T S n p x y H K. eapply lim_ext; [|exact (ratio_plus _ _ _ _ _ H K)]. apply near_all. intros e. unfold Rdiv. ring.
Qed.
Lemma lead_exp0 : forall f c, Lead f (Scale 0 0 0) c -> Lead (fun e => exp (f e)) (Scale 0 0 0) (exp c).
Proof. intros. apply lead_lim, lim_exp, lim_lead, H. Qed.
Lemma lead_exp_small : forall f g a b c, Below (Scale g a b) (Scale 0 0 0) -> Lead f (Scale g a b) c ->
  Lead (fun e => exp (f e)) (Scale 0 0 0) 1.
Proof. intros. rewrite <- exp_0. apply lead_lim, lim_exp. eapply lead_small_lim; eassumption. Qed.
Lemma lead_exp_linear : forall f k c g, - 1 * k = g -> (forall e, 0 < e -> f e = k * / e + c) ->
  Lead (fun e => exp (f e)) (Scale g 0 0) (exp c).
Proof.
  intros f k c g <- H. exists (fun _ => exp c); split; [apply lim_const|]. refine (near_imp _ _ _ near_pos). intros e P.
  rewrite H, exp_plus by exact P. unfold Nought, Scale. rewrite Rplus_0_l. f_equal. f_equal. field. lra.
Qed.
Lemma lead_ln0 : forall f c, 0 < c -> Lead f (Scale 0 0 0) c -> Lead (fun e => ln (f e)) (Scale 0 0 0) (ln c).
Proof. intros. apply lead_lim, lim_ln; [assumption|]. now apply lim_lead. Qed.

(** The variable near a point, reciprocals, and logarithms by their leading terms. *)
Lemma lead_above_0 : Lead (fun e => 0 + e) (Scale 0 1 0) 1.
Proof. apply (dev_ext (fun e => e)); [apply near_all; intros; ring|exact lead_id]. Qed.
Lemma lead_under_0 : Lead (fun e => 0 - e) (Scale 0 1 0) (- 1).
Proof. apply (dev_ext (fun e => - e)); [apply near_all; intros; ring|]. apply lead_opp, lead_id. Qed.
Lemma lead_above : forall p, Lead (fun e => p + e) (Scale 0 0 0) p.
Proof. intros. apply lead_lim. apply (lim_eq _ (p + 0)); [ring|]. apply lim_plus; [apply lim_const|apply lim_id]. Qed.
Lemma lead_under : forall p, Lead (fun e => p - e) (Scale 0 0 0) p.
Proof.
  intros. apply lead_lim. apply (lim_eq _ (p + - 1 * 0)); [ring|].
  apply (lim_ext (fun e => p + - 1 * e)); [apply near_all; intros; ring|].
  apply lim_plus; [apply lim_const|apply lim_mult; [apply lim_const|apply lim_id]].
Qed.
Lemma lead_over : forall f g a b g2 a2 b2 c, - 1 * g = g2 -> - 1 * a = a2 -> - 1 * b = b2 -> c <> 0 ->
  Lead f (Scale g a b) c -> Lead (fun e => / f e) (Scale g2 a2 b2) (1 / c).
Proof.
  intros f g a b g2 a2 b2 c <- <- <- N H. unfold Rdiv. rewrite Rmult_1_l. eapply lead_inv; [| | |exact N|exact H]; ring.
Qed.
Lemma lead_power_1 : forall p f g a b g2 a2 b2, p * g = g2 -> p * a = a2 -> p * b = b2 ->
  Lead f (Scale g a b) 1 -> Lead (fun e => Rpower (f e) p) (Scale g2 a2 b2) 1.
Proof.
  intros. apply (dev_eq _ _ _ (Rpower 1 p)); [unfold Rpower; now rewrite ln_1, Rmult_0_r, exp_0|].
  eapply lead_power; try eassumption. lra.
Qed.
Lemma lead_const_eq : forall c d, c = d -> Lead (fun _ => c) (Scale 0 0 0) d.
Proof. intros c d <-. apply lead_const. Qed.
Lemma lead_cut2 : forall f A B g a b g' a' b' p c, Below (Scale g' a' b') (Scale g a b) -> Below p (Scale g a b) ->
  Dev f (fun e => A * Scale g a b e + B * Scale g' a' b' e) p c -> Lead f (Scale g a b) A.
Proof.
  intros f A B g a b g' a' b' p c W X (u & L & H).
  exists (fun e => A + (B * (Scale g' a' b' e / Scale g a b e) + p e / Scale g a b e * u e)); split.
  - apply (lim_eq _ (A + (B * 0 + 0 * c))); [ring|]. apply lim_plus; [apply lim_const|]. apply lim_plus.
    + apply lim_mult; [apply lim_const|exact W].
    + apply lim_mult; [exact X|exact L].
  - refine (near_imp _ _ _ H). intros e E. rewrite E. unfold Nought. field. apply scale_nz.
Qed.
Lemma lead_ln_fast : forall f g a c, 0 < c -> Lead f (Scale g a 0) c -> Lead (fun e => ln (f e)) (Scale 0 (- 1) 0) (- 1 * g).
Proof.
  intros f g a c P H. eapply lead_cut2; [| |exact (dev_ln f g a c (- 1 * g) ltac:(ring) (- a) ltac:(ring) P H)];
    apply below_a; lra.
Qed.
Lemma lead_ln_slow : forall f a c, 0 < c -> Lead f (Scale 0 a 0) c -> Lead (fun e => ln (f e)) (Scale 0 0 1) (- 1 * a).
Proof.
  intros f a c P H. pose proof (dev_ln f 0 a c 0 ltac:(ring) (- 1 * a) ltac:(ring) P H) as K.
  assert (K2 : Dev (fun e => ln (f e)) (fun e => (- 1 * a) * Scale 0 0 1 e + 0 * Scale 0 0 0 e) (Scale 0 0 0) (ln c)).
  { destruct K as (u & L & E). exists u; split; [exact L|]. refine (near_imp _ _ _ E). intros e Q. rewrite Q. ring. }
  eapply lead_cut2; [| |exact K2]; apply below_b; lra.
Qed.
Lemma lead_exp_eq : forall f g, (forall e, f e = exp (g e)) -> forall m c, Lead (fun e => exp (g e)) m c -> Lead f m c.
Proof. intros f g H m c. apply dev_ext. apply near_all. intros e. now rewrite H. Qed.

(** Statements in the variable of a claim are statements in the small one. *)
Section Transport.
Variables (f : R -> R) (G : (R -> Prop) -> Prop).
Lemma to_pinf : filterlim (fun e => f (/ e)) (at_right 0) G -> filterlim f (Rbar_locally p_infty) G.
Proof. intros H P HP. exact (ev_pinf _ (H P HP)). Qed.
Lemma to_minf : filterlim (fun e => f (- / e)) (at_right 0) G -> filterlim f (Rbar_locally m_infty) G.
Proof. intros H P HP. exact (ev_minf _ (H P HP)). Qed.
Lemma to_right : forall p, filterlim (fun e => f (p + e)) (at_right 0) G -> filterlim f (at_right p) G.
Proof. intros p H P HP. exact (ev_right p _ (H P HP)). Qed.
Lemma to_left : forall p, filterlim (fun e => f (p - e)) (at_right 0) G -> filterlim f (at_left p) G.
Proof. intros p H P HP. exact (ev_left p _ (H P HP)). Qed.
End Transport.
Lemma lead_value : forall f c d, c = d -> Lead f (Scale 0 0 0) c -> filterlim f (at_right 0) (locally d).
Proof. intros f c d <- H. exact (lim_lead _ _ H). Qed.

Arguments lead_plus {f g m c d}. Arguments lead_plus_l {f h g a b g' a' b' c d}. Arguments lead_plus_r {f h g a b g' a' b' c d}.
Arguments lead_mult {f h g a b g' a' b' g2 a2 b2 c d}. Arguments lead_div {f h g a b g' a' b' g2 a2 b2 c d}.
Arguments lead_over {f g a b g2 a2 b2 c}. Arguments lead_sqrt {f g a b g2 a2 b2 c}. Arguments lead_pow n {f g a b g2 a2 b2 c}.
Arguments lead_power p {f g a b g2 a2 b2 c}. Arguments lead_power_1 p {f g a b g2 a2 b2}. Arguments lead_opp {f m c}.
Arguments lead_exp0 {f c}. Arguments lead_exp_small {f g a b c}. Arguments lead_exp_linear f k c {g}.
Arguments lead_ln0 {f c}. Arguments lead_ln_fast {f g a c}. Arguments lead_ln_slow {f a c}.
Arguments lead_nz {f g a b c}. Arguments lead_pos {f g a b c}. Arguments lead_nneg {f g a b c}. Arguments lead_neg {f g a b c}.
Arguments lead_small_lim {f g a b c}. Arguments lead_pinf {f g a b c}. Arguments lead_minf {f g a b c}.
Arguments lead_order {f h m c d}. Arguments lead_value {f c d}.
Lemma lead_minus : forall f m c, Lead f m c -> Lead (fun e => - f e) m (- 1 * c).
Proof. intros f m c H. apply (dev_eq _ _ _ (- c)); [ring|]. now apply lead_opp. Qed.
Arguments lead_minus {f m c}.

(** An exact factor, exact powers, and functions split into a monomial and what tends to 1. *)
Lemma dev_mult_same : forall f g T S n p d x, (forall e, p e <> 0) -> Same f T -> Dev g S n d ->
  Ratio (fun e => T e * n e) p x -> Dev (fun e => f e * g e) (fun e => T e * S e) p (x * d).
Proof.
  intros f g T S n p d x N H (v & K & I) X. exists (fun e => (T e * n e) / p e * v e); split; [now apply lim_mult|].
  refine (near_imp _ _ _ (near_and _ _ H I)). intros e [A B]. rewrite A, B. field. apply N.
Qed.
Lemma dev_mult_same_r : forall f g T S n p d x, (forall e, p e <> 0) -> Dev f T n d -> Same g S ->
  Ratio (fun e => S e * n e) p x -> Dev (fun e => f e * g e) (fun e => T e * S e) p (x * d).
Proof.
  intros f g T S n p d x N (u & L & H) K X. exists (fun e => (S e * n e) / p e * u e); split; [now apply lim_mult|].
  refine (near_imp _ _ _ (near_and _ _ H K)). intros e [A B]. rewrite A, B. field. apply N.
Qed.
Lemma same_root : forall f c g a b g2 a2 b2, g / 2 = g2 -> a / 2 = a2 -> b / 2 = b2 -> 
  Same f (fun e => c * Scale g a b e) -> Same (fun e => sqrt (f e)) (fun e => sqrt c * Scale g2 a2 b2 e).
Proof.
  intros f c g a b g2 a2 b2 <- <- <- H. refine (near_imp _ _ _ H). intros e A. rewrite A, Rmult_comm, <- scale_sqrt.
  rewrite sqrt_mult_alt by (left; apply scale_pos). ring.
Qed.
Lemma same_power : forall p f c g a b g2 a2 b2, 0 < c -> p * g = g2 -> p * a = a2 -> p * b = b2 ->
  Same f (fun e => c * Scale g a b e) -> Same (fun e => Rpower (f e) p) (fun e => Rpower c p * Scale g2 a2 b2 e).
Proof.
  intros p f c g a b g2 a2 b2 P <- <- <- H. refine (near_imp _ _ _ H). intros e A. rewrite A, <- scale_power.
  symmetry. apply Rpower_mult_distr; [exact P|apply scale_pos].
Qed.
Lemma same_over : forall f c g a b g2 a2 b2, - 1 * g = g2 -> - 1 * a = a2 -> - 1 * b = b2 -> c <> 0 ->
  Same f (fun e => c * Scale g a b e) -> Same (fun e => / f e) (fun e => 1 / c * Scale g2 a2 b2 e).
Proof.
  intros f c g a b g2 a2 b2 <- <- <- N H. unfold Rdiv.
  refine (near_imp _ _ _ (same_inv f c g a b _ _ _ eq_refl eq_refl eq_refl N H)). intros e ->.
  rewrite Rmult_1_l. f_equal. f_equal; ring.
Qed.
Definition Rest (f : R -> R) (c : R) (m : R -> R) (e : R) := f e * (1 / c * m e) + - 1.
Lemma rest_is : forall f c g a b e, c <> 0 -> f e = c * Scale g a b e * (1 + Rest f c (Scale (- 1 * g) (- 1 * a) (- 1 * b)) e).
Proof.
  intros f c g a b e N. unfold Rest.
  replace (Scale (- 1 * g) (- 1 * a) (- 1 * b) e) with (/ Scale g a b e) by (rewrite scale_opp; f_equal; ring).
  field. split; [apply scale_nz|exact N].
Qed.
Section Split.
Variables (f w : R -> R) (c g a b g1 a1 b1 : R).
Hypothesis (G : - 1 * g = g1) (A : - 1 * a = a1) (B : - 1 * b = b1).
Hypothesis (W : Lim w 0) (E : forall e, w e = f e * (1 / c * Scale g1 a1 b1 e) + - 1).
Lemma split_eq : c <> 0 -> at_right 0 (fun e => f e = c * Scale g a b e * (1 + w e) /\ 0 < 1 + w e).
Proof.
  intros N. apply (near_imp (fun e => - 1 < w e)).
  - intros e H. split; [|lra]. rewrite E. rewrite <- G, <- A, <- B. apply rest_is, N.
  - apply (lim_loc (fun x => -1 < x) w 0); [apply open_gt|lra|exact W].
Qed.
Lemma split_over : c <> 0 -> at_right 0 (fun e => 1 / c * Scale g1 a1 b1 e * Rpower (1 + w e) (- (1)) = / f e).
Proof.
  intros N. refine (near_imp _ _ _ (split_eq N)). intros e [-> P].
  rewrite Rpower_Ropp, Rpower_1 by exact P.
  replace (Scale g1 a1 b1 e) with (/ Scale g a b e) by (rewrite scale_opp, <- G, <- A, <- B; f_equal; ring).
  field. repeat split; [lra|apply scale_nz|exact N].
Qed.
Lemma split_power : forall p g2 a2 b2, p * g = g2 -> p * a = a2 -> p * b = b2 -> 0 < c ->
  at_right 0 (fun e => Rpower c p * Scale g2 a2 b2 e * Rpower (1 + w e) p = Rpower (f e) p).
Proof.
  intros p g2 a2 b2 <- <- <- P. refine (near_imp _ _ _ (split_eq _)); [|lra]. intros e [-> Q].
  rewrite <- scale_power. rewrite Rpower_mult_distr; [|exact P|apply scale_pos].
  rewrite Rpower_mult_distr; [reflexivity| |exact Q]. apply Rmult_lt_0_compat; [exact P|apply scale_pos].
Qed.
Lemma split_root : forall g2 a2 b2, g / 2 = g2 -> a / 2 = a2 -> b / 2 = b2 -> 0 < c ->
  at_right 0 (fun e => sqrt c * Scale g2 a2 b2 e * Rpower (1 + w e) (1 / 2) = sqrt (f e)).
Proof.
  intros g2 a2 b2 <- <- <- P. refine (near_imp _ _ _ (split_eq _)); [|lra]. intros e [-> Q].
  replace (1 / 2) with (/ 2) by field. rewrite Rpower_sqrt by exact Q. pose proof (scale_pos g a b e).
  rewrite <- scale_sqrt. rewrite (sqrt_mult_alt (c * _)) by (apply Rmult_le_pos; lra).
  rewrite (sqrt_mult_alt c) by lra. reflexivity.
Qed.
Lemma split_ln : forall p q, - 1 * g = p -> - 1 * a = q -> b = 0 -> 0 < c ->
  at_right 0 (fun e => (p * Scale 0 (- 1) 0 e + q * Scale 0 0 1 e + ln c * Scale 0 0 0 e) + ln (1 + w e) = ln (f e)).
Proof.
  intros p q <- <- Z P. refine (near_imp _ _ _ (near_and _ _ (split_eq _) (near_below 1 Rlt_0_1))); [|lra]. intros e [[-> Q] R].
  rewrite scale_one, scale_ln, scale_inv by lra. pose proof (scale_pos g a b e).
  rewrite ln_mult; [|apply Rmult_lt_0_compat; lra|exact Q]. rewrite ln_mult by lra.
  unfold Scale. rewrite ln_exp, Z. field. lra.
Qed.
End Split.
Lemma split_exp : forall (x w : R -> R) A B c g a, - 1 * A = g -> - 1 * B = a ->
  (forall e, w e = x e + - 1 * (A * Scale 0 (- 1) 0 e + B * Scale 0 0 1 e + c * Scale 0 0 0 e)) ->
  at_right 0 (fun e => exp c * Scale g a 0 e * exp (w e) = exp (x e)).
Proof.
  intros x w A B c g a <- <- E. refine (near_imp _ _ _ (near_below 1 Rlt_0_1)). intros e P. rewrite E.
  rewrite scale_one, scale_ln, scale_inv by lra. unfold Scale. rewrite <- !exp_plus. f_equal. field. lra.
Qed.
Lemma split_none : forall (f w h k : R -> R) (op : R -> R -> R), at_right 0 (fun e => op (h e) (k (w e)) = f e) -> Same w Nought ->
  (forall e, op (h e) (k 0) = h e) -> Same f h.
Proof.
  intros f w h k op H W E. refine (near_imp _ _ _ (near_and _ _ H W)). intros e [A B]. rewrite <- A, B. apply E.
Qed.
Lemma same_nought : forall f, Same f Nought -> Lim f 0.
Proof. intros f H. apply (lim_ext Nought); [|apply lim_const]. refine (near_imp _ _ _ H). intros e A. now rewrite A. Qed.
Arguments same_nought {f}.
Lemma same_eq : forall f c d m, c = d -> Same f (fun e => c * m e) -> Same f (fun e => d * m e).
Proof. intros f c d m <- H. exact H. Qed.
Lemma power_1 : forall p, Rpower 1 p = 1.
Proof. intros. unfold Rpower. now rewrite ln_1, Rmult_0_r, exp_0. Qed.
Ltac scale_ring := cbv delta [Rdiv]; cbv beta; ring.
Lemma over_self : forall c, c <> 0 -> c * (1 / c) = 1. Proof. intros. field. assumption. Qed.

(** Along the natural numbers a function of real numbers tends to what it tends to along these. *)
Definition along_naturals (f : R -> R) (n : nat) : R := f (INR n).
Definition at_naturals (P : R -> Prop) (n : nat) : Prop := P (INR n).
Lemma to_naturals (f : R -> R) (G : (R -> Prop) -> Prop) :
  filterlim f (Rbar_locally p_infty) G -> filterlim (along_naturals f) Hierarchy.eventually G.
Proof. intros H P HP. exact (is_lim_seq_INR _ (H P HP)). Qed.
Lemma ev_naturals (P : R -> Prop) : Rbar_locally p_infty P -> Hierarchy.eventually (at_naturals P).
Proof. intros H. exact (ev_seq P H). Qed.
