(** The integral of the bell-shaped density over the line and over its right half, times powers and exponentials. *)
From Coq Require Export List.
From Layerproof Require Export Integrals.
Import ListNotations.

(** The density of a standard normal variable, and improper integrals over the line. *)
Definition density (z : R) : R := exp (- (z ^ 2) / 2) / sqrt (2 * PI).
Definition over_line (f : R -> R) (v : R) := is_RInt_gen f (Rbar_locally m_infty) (Rbar_locally p_infty) v.

Ltac in_reals := lazymatch goal with |- ?a = ?b => change (@eq R a b) end.
Definition bell (z : R) : R := exp (- (z ^ 2) / 2).
Definition area (x : R) : R := RInt bell 0 x.
Definition slice (x u : R) : R := exp (- (x ^ 2) * (1 + u ^ 2) / 2) / (1 + u ^ 2).
Definition slices (x : R) : R := RInt (slice x) 0 1.

Lemma bell_continuous : forall x, continuous bell x.
Proof. intro x. apply (ex_derive_continuous (V := R_NormedModule)). unfold bell. auto_derive. easy. Qed.
Lemma area_slope : forall x, is_derive area x (bell x).
Proof.
  intro x. apply (is_derive_RInt (V := R_CompleteNormedModule) bell area 0 x).
  - apply filter_forall. intro y. apply (RInt_correct (V := R_CompleteNormedModule)).
    apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply bell_continuous.
  - apply bell_continuous.
Qed.
Lemma bottom : forall u, 0 < 1 + u ^ 2. Proof. intro; nra. Qed.
Lemma slice_slope : forall x u, is_derive (fun y => slice y u) x (- x * exp (- (x ^ 2) * (1 + u ^ 2) / 2)).
Proof. intros x u. pose proof (bottom u). unfold slice. auto_derive; [lra |]. simpl in *. unfold Rdiv. field. lra. Qed.
Lemma slice_continuous : forall x u, continuous (slice x) u.
Proof.
  intros x u. pose proof (bottom u). apply (ex_derive_continuous (V := R_NormedModule)). unfold slice.
  auto_derive. lra.
Qed.
Lemma slices_slope : forall x, is_derive slices x (- (bell x * area x)).
Proof.
  intro x.
  assert (D : forall y u, Derive (fun z => slice z u) y = - y * exp (- (y ^ 2) * (1 + u ^ 2) / 2)).
  { intros. apply is_derive_unique, slice_slope. }
  replace (- (bell x * area x)) with (RInt (fun u => Derive (fun z => slice z u) x) 0 1).
  - apply is_derive_RInt_param.
    + apply filter_forall. intros y u _. eexists. apply slice_slope.
    + intros u _. apply continuity_2d_pt_ext with (fun y u => - y * exp (- (y ^ 2) * (1 + u ^ 2) / 2)).
      { intros; symmetry; apply D. }
      apply continuity_2d_pt_mult.
      * apply continuity_2d_pt_opp, continuity_2d_pt_id1.
      * apply (continuity_1d_2d_pt_comp exp). { apply derivable_continuous_pt, derivable_pt_exp. }
        apply continuity_2d_pt_ext with (fun y u => (- (y * y)) * (1 + u * u) * / 2). { intros; simpl; field. }
        repeat first [apply continuity_2d_pt_mult | apply continuity_2d_pt_plus | apply continuity_2d_pt_opp
          | apply continuity_2d_pt_id1 | apply continuity_2d_pt_id2 | apply continuity_2d_pt_const].
    + apply filter_forall. intro y. apply (ex_RInt_continuous (V := R_CompleteNormedModule)).
      intros; apply slice_continuous.
  - rewrite (RInt_ext _ (fun u => (- bell x) * (x * bell (x * u + 0)))).
    2:{ intros u _. rewrite D. unfold bell. rewrite Rplus_0_r.
        replace (- x ^ 2 * (1 + u ^ 2) / 2) with (- (x ^ 2) / 2 + - ((x * u) ^ 2) / 2) by field. rewrite exp_plus. in_reals. ring. }
    replace (- (bell x * area x)) with ((- bell x) * area x) by ring.
    assert (C : is_RInt (fun u => x * bell (x * u + 0)) 0 1 (area x)).
    { apply (is_RInt_comp_lin (V := R_NormedModule) bell x 0 0 1 (area x)).
      rewrite Rmult_0_r, Rmult_1_r, !Rplus_0_r.
      apply (RInt_correct (V := R_CompleteNormedModule)).
      apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply bell_continuous. }
    apply is_RInt_unique. apply (is_RInt_scal (V := R_NormedModule) _ _ _ (- bell x)) in C. exact C.
Qed.
Lemma area_and_slices : forall x, (area x) ^ 2 / 2 + slices x = PI / 4.
Proof.
  assert (Z : forall x, is_derive (fun y => (area y) ^ 2 / 2 + slices y) x 0).
  { intro x. pose proof (area_slope x) as A. pose proof (slices_slope x) as B.
    assert (EA : ex_derive area x) by (eexists; exact A). assert (EB : ex_derive slices x) by (eexists; exact B).
    auto_derive; [easy|]. 
    replace (Derive (fun y => area y) x) with (bell x) by (symmetry; apply is_derive_unique, A).
    replace (Derive (fun y => slices y) x) with (- (bell x * area x)) by (symmetry; apply is_derive_unique, B). field. }
  assert (S : slices 0 = PI / 4).
  { unfold slices. rewrite (RInt_ext _ (fun u => / (1 + u ^ 2))).
    2:{ intros u _. unfold slice. replace (- 0 ^ 2 * (1 + u ^ 2) / 2) with 0 by field. rewrite exp_0. in_reals. field.
        pose proof (bottom u). lra. }
    apply is_RInt_unique. replace (PI / 4) with (minus (atan 1) (atan 0)).
    2:{ rewrite atan_1, atan_0. unfold minus, plus, opp. simpl. ring. }
    apply (is_RInt_derive (V := R_CompleteNormedModule) atan (fun u => / (1 + u ^ 2))).
    - intros u _. apply is_derive_Reals. pose proof (derivable_pt_lim_atan u) as H.
      exact H.
    - intros u _. pose proof (bottom u). apply (ex_derive_continuous (V := R_NormedModule)). auto_derive. lra. }
  intro x.
  assert (H : forall y, (area y) ^ 2 / 2 + slices y = (area 0) ^ 2 / 2 + slices 0).
  { intro y. destruct (MVT_gen (fun y => (area y) ^ 2 / 2 + slices y) 0 y (fun _ => 0)) as [c [_ E]].
    - intros; apply Z.
    - intros w _. apply continuity_pt_filterlim.
      apply (ex_derive_continuous (V := R_NormedModule) (fun y => (area y) ^ 2 / 2 + slices y)). exists 0. apply Z.
    - lra. }
  rewrite H, S. unfold area. rewrite RInt_point. unfold zero; simpl. field.
Qed.
Lemma slices_small : forall x, 0 <= slices x <= bell x.
Proof.
  intro x.
  assert (E : ex_RInt (slice x) 0 1).
  { apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply slice_continuous. }
  split.
  - apply RInt_ge_0; [lra | exact E |]. intros u _. unfold slice. pose proof (bottom u). left.
    apply Rdiv_lt_0_compat; [apply exp_pos | assumption].
  - replace (bell x) with (RInt (fun _ => bell x) 0 1).
    2:{ rewrite RInt_const. unfold scal; simpl; unfold mult; simpl. ring. }
    apply RInt_le; [lra | exact E | apply ex_RInt_const |]. intros u _. unfold slice, bell. pose proof (bottom u).
    apply Rle_trans with (exp (- x ^ 2 * (1 + u ^ 2) / 2) / 1).
    + apply Rmult_le_compat_l; [left; apply exp_pos|]. apply Rinv_le_contravar; nra.
    + rewrite Rdiv_1. destruct (Req_dec (- x ^ 2 * (1 + u ^ 2) / 2) (- x ^ 2 / 2)) as [-> |N]; [lra|].
      left. apply exp_increasing. nra.
Qed.


Lemma exp_times : forall n x, exp (INR n * x) = exp x ^ n.
Proof.
  induction n as [|n IH]; intro x; [simpl; rewrite Rmult_0_l; apply exp_0|].
  rewrite S_INR. replace ((INR n + 1) * x) with (x + INR n * x) by ring. rewrite exp_plus, IH. reflexivity.
Qed.
Lemma exp_power : forall n y, 0 <= y -> (y / INR (S n)) ^ (S n) <= exp y.
Proof.
  intros n y H. assert (P : 0 < INR (S n)) by (apply lt_0_INR; lia).
  replace (exp y) with (exp (y / INR (S n)) ^ (S n)).
  - apply pow_incr. split; [apply Rdiv_le_0_compat; lra|].
    pose proof (exp_ineq1_le (y / INR (S n))). lra.
  - rewrite <- exp_times. f_equal. field. lra.
Qed.
Definition wave (k : nat) (c z : R) : R := z ^ k * exp (c * z) * bell z.
Definition most (k : nat) (c : R) : R := exp (c ^ 2) * (4 * INR (S k)) ^ (S k).
Lemma wave_small : forall k c z, 1 <= z -> 0 <= wave k c z <= most k c / z.
Proof.
  intros k c z H. assert (P : 0 < INR (S k)) by (apply lt_0_INR; lia). unfold wave, most, bell. split.
  - apply Rmult_le_pos; [apply Rmult_le_pos|]; [apply pow_le; lra | left; apply exp_pos..].
  - rewrite Rmult_assoc, <- exp_plus.
    assert (A : exp (c * z + - z ^ 2 / 2) <= exp (c ^ 2) * / exp (z ^ 2 / 4)).
    { rewrite <- exp_Ropp, <- exp_plus. destruct (Req_dec (c * z + - z ^ 2 / 2) (c ^ 2 + - (z ^ 2 / 4))) as [-> |N]; [lra|].
      left. apply exp_increasing. assert (0 <= (c - z / 2) ^ 2) by apply pow2_ge_0. nra. }
    assert (B : (z ^ 2 / 4 / INR (S k)) ^ (S k) <= exp (z ^ 2 / 4)) by (apply exp_power; nra).
    assert (Q : 0 < (z ^ 2 / 4 / INR (S k)) ^ (S k)).
    { apply pow_lt. apply Rdiv_lt_0_compat; [nra | exact P]. }
    assert (D : / exp (z ^ 2 / 4) <= / (z ^ 2 / 4 / INR (S k)) ^ (S k)) by (apply Rinv_le_contravar; assumption).
    apply Rle_trans with (z ^ k * (exp (c ^ 2) * / (z ^ 2 / 4 / INR (S k)) ^ (S k))).
    { apply Rmult_le_compat_l; [apply pow_le; lra|]. eapply Rle_trans; [exact A|].
      apply Rmult_le_compat_l; [left; apply exp_pos | exact D]. }
    assert (E : / (z ^ 2 / 4 / INR (S k)) ^ (S k) = (4 * INR (S k)) ^ (S k) * / (z ^ 2) ^ (S k)).
    { rewrite <- !pow_inv, <- Rpow_mult_distr. f_equal. field. split; lra. }
    rewrite E.
    replace (z ^ k * (exp (c ^ 2) * ((4 * INR (S k)) ^ S k * / (z ^ 2) ^ S k)))
      with ((exp (c ^ 2) * (4 * INR (S k)) ^ S k) * (z ^ k * / (z ^ 2) ^ S k)) by ring.
    apply Rmult_le_compat_l. { apply Rmult_le_pos; [left; apply exp_pos | apply pow_le; lra]. }
    assert (F : z ^ k * / (z ^ 2) ^ S k = / (z ^ (S (S k)))).
    { rewrite <- pow_mult. replace (2 * S k)%nat with (k + S (S k))%nat by lia. rewrite pow_add. field.
      split; apply pow_nonzero; lra. }
    rewrite F. apply Rinv_le_contravar; [lra|]. 
    assert (R : z ^ 1 <= z ^ S (S k)) by (apply Rle_pow; [exact H | lia]). rewrite pow_1 in R. exact R.
Qed.
Lemma wave_opp : forall k c z, wave k c (- z) = (-1) ^ k * wave k (- c) z.
Proof.
  intros. unfold wave, bell. replace (- z) with (-1 * z) by ring. rewrite Rpow_mult_distr.
  replace (c * (-1 * z)) with (- c * z) by ring. replace ((-1 * z) ^ 2) with (z ^ 2) by ring. ring.
Qed.
Lemma wave_bound : forall k c z, 1 <= Rabs z -> Rabs (wave k c z) <= (most k c + most k (- c)) / Rabs z.
Proof.
  intros k c z H.
  assert (P : forall d, 0 < most k d). { intro d. apply Rmult_lt_0_compat; [apply exp_pos | apply pow_lt].
    assert (0 < INR (S k)) by (apply lt_0_INR; lia). lra. }
  unfold Rdiv. rewrite Rmult_plus_distr_r. pose proof (P c). pose proof (P (- c)).
  assert (I : 0 < / Rabs z) by (apply Rinv_0_lt_compat; lra).
  assert (N1 : 0 < most k c * / Rabs z) by (apply Rmult_lt_0_compat; assumption).
  assert (N2 : 0 < most k (- c) * / Rabs z) by (apply Rmult_lt_0_compat; assumption).
  destruct (Rle_dec 0 z) as [G|G].
  - rewrite (Rabs_right z) in * by lra. destruct (wave_small k c z H) as [A B]. unfold Rdiv in B.
    rewrite Rabs_right; lra.
  - rewrite (Rabs_left z) in * by lra. destruct (wave_small k (- c) (- z) H) as [A B]. unfold Rdiv in B.
    replace z with (- - z) at 1 by ring. rewrite wave_opp, Rabs_mult, <- RPow_abs.
    replace (Rabs (-1)) with 1 by (rewrite Rabs_left; lra). rewrite pow1, Rabs_right; lra.
Qed.
Lemma wave_vanishes : forall k c, filterlim (wave k c) (Rbar_locally p_infty) (locally 0)
  /\ filterlim (wave k c) (Rbar_locally m_infty) (locally 0).
Proof.
  intros k c.
  assert (K : forall e : posreal, exists M, 1 <= M /\ forall z, M < Rabs z -> Rabs (wave k c z) < e).
  { intro e. pose proof (cond_pos e) as E. set (C := most k c + most k (- c)).
    exists (Rmax 1 (C / e)). split; [apply Rmax_l|]. intros z Hz.
    pose proof (Rmax_l 1 (C / e)). pose proof (Rmax_r 1 (C / e)).
    eapply Rle_lt_trans; [apply wave_bound; lra|]. fold C.
    apply Rmult_lt_reg_r with (Rabs z); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. rewrite Rmult_1_r.
    apply Rle_lt_trans with (C / e * e); [right; field; lra|].
    rewrite (Rmult_comm e). apply Rmult_lt_compat_r; lra. }
  split; intros P [e H]; destruct (K e) as [M [M1 L]]; [exists M | exists (- M)]; intros z Hz; apply H;
    unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl; rewrite Ropp_0, Rplus_0_r; apply L.
  - rewrite Rabs_right; lra.
  - rewrite Rabs_left; lra.
Qed.

(** The area under the bell. *)
Lemma area_opp : forall x, area (- x) = - area x.
Proof.
  intro x. unfold area.
  assert (C : is_RInt bell 0 x (RInt bell 0 x)).
  { apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros; apply bell_continuous. }
  apply is_RInt_unique. replace 0 with (- 0) in C by ring. replace x with (- - x) in C at 1 by ring.
  apply (is_RInt_comp_opp (V := R_NormedModule)) in C. rewrite Ropp_0 in C.
  apply (is_RInt_opp (V := R_NormedModule)) in C. eapply is_RInt_ext; [| exact C].
  intros z _. unfold opp; simpl. unfold bell. rewrite Ropp_involutive. f_equal. simpl. field.
Qed.
Lemma area_positive : forall x, 0 <= x -> 0 <= area x.
Proof.
  intros x H. apply RInt_ge_0; [exact H | |].
  - apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros; apply bell_continuous.
  - intros z _. left. apply exp_pos.
Qed.
Lemma bell_is_wave : forall z, wave 0 0 z = bell z.
Proof. intro z. unfold wave. rewrite Rmult_0_l, exp_0. simpl. ring. Qed.
Lemma slices_vanish : filterlim slices (Rbar_locally p_infty) (locally 0).
Proof.
  destruct (wave_vanishes 0 0) as [H _]. intros P [e E].
  assert (L : locally 0 (fun y => Rabs y < e)).
  { exists e. intros y Hy. unfold ball in Hy; simpl in Hy; unfold AbsRing_ball, abs, minus, plus, opp in Hy; simpl in Hy.
    rewrite Ropp_0, Rplus_0_r in Hy. exact Hy. }
  specialize (H _ L). unfold filtermap in *. eapply filter_imp; [| exact H]. intros z Hz. apply E.
  change (Rabs (wave 0 0 z) < e) in Hz. rewrite bell_is_wave in Hz. destruct (slices_small z) as [A B].
  unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl; rewrite Ropp_0, Rplus_0_r.
  rewrite Rabs_right in *; lra.
Qed.
Definition whole_half : R := sqrt (PI / 2).
Lemma area_limit : filterlim area (Rbar_locally p_infty) (locally whole_half).
Proof.
  apply filterlim_ext_loc with (fun x => sqrt (PI / 2 + (- 2) * slices x)).
  - exists 0. intros x H. pose proof (area_and_slices x) as E. pose proof (area_positive x ltac:(lra)).
    replace (PI / 2 + -2 * slices x) with (area x ^ 2) by lra. rewrite sqrt_pow2; [reflexivity | assumption].
  - eapply filterlim_comp.
    + apply (T_plus (fun _ => PI / 2) (fun x => -2 * slices x) (PI / 2) (-2 * 0)); [apply T_const|].
      apply (T_mult (fun _ => -2) slices); [apply T_const | exact slices_vanish].
    + replace (PI / 2 + -2 * 0) with (PI / 2) by ring. apply continuity_pt_filterlim, continuity_pt_sqrt.
      pose proof PI_RGT_0. lra.
Qed.
Lemma line_from_right : forall (f : R -> R) (l : R), filterlim (fun z => f (- z)) (Rbar_locally p_infty) (locally l) ->
  filterlim f (Rbar_locally m_infty) (locally l).
Proof.
  intros f l H P HP. destruct (H P HP) as [M HM]. exists (- M). intros z Hz. rewrite <- (Ropp_involutive z).
  apply HM. lra.
Qed.
Lemma area_shifted : forall c, filterlim (fun z => area (z - c)) (Rbar_locally p_infty) (locally whole_half)
  /\ filterlim (fun z => area (z - c)) (Rbar_locally m_infty) (locally (- whole_half)).
Proof.
  intro c. assert (K : forall d, filterlim (fun z => area (z - d)) (Rbar_locally p_infty) (locally whole_half)).
  { intros d P HP. destruct (area_limit P HP) as [M HM]. exists (M + d). intros z Hz. apply HM. lra. }
  split; [apply K|]. apply line_from_right.
  apply filterlim_ext with (fun z => - area (z - (- c))).
  - intro z. rewrite <- area_opp. f_equal. ring.
  - apply (T_opp (fun z => area (z - - c))), K.
Qed.
Lemma halves : whole_half / sqrt (2 * PI) = 1 / 2.
Proof.
  pose proof PI_RGT_0. unfold whole_half. rewrite <- sqrt_div; [|lra..].
  replace (PI / 2 / (2 * PI)) with ((1 / 2) ^ 2) by (field; lra). rewrite sqrt_pow2; lra.
Qed.

(** Integrals of waves over the line, and of those without a tilt over its right half. *)
Lemma by_antiderivative : forall (F f : R -> R) (p q : R), (forall x, is_derive F x (f x)) -> (forall x, continuous f x) ->
  filterlim F (Rbar_locally m_infty) (locally p) -> filterlim F (Rbar_locally p_infty) (locally q) -> over_line f (q - p).
Proof.
  intros F f p q D C P Q. apply (integral_gen _ _ F f p q); try typeclasses eauto; auto.
  apply Filter_prod with (fun x => x < 0) (fun x => 0 < x).
  - exists 0. auto.
  - exists 0. auto.
  - intros x y Hx Hy. simpl. split; [lra | auto].
Qed.
Lemma wave_continuous : forall k c z, continuous (wave k c) z.
Proof. intros. apply (ex_derive_continuous (V := R_NormedModule)). unfold wave, bell. auto_derive. easy. Qed.
Lemma wave_slope : forall k c z,
  is_derive (wave (S k) c) z (INR (S k) * wave k c z + c * wave (S k) c z - wave (S (S k)) c z).
Proof.
  intros. unfold wave, bell. auto_derive; [easy|]. rewrite <- !tech_pow_Rmult. simpl pred.
  replace (match k with O => 1 | S _ => INR k + 1 end) with (INR (S k)) by reflexivity. 
  replace (- (z * (z * 1)) * / 2) with (- (z ^ 2) / 2) by (simpl; field).
  replace (z * (z * 1)) with (z ^ 2) by (simpl; ring). unfold Rdiv. ring_simplify. simpl; field.
Qed.

(** The moments: of a tilted bell over the line, of the bell over its right half. *)
Fixpoint tilted (c : R) (k : nat) : R :=
  match k with O => 1 | S j => match j with O => c | S i => c * tilted c j + INR j * tilted c i end end.
Fixpoint right (k : nat) : R :=
  match k with O => 1 / 2 | S j => match j with O => / (sqrt 2 * sqrt PI) | S i => INR j * right i end end.

Lemma wave_slope_0 : forall c z, is_derive (wave 0 c) z (c * wave 0 c z - wave 1 c z).
Proof.
  intros. unfold wave, bell. auto_derive; [easy|]. simpl. unfold Rdiv. field.
Qed.
Lemma two_steps : forall P : nat -> Prop, P 0%nat -> P 1%nat -> (forall k, P k -> P (S k) -> P (S (S k))) -> forall k, P k.
Proof. intros P A B C. assert (H : forall k, P k /\ P (S k)) by (induction k as [|k [I J]]; auto). intro k; apply H. Qed.
Lemma scaled : forall (FA FB : (R -> Prop) -> Prop) f c v w, Filter FA -> Filter FB ->
  is_RInt_gen f FA FB v -> c * v = w -> is_RInt_gen (fun z => c * f z) FA FB w.
Proof. intros FA FB f c v w HA HB H <-. apply (is_RInt_gen_scal (V := R_NormedModule) f c v H). Qed.
Lemma added : forall (FA FB : (R -> Prop) -> Prop) (f g : R -> R) (v w : R), Filter FA -> Filter FB ->
  is_RInt_gen f FA FB v -> is_RInt_gen g FA FB w -> is_RInt_gen (fun z => f z + g z) FA FB (v + w).
Proof. intros FA FB f g v w HA HB H K. apply (is_RInt_gen_plus (V := R_NormedModule) f g v w H K). Qed.
Lemma same_function : forall (FA FB : (R -> Prop) -> Prop) (f g : R -> R) (v w : R), Filter FA -> Filter FB ->
  (forall z, f z = g z) -> v = w -> is_RInt_gen f FA FB v -> is_RInt_gen g FA FB w.
Proof.
  intros FA FB f g v w HA HB E <- H. apply (is_RInt_gen_ext (V := R_NormedModule) f); [| exact H].
  apply filter_forall. intros; apply E.
Qed.

Definition over_right (f : R -> R) (v : R) := is_RInt_gen f (at_point 0) (Rbar_locally p_infty) v.
Lemma wave_0_over_line : forall c, over_line (wave 0 c) (2 * whole_half * exp (c ^ 2 / 2) * 1).
Proof.
  intro c. destruct (area_shifted c) as [P M].
    apply (same_function _ _ (wave 0 c) (wave 0 c) (exp (c ^ 2 / 2) * whole_half - exp (c ^ 2 / 2) * - whole_half));
      try typeclasses eauto; [easy | simpl; ring |].
    apply (by_antiderivative (fun z => exp (c ^ 2 / 2) * area (z - c))).
    + intro z. replace (wave 0 c z) with (exp (c ^ 2 / 2) * (1 * bell (z - c))).
      * apply (is_derive_scal (fun y => area (y - c)) z (exp (c ^ 2 / 2)) (1 * bell (z - c))).
        apply (is_derive_comp area (fun y => y - c) z (bell (z - c)) 1); [apply area_slope|].
        auto_derive; [easy | ring].
      * unfold wave, bell. change (z ^ 0) with 1. rewrite !Rmult_1_l, <- !exp_plus. f_equal. field.
    + apply wave_continuous.
    + apply (T_mult (fun _ => exp (c ^ 2 / 2)) (fun z => area (z - c))); [apply T_const | exact M].
    + apply (T_mult (fun _ => exp (c ^ 2 / 2)) (fun z => area (z - c))); [apply T_const | exact P].
Qed.
Lemma wave_over_line : forall c k, over_line (wave k c) (2 * whole_half * exp (c ^ 2 / 2) * tilted c k).
Proof.
  intro c. apply two_steps.
  - exact (wave_0_over_line c).
  - destruct (wave_vanishes 0 c) as [P M].
    assert (A : over_line (wave 0 c) (2 * whole_half * exp (c ^ 2 / 2) * 1)) by exact (wave_0_over_line c).
    assert (Z : over_line (fun z => c * wave 0 c z - wave 1 c z) (0 - 0)).
    { apply (by_antiderivative (wave 0 c)); [apply wave_slope_0 | | exact M | exact P].
      intro z. apply (continuous_minus (V := R_NormedModule) (fun z => c * wave 0 c z)); [|apply wave_continuous].
      apply (continuous_scal_r (V := R_NormedModule)), wave_continuous. }
    set (E := 2 * whole_half * exp (c ^ 2 / 2)) in *.
    apply (same_function _ _ (fun z => c * wave 0 c z + -1 * (c * wave 0 c z - wave 1 c z)) _
      (c * (E * 1) + -1 * (0 - 0))); try typeclasses eauto.
    + intro z. ring.
    + simpl. ring.
    + apply added; try typeclasses eauto;
        (eapply scaled; [typeclasses eauto | typeclasses eauto | eassumption | reflexivity]).
  - intros k A B. destruct (wave_vanishes (S k) c) as [P M].
    assert (Z : over_line (fun z => INR (S k) * wave k c z + c * wave (S k) c z - wave (S (S k)) c z) (0 - 0)).
    { apply (by_antiderivative (wave (S k) c)); [apply wave_slope | | exact M | exact P].
      intro z. apply (continuous_minus (V := R_NormedModule) (fun z => INR (S k) * wave k c z + c * wave (S k) c z)).
      - apply (continuous_plus (V := R_NormedModule) (fun z => INR (S k) * wave k c z)); 
        apply (continuous_scal_r (V := R_NormedModule)), wave_continuous.
      - apply wave_continuous. }
    set (E := 2 * whole_half * exp (c ^ 2 / 2)) in *.
    apply (same_function _ _ (fun z => (INR (S k) * wave k c z + c * wave (S k) c z)
      + -1 * (INR (S k) * wave k c z + c * wave (S k) c z - wave (S (S k)) c z)) _
      ((INR (S k) * (E * tilted c k) + c * (E * tilted c (S k))) + -1 * (0 - 0))); try typeclasses eauto.
    + intro z. ring.
    + change (tilted c (S (S k))) with (c * tilted c (S k) + INR (S k) * tilted c k). ring.
    + apply added; try typeclasses eauto; [apply added; try typeclasses eauto|];
        (eapply scaled; [typeclasses eauto | typeclasses eauto | eassumption | reflexivity]).
Qed.

Lemma from_zero : forall (F f : R -> R) (q v : R), (forall x, is_derive F x (f x)) -> (forall x, continuous f x) ->
  filterlim F (Rbar_locally p_infty) (locally q) -> q - F 0 = v -> over_right f v.
Proof. intros F f q v D C L E. apply (integral_to_infinity F f 0 q v); auto. intros x ->. exact E. Qed.
Definition bare (k : nat) : R := sqrt (2 * PI) * right k.
Lemma roots_of_2_pi : sqrt (2 * PI) = sqrt 2 * sqrt PI /\ 0 < sqrt 2 * sqrt PI /\ 0 < sqrt (2 * PI).
Proof.
  pose proof PI_RGT_0. assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  rewrite sqrt_mult by lra. repeat split; nra.
Qed.
Lemma wave_over_right : forall k, over_right (wave k 0) (bare k).
Proof.
  destruct roots_of_2_pi as [R1 [R2 R3]]. apply two_steps.
  - apply (from_zero area _ whole_half).
    + intro z. rewrite bell_is_wave. apply area_slope.
    + apply wave_continuous.
    + exact area_limit.
    + unfold area. rewrite RInt_point. unfold zero, bare. change (right 0) with (1 / 2). rewrite <- halves. simpl. field. lra.
  - destruct (wave_vanishes 0 0) as [P _].
    apply (from_zero (fun z => -1 * wave 0 0 z) _ (-1 * 0)).
    + intro z. replace (wave 1 0 z) with (-1 * (0 * wave 0 0 z - wave 1 0 z)) by ring.
      apply (is_derive_scal (wave 0 0) z (-1)), wave_slope_0.
    + apply wave_continuous.
    + apply (T_mult (fun _ => -1) (wave 0 0)); [apply T_const | exact P].
    + rewrite bell_is_wave. unfold bell, bare. change (right 1) with (/ (sqrt 2 * sqrt PI)). rewrite R1.
      replace (- 0 ^ 2 / 2) with 0 by field. rewrite exp_0, Rinv_r by lra. ring.
  - intros k A B. destruct (wave_vanishes (S k) 0) as [P _].
    assert (Z : over_right (fun z => INR (S k) * wave k 0 z + 0 * wave (S k) 0 z - wave (S (S k)) 0 z) 0).
    { apply (from_zero (wave (S k) 0) _ 0); [apply wave_slope | | exact P |].
      - intro z. apply (continuous_minus (V := R_NormedModule) (fun z => INR (S k) * wave k 0 z + 0 * wave (S k) 0 z)).
        + apply (continuous_plus (V := R_NormedModule) (fun z => INR (S k) * wave k 0 z));
          apply (continuous_scal_r (V := R_NormedModule)), wave_continuous.
        + apply wave_continuous.
      - unfold wave. simpl. ring. }
    apply (same_function _ _ (fun z => INR (S k) * wave k 0 z
      + -1 * (INR (S k) * wave k 0 z + 0 * wave (S k) 0 z - wave (S (S k)) 0 z)) _
      (INR (S k) * bare k + -1 * 0)); try typeclasses eauto.
    + intro z. ring.
    + unfold bare. change (right (S (S k))) with (INR (S k) * right k). ring.
    + apply added; try typeclasses eauto;
        (eapply scaled; [typeclasses eauto | typeclasses eauto | eassumption | reflexivity]).
Qed.

(** Polynomials, from the lowest coefficient on, and what their integrals are against something with known moments. *)
Fixpoint poly (ps : list R) (z : R) : R := match ps with nil => 0 | p :: rest => p + z * poly rest z end.
Fixpoint moments (m : nat -> R) (k : nat) (ps : list R) : R :=
  match ps with nil => 0 | p :: rest => p * m k + moments m (S k) rest end.
Lemma poly_integral : forall (FA FB : (R -> Prop) -> Prop) (u : R -> R) (m : nat -> R), Filter FA -> Filter FB ->
  (forall k, is_RInt_gen (fun z => z ^ k * u z) FA FB (m k)) ->
  forall ps k, is_RInt_gen (fun z => z ^ k * poly ps z * u z) FA FB (moments m k ps).
Proof.
  intros FA FB u m HA HB H. induction ps as [|p ps IH]; intro k.
  - apply (same_function _ _ (fun z => 0 * (z ^ k * u z)) _ (0 * m k)); try typeclasses eauto.
    + intro z. simpl. ring.
    + simpl. ring.
    + apply scaled with (m k); auto.
  - apply (same_function _ _ (fun z => p * (z ^ k * u z) + z ^ S k * poly ps z * u z) _ (p * m k + moments m (S k) ps));
      try typeclasses eauto.
    + intro z. simpl. ring.
    + reflexivity.
    + apply added; try typeclasses eauto; [|apply IH]. apply scaled with (m k); auto.
Qed.
Lemma density_wave : forall k c z, z ^ k * (exp (c * z) * density z) = / sqrt (2 * PI) * wave k c z.
Proof. intros. unfold density, wave, bell, Rdiv. ring. Qed.
Lemma poly_tilted : forall c ps,
  over_line (fun z => exp (c * z) * poly ps z * density z) (exp (c ^ 2 / 2) * moments (tilted c) 0 ps).
Proof.
  intros c ps.
  assert (H : over_line (fun z => z ^ 0 * poly ps z * (exp (c * z) * density z))
    (moments (fun k => exp (c ^ 2 / 2) * tilted c k) 0 ps)).
  { refine (poly_integral (Rbar_locally m_infty) (Rbar_locally p_infty) (fun z => exp (c * z) * density z)
      (fun k => exp (c ^ 2 / 2) * tilted c k) _ _ _ ps 0%nat). intro k.
    apply (same_function (Rbar_locally m_infty) (Rbar_locally p_infty) (fun z => / sqrt (2 * PI) * wave k c z) _
      (exp (c ^ 2 / 2) * tilted c k) _ _ _).
    - intro z. symmetry. apply density_wave.
    - reflexivity.
    - eapply scaled; [typeclasses eauto | typeclasses eauto | apply wave_over_line |].
      pose proof halves as E. unfold Rdiv in E. 
      replace (/ sqrt (2 * PI) * (2 * whole_half * exp (c ^ 2 / 2) * tilted c k))
        with (2 * (whole_half * / sqrt (2 * PI)) * exp (c ^ 2 / 2) * tilted c k) by ring. rewrite E. field. }
  refine (same_function (Rbar_locally m_infty) (Rbar_locally p_infty) _ _ _ _ _ _ _ _ H).
  - intro z. simpl. ring.
  - clear H. set (e := exp (c ^ 2 / 2)).
    assert (K : forall j, moments (fun k => e * tilted c k) j ps = e * moments (tilted c) j ps); [| apply K].
    induction ps as [|p ps IH]; intro j; [simpl; ring |]. change (p * (e * tilted c j) + moments (fun k => e * tilted c k) (S j) ps
      = e * (p * tilted c j + moments (tilted c) (S j) ps)). rewrite IH. ring.
Qed.
Lemma poly_right : forall ps, over_right (fun z => poly ps z * density z) (moments right 0 ps).
Proof.
  intro ps. destruct roots_of_2_pi as [_ [_ P]].
  assert (H : over_right (fun z => z ^ 0 * poly ps z * density z) (moments right 0 ps)).
  { refine (poly_integral (at_point 0) (Rbar_locally p_infty) density right _ _ _ ps 0%nat). intro k.
    apply (same_function (at_point 0) (Rbar_locally p_infty) (fun z => / sqrt (2 * PI) * wave k 0 z) _ (right k) _ _ _).
    - intro z. rewrite <- density_wave. rewrite Rmult_0_l, exp_0. ring.
    - reflexivity.
    - eapply scaled; [typeclasses eauto | typeclasses eauto | apply wave_over_right |]. unfold bare. field. lra. }
  refine (same_function (at_point 0) (Rbar_locally p_infty) _ _ _ _ _ _ _ eq_refl H). intro z. simpl. ring.
Qed.
Lemma from_left : forall (f : R -> R) (v : R), over_right (fun z => f (- z)) v ->
  is_RInt_gen f (Rbar_locally m_infty) (at_point 0) v.
Proof.
  intros f v H P HP. destruct (H P HP) as [Q S HQ HS K].
  apply Filter_prod with (fun x => S (- x)) (fun y => y = 0).
  - destruct HS as [M HM]. exists (- M). intros x Hx. apply HM. lra.
  - reflexivity.
  - intros x y Hx ->. destruct (K 0 (- x) HQ Hx) as [w [I W]]. exists w. split; [| exact W]. simpl in *.
    replace 0 with (- 0) in I by ring. apply (is_RInt_comp_opp (V := R_NormedModule)) in I.
    apply (is_RInt_opp (V := R_NormedModule)), (is_RInt_swap (V := R_NormedModule)) in I.
    rewrite opp_opp in I. eapply is_RInt_ext; [| exact I].
    intros z _. unfold opp; simpl. rewrite !Ropp_involutive. reflexivity.
Qed.
Lemma right_ext : forall (f g : R -> R) v, (forall z, 0 < z -> f z = g z) -> over_right f v -> over_right g v.
Proof.
  intros f g v E H. refine (is_RInt_gen_ext (V := R_NormedModule) (Fa := at_point 0) (Fb := Rbar_locally p_infty) f g v _ H).
  apply Filter_prod with (fun x => x = 0) (fun y => 0 < y); [reflexivity | exists 0; auto |].
  intros x y -> Hy z Hz. simpl in Hz. apply E. rewrite Rmin_left in Hz by lra. lra.
Qed.
Lemma half_of_letter : / (sqrt 2 * sqrt PI) = 1 / 2 * sqrt 2 / sqrt PI.
Proof.
  pose proof PI_RGT_0. assert (0 < sqrt 2) by (apply sqrt_lt_R0; lra). assert (0 < sqrt PI) by (apply sqrt_lt_R0; lra).
  apply (Rmult_eq_reg_r (sqrt 2 * sqrt PI)); [| nra]. rewrite Rinv_l by nra.
  replace (1 / 2 * sqrt 2 / sqrt PI * (sqrt 2 * sqrt PI)) with (1 / 2 * (sqrt 2 * sqrt 2)) by (field; lra).
  rewrite sqrt_sqrt; lra.
Qed.
Lemma root_of_pi : sqrt PI <> 0. Proof. apply Rgt_not_eq, sqrt_lt_R0, PI_RGT_0. Qed.
