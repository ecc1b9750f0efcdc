(** Riemann integrals by antiderivatives, with limits at ends that are infinite or where the integrand is not defined. *)
From Layerproof Require Export Flows Powers.
Open Scope R_scope.

Lemma D_tanh : forall f x a u, slope_at f x a u -> slope_at (fun s => tanh (f s)) x (tanh a) ((1 - tanh a ^ 2) * u).
Proof.
  intros. apply D_comp; [assumption|]. apply is_derive_ext with (fun s => sinh s / cosh s); [reflexivity|].
  assert (cosh a <> 0) by (unfold cosh; pose proof (exp_pos a); pose proof (exp_pos (- a)); lra).
  eapply D_to; [apply D_div; [apply (D_sinh (fun s => s)), D_id | apply (D_cosh (fun s => s)), D_id | assumption]|].
  unfold tanh. field. assumption.
Qed.

Lemma D_opp : forall f x a u, slope_at f x a u -> slope_at (fun s => - f s) x (- a) (- u).
Proof. intros f x a u [<- F]; split; [reflexivity|]. now apply @is_derive_opp. Qed.

Lemma D_pow_next : forall n f x a u, slope_at f x a u -> slope_at (fun s => f s ^ (n + 1)) x (a ^ (n + 1)) (INR (n + 1) * a ^ n * u).
Proof. intros n. replace (n + 1)%nat with (S n) by lia. apply D_pow. Qed.

(** Derivatives by rule; what a rule asks for (a positive base, a nonzero denominator) must be among the hypotheses. *)
Ltac asked :=
  first [ assumption | lra | apply exp_pos | (apply Rgt_not_eq; assumption)
        | (apply Rmult_integral_contrapositive_currified; asked) | (apply pow_nonzero; asked) | nz_known ].
Ltac derive :=
  lazymatch goal with
  | |- slope_at (fun _ => ?c) _ _ _ => apply D_const
  | |- slope_at (fun s => s) _ _ _ => apply D_id
  | |- slope_at (fun s => @?f s + @?g s) _ _ _ => eapply (D_plus f g); derive
  | |- slope_at (fun s => @?f s * @?g s) _ _ _ =>
      lazymatch f with
      | fun _ => ?c => eapply (D_mult_l c g); derive
      | _ => lazymatch g with fun _ => ?c => eapply (D_mult_r f c); derive | _ => eapply (D_mult f g); derive end
      end
  | |- slope_at (fun s => @?f s / @?g s) _ _ _ =>
      lazymatch g with
      | fun _ => ?c => eapply (D_div_r f c); derive
      | _ =>
          lazymatch f with
          | fun _ => ?c => eapply (D_div_l c g); [derive | asked]
          | _ => eapply (D_div f g); [derive | derive | asked]
          end
      end
  | |- slope_at (fun s => / @?g s) _ _ _ => eapply (D_inv g); [derive | asked]
  | |- slope_at (fun s => - @?g s) _ _ _ => eapply (D_opp g); derive
  | |- slope_at (fun s => @?f s ^ (_ + 1)%nat) _ _ _ => eapply (D_pow_next _ f); derive
  | |- slope_at (fun s => @?f s ^ _) _ _ _ => eapply (D_pow _ f); derive
  | |- slope_at (fun s => sqrt (@?f s)) _ _ _ => eapply (D_sqrt f); [derive | asked]
  | |- slope_at (fun s => exp (@?f s)) _ _ _ => eapply (D_exp f); derive
  | |- slope_at (fun s => ln (@?f s)) _ _ _ => eapply (D_ln f); [derive | asked]
  | |- slope_at (fun s => sinh (@?f s)) _ _ _ => eapply (D_sinh f); derive
  | |- slope_at (fun s => cosh (@?f s)) _ _ _ => eapply (D_cosh f); derive
  | |- slope_at (fun s => tanh (@?f s)) _ _ _ => eapply (D_tanh f); derive
  | |- slope_at (fun s => sin (@?f s)) _ _ _ => eapply (D_sin f); derive
  | |- slope_at (fun s => cos (@?f s)) _ _ _ => eapply (D_cos f); derive
  | |- slope_at (fun s => atan (@?f s)) _ _ _ => eapply (D_atan f); derive
  | |- slope_at (fun s => arcsinh (@?f s)) _ _ _ => eapply (D_arcsinh f); derive
  | |- slope_at (fun s => Rpower (@?f s) (@?g s)) _ _ _ =>
      lazymatch g with
      | fun _ => ?c => eapply (D_Rpower f c); [derive | asked]
      | _ => lazymatch f with fun _ => ?c => eapply (D_Rpower_l c g); derive end
      end
  | |- _ => apply D_of; eauto
  end.

(** Continuity by rule, also where a function is known to be continuous only. *)
Lemma C_plus : forall (f g : R -> R) x, continuous f x -> continuous g x -> continuous (fun s => f s + g s) x.
Proof. intros. now apply (continuous_plus (V := R_NormedModule)). Qed.
Lemma C_mult : forall (f g : R -> R) x, continuous f x -> continuous g x -> continuous (fun s => f s * g s) x.
Proof. intros. now apply (continuous_mult (K := R_AbsRing)). Qed.
Lemma C_derived : forall (f : R -> R) x v, slope_at f x (f x) v -> continuous f x.
Proof. intros. eapply D_continuous; eassumption. Qed.
Ltac continues :=
  first [ assumption | solve [eapply C_derived; derive]
  | lazymatch goal with
    | |- continuous (fun s => @?f s + @?g s) _ => apply (C_plus f g); continues
    | |- continuous (fun s => @?f s * @?g s) _ => apply (C_mult f g); continues
    | |- continuous (fun s => @?f s / @?g s) _ => apply (C_mult f (fun s => / g s)); continues
    end
  | solve [eauto] ].

(** A finite limit. *)
Definition tends (f : R -> R) (F : (R -> Prop) -> Prop) (a : R) := filterlim f F (locally a).

(** The fundamental theorem, on a closed interval and towards any two ends. An end that is a point gets a name. *)
Lemma integral : forall (F f : R -> R) a b v, a <= b -> (forall x, a <= x -> x <= b -> is_derive F x (f x)) ->
  (forall x, a <= x -> x <= b -> continuous f x) ->
  (forall x y, x = a -> y = b -> F y - F x = v) -> is_RInt f a b v.
Proof.
  intros F f a b v H d c E. rewrite <- (E a b eq_refl eq_refl). apply (is_RInt_derive F f a b).
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by assumption. now apply d.
  - intros x Hx. rewrite Rmin_left, Rmax_right in Hx by assumption. now apply c.
Qed.

Lemma integral_gen : forall (FA FB : (R -> Prop) -> Prop) (F f : R -> R) (p q v : R),
  ProperFilter' FA -> ProperFilter' FB ->
  filter_prod FA FB (fun ab => fst ab <= snd ab /\ forall x, fst ab <= x -> x <= snd ab ->
    is_derive F x (f x) /\ continuous f x) ->
  filterlim F FA (locally p) -> filterlim F FB (locally q) -> q - p = v -> is_RInt_gen f FA FB v.
Proof.
  intros FA FB F f p q v PA PB N LA LB <-.
  intros P HP.
  assert (M : filterlim (fun ab : R * R => F (snd ab) - F (fst ab)) (filter_prod FA FB) (locally (q - p))).
  { apply (filterlim_comp_2 (H := locally (- p)) (G := locally q) (fun ab : R * R => F (snd ab)) (fun ab => - F (fst ab)) Rplus).
    - eapply filterlim_comp; [apply filterlim_snd | exact LB].
    - eapply filterlim_comp; [eapply filterlim_comp; [apply filterlim_fst | exact LA]|]. apply (filterlim_opp p).
    - apply (filterlim_plus q (- p)). }
  specialize (M P HP). unfold filtermap in M.
  destruct PA as [_ PA]. destruct PB as [_ PB].
  generalize (filter_and _ _ N M). unfold filtermapi. apply filter_imp.
  intros [a b] [[H K] E]. simpl in *. exists (F b - F a). split; [|exact E].
  apply (integral F f a b); auto; intros; [now apply K | now apply K | now subst].
Qed.

(** From a point to infinity, and between points of which the lower one is approached from above. *)
Lemma integral_to_infinity : forall (F f : R -> R) (a q v : R), (forall x, a <= x -> is_derive F x (f x)) ->
  (forall x, a <= x -> continuous f x) -> tends F (Rbar_locally p_infty) q ->
  (forall x, x = a -> q - F x = v) ->
  is_RInt_gen f (at_point a) (Rbar_locally p_infty) v.
Proof.
  intros F f a q v d c L E. apply (integral_gen _ _ F f (F a) q v); try exact (E a eq_refl); try typeclasses eauto.
  - apply Filter_prod with (fun x => x = a) (fun x => a < x).
    + reflexivity.
    + exists a. auto.
    + intros x y -> Hy. simpl. split; [lra|]. intros; split; auto.
  - intros P HP. unfold filtermap, at_point. now apply locally_singleton.
  - exact L.
Qed.
Lemma integral_from_right : forall (F f : R -> R) (a b p v : R), a < b -> (forall x, a < x -> x <= b -> is_derive F x (f x)) ->
  (forall x, a < x -> x <= b -> continuous f x) -> tends F (at_right a) p -> (forall y, y = b -> F y - p = v) ->
  is_RInt_gen f (at_right a) (at_point b) v.
Proof.
  intros F f a b p v H d c L E. apply (integral_gen _ _ F f p (F b) v); try exact (E b eq_refl); try typeclasses eauto.
  - apply Filter_prod with (fun x => a < x < b) (fun x => x = b).
    + exists (mkposreal (b - a) ltac:(lra)). intros y Hy Ha. unfold ball in Hy. simpl in Hy.
      unfold AbsRing_ball, abs, minus, plus, opp in Hy. simpl in Hy. apply Rabs_def2 in Hy. lra.
    + reflexivity.
    + intros x y Hx ->. simpl. split; [lra|]. intros; split; [apply d | apply c]; lra.
  - exact L.
  - intros P HP. unfold filtermap, at_point. now apply locally_singleton.
Qed.

(** Limits of an antiderivative by rule, towards any end. *)
Section Tending.
Context {F : (R -> Prop) -> Prop} {FF : Filter F}.
Lemma T_const : forall c, tends (fun _ => c) F c.
Proof. intro c. apply filterlim_const. Qed.
Lemma T_plus : forall f g a b, tends f F a -> tends g F b -> tends (fun s => f s + g s) F (a + b).
Proof. intros f g a b H K. apply (filterlim_comp_2 (G := locally a) (H := locally b) f g Rplus); auto. apply (filterlim_plus a b). Qed.
Lemma T_mult : forall f g a b, tends f F a -> tends g F b -> tends (fun s => f s * g s) F (a * b).
Proof. intros f g a b H K. apply (filterlim_comp_2 (G := locally a) (H := locally b) f g Rmult); auto. apply (filterlim_mult a b). Qed.
Lemma T_comp : forall f g a, tends f F a -> continuous g a -> tends (fun s => g (f s)) F (g a).
Proof. intros f g a H K. eapply filterlim_comp; [exact H | exact K]. Qed.
Lemma T_opp : forall f a, tends f F a -> tends (fun s => - f s) F (- a).
Proof. intros f a H. apply (T_comp f Ropp a H). apply (continuous_opp (V := R_NormedModule) (fun x => x)), continuous_id. Qed.
Lemma T_inv : forall f a, tends f F a -> a <> 0 -> tends (fun s => / f s) F (/ a).
Proof. intros f a H N. apply (T_comp f Rinv a H). now apply continuous_Rinv. Qed.
Lemma T_div : forall f g a b, tends f F a -> tends g F b -> b <> 0 -> tends (fun s => f s / g s) F (a / b).
Proof. intros. apply (T_mult f (fun s => / g s)); [assumption | now apply T_inv]. Qed.
Lemma T_pow : forall n f a, tends f F a -> tends (fun s => f s ^ n) F (a ^ n).
Proof. induction n as [|n IH]; intros; [apply T_const|]. apply (T_mult f (fun s => f s ^ n)); auto. Qed.
Lemma T_power : forall f c a, tends f F a -> 0 < a -> tends (fun s => Rpower (f s) c) F (Rpower a c).
Proof.
  intros f c a H P. apply (T_comp f (fun x => Rpower x c) a H). eapply C_derived. apply D_Rpower; [apply D_id | exact P].
Qed.
Lemma T_exp_m : forall f, filterlim f F (Rbar_locally m_infty) -> tends (fun s => exp (f s)) F 0.
Proof. intros f H. eapply filterlim_comp; [exact H | exact is_lim_exp_m]. Qed.
Lemma T_eq : forall f a b, tends f F a -> a = b -> tends f F b.
Proof. intros; subst; assumption. Qed.
End Tending.

Lemma times_infinity : forall (F : (R -> Prop) -> Prop) f c, Filter F -> filterlim f F (Rbar_locally p_infty) -> c < 0 ->
  filterlim (fun s => c * f s) F (Rbar_locally m_infty).
Proof.
  intros F f c FF H N. eapply filterlim_comp; [exact H|].
  intros P [M HM]. exists (M / c). intros x Hx. apply HM.
  apply Rmult_lt_reg_l with (- / c); [apply Ropp_0_gt_lt_contravar, Rinv_lt_0_compat, N|].
  replace (- / c * (c * x)) with (- x) by (field; lra).
  replace (- / c * M) with (- (M / c)) by (field; lra). lra.
Qed.
Lemma ln_infinity : filterlim ln (Rbar_locally p_infty) (Rbar_locally p_infty).
Proof. exact is_lim_ln_p. Qed.
Lemma times_minus_infinity : forall (F : (R -> Prop) -> Prop) f c, Filter F -> filterlim f F (Rbar_locally m_infty) -> 0 < c ->
  filterlim (fun s => c * f s) F (Rbar_locally m_infty).
Proof.
  intros F f c FF H N. eapply filterlim_comp; [exact H|].
  intros P [M HM]. exists (M / c). intros x Hx. apply HM.
  apply Rmult_lt_reg_l with (/ c); [apply Rinv_0_lt_compat, N|].
  replace (/ c * (c * x)) with x by (field; lra).
  replace (/ c * M) with (M / c) by (field; lra). exact Hx.
Qed.
(** Powers and exponentials that vanish. *)
Lemma T_power_to_infinity : forall c, c < 0 -> tends (fun s => Rpower s c) (Rbar_locally p_infty) 0.
Proof.
  intros c N. unfold Rpower. apply (T_exp_m (fun s => c * ln s)).
  apply times_infinity; [typeclasses eauto | exact ln_infinity | exact N].
Qed.
Lemma T_inverse_to_infinity : forall n, tends (fun s => / s ^ S n) (Rbar_locally p_infty) 0.
Proof.
  intro n. assert (H : tends (fun s => / s) (Rbar_locally p_infty) 0).
  { change (is_lim (fun s => / s) p_infty (Rbar_inv p_infty)). apply is_lim_inv; [apply is_lim_id | discriminate]. }
  apply (filterlim_ext (fun s => (/ s) ^ S n)); [intro; apply pow_inv |].
  apply (T_eq _ (0 ^ S n)); [now apply (T_pow (S n)) | simpl; ring].
Qed.
Lemma line_to_infinity : forall f c, (forall s, f s = c * s) -> 0 < c ->
  filterlim f (Rbar_locally p_infty) (Rbar_locally p_infty).
Proof.
  intros f c E H P [M HM]. exists (M / c). intros x Hx. apply HM. rewrite E.
  apply Rmult_lt_reg_l with (/ c); [apply Rinv_0_lt_compat, H|].
  replace (/ c * (c * x)) with x by (field; lra).
  replace (/ c * M) with (M / c) by (field; lra). exact Hx.
Qed.
Lemma T_exp_to_infinity : forall f c, (forall s, f s = c * s) -> c < 0 ->
  tends (fun s => exp (f s)) (Rbar_locally p_infty) 0.
Proof.
  intros f c E N. apply T_exp_m. apply filterlim_ext with (fun s => c * s); [intro; symmetry; apply E|].
  apply (times_infinity _ (fun s => s)); [typeclasses eauto | apply filterlim_id | exact N].
Qed.
(** An exponential that falls beats every power. *)
Lemma exp_beats_line : tends (fun y => y * exp (- y)) (Rbar_locally p_infty) 0.
Proof.
  assert (H : is_lim (fun y => / (exp y / y)) p_infty 0).
  { change (Finite 0) with (Rbar_inv p_infty). apply is_lim_inv; [exact is_lim_div_exp_p | discriminate]. }
  apply (is_lim_ext_loc (fun y => / (exp y / y)) (fun y => y * exp (- y)) p_infty 0); [|exact H].
  exists 0. intros y P. rewrite exp_Ropp. field. split; [apply Rgt_not_eq, exp_pos | lra].
Qed.
Lemma exp_beats : forall n c, 0 < c -> tends (fun s => s ^ n * exp (- (c * s))) (Rbar_locally p_infty) 0.
Proof.
  assert (B : forall c, 0 < c -> tends (fun s => s * exp (- (c * s))) (Rbar_locally p_infty) 0).
  { intros c P. replace 0 with (/ c * 0) by ring.
    apply (filterlim_ext (fun s => / c * ((c * s) * exp (- (c * s))))); [intro; field; lra|].
    apply T_mult; [apply T_const|].
    apply (filterlim_comp _ _ _ (fun s => c * s) (fun y => y * exp (- y)) _ (Rbar_locally p_infty) _); [|exact exp_beats_line].
    apply (line_to_infinity _ c); [reflexivity | exact P]. }
  induction n as [|n IH]; intros c P.
  - apply (filterlim_ext (fun s => exp (- c * s))); [intro; simpl; rewrite Rmult_1_l; f_equal; ring|].
    apply (T_exp_to_infinity _ (- c)); [reflexivity | lra].
  - replace 0 with (0 * 0) by ring.
    apply (filterlim_ext (fun s => (s * exp (- (c / 2 * s))) * (s ^ n * exp (- (c / 2 * s))))).
    { intro s. replace (- (c * s)) with (- (c / 2 * s) + - (c / 2 * s)) by field. rewrite exp_plus. simpl. ring. }
    apply T_mult; [apply B; lra | apply IH; lra].
Qed.
Lemma T_power_exp : forall n m f c, (forall s, f s = c * s ^ S m) -> c < 0 ->
  tends (fun s => s ^ n * exp (f s)) (Rbar_locally p_infty) 0.
Proof.
  intros n m f c E N.
  apply (is_lim_le_le_loc (fun _ => 0) (fun s => s ^ n * exp (- (- c * s))) (fun s => s ^ n * exp (f s)) p_infty 0).
  - exists 1. intros s P. assert (0 < s ^ n) by (apply pow_lt; lra). split.
    { left. apply Rmult_lt_0_compat; [assumption | apply exp_pos]. }
    apply Rmult_le_compat_l; [lra|]. rewrite E. assert (1 <= s ^ m) by (apply pow_R1_Rle; lra).
    assert (0 <= - c * s * (s ^ m - 1)) by (apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]).
    assert (L : c * s ^ S m <= - (- c * s)) by (simpl; nra).
    destruct (Rle_lt_or_eq_dec _ _ L) as [Q|Q]; [left; now apply exp_increasing | right; now rewrite Q].
  - apply is_lim_const.
  - apply exp_beats. lra.
Qed.
Lemma T_power_at_zero : forall c, 0 < c -> tends (fun s => Rpower s c) (at_right 0) 0.
Proof.
  intros c P. unfold Rpower. apply (T_exp_m (fun s => c * ln s)).
  apply times_minus_infinity; [typeclasses eauto | exact is_lim_ln_0 | exact P].
Qed.
Lemma atan_to_infinity : filterlim atan (Rbar_locally p_infty) (locally (PI / 2)).
Proof.
  intros Q [e He]. exists (tan (PI / 2 - Rmin e (PI / 4) / 2)). intros x Hx. apply He.
  pose proof PI_RGT_0 as PP. pose proof (cond_pos e) as PE.
  assert (M : 0 < Rmin e (PI / 4)) by (apply Rmin_glb_lt; lra).
  assert (M1 := Rmin_l e (PI / 4)). assert (M2 := Rmin_r e (PI / 4)).
  pose proof (atan_bound x) as B.
  assert (L : PI / 2 - Rmin e (PI / 4) / 2 < atan x).
  { rewrite <- (atan_tan (PI / 2 - Rmin e (PI / 4) / 2)) by lra. apply atan_increasing. exact Hx. }
  unfold ball. simpl. unfold AbsRing_ball, abs, minus, plus, opp. simpl. apply Rabs_def1; lra.
Qed.
Lemma T_atan_to_infinity : forall f c, (forall s, f s = c * s) -> 0 < c ->
  tends (fun s => atan (f s)) (Rbar_locally p_infty) (PI / 2).
Proof. intros f c E P. eapply filterlim_comp; [apply (line_to_infinity f c E P) | exact atan_to_infinity]. Qed.

(** A limit from those of the parts; what tends to something for a reason of its own is among the hypotheses. *)
Ltac tending :=
  first
  [ eassumption | apply T_const
  | lazymatch goal with
    | |- tends (fun s => @?f s + @?g s) _ _ => eapply (T_plus f g); tending
    | |- tends (fun s => @?f s * @?g s) _ _ => eapply (T_mult f g); tending
    | |- tends (fun s => @?f s / @?g s) _ _ =>
        first [eapply (T_div f g); [tending | tending | asked] | eapply (T_mult f (fun s => / g s)); tending]
    | |- tends (fun s => / @?f s) _ _ => eapply (T_inv f); [tending | asked]
    | |- tends (fun s => - @?f s) _ _ => eapply (T_opp f); tending
    | |- tends (fun s => @?f s ^ _) _ _ => eapply (T_pow _ f); tending
    | |- tends (fun s => Rpower (@?f s) ?c) _ _ => eapply (T_power f c); [tending | asked]
    end ].

(** Whole turns, and powers of what is not below 1. *)
Lemma sin_turns : forall n x, x = 2 * PI * INR n -> sin x = 0.
Proof. intros n x ->. replace (2 * PI * INR n) with (0 + 2 * INR n * PI) by ring. rewrite sin_period. apply sin_0. Qed.
Lemma cos_turns : forall n x, x = 2 * PI * INR n -> cos x = 1.
Proof. intros n x ->. replace (2 * PI * INR n) with (0 + 2 * INR n * PI) by ring. rewrite cos_period. apply cos_0. Qed.
Lemma atan_of_zero : forall x, x = 0 -> atan x = 0.
Proof. intros x ->. apply atan_0. Qed.
Lemma power_below_one : forall x c, 1 <= x -> c <= 0 -> Rpower x c <= 1.
Proof.
  intros x c H N. unfold Rpower. rewrite <- exp_0. destruct (Req_dec (c * ln x) 0) as [->|Z]; [lra|]. left. apply exp_increasing.
  assert (0 <= ln x) by (rewrite <- ln_1; destruct H as [H| <-]; [left; apply ln_increasing; lra | lra]). nra.
Qed.

(** Two ways to write a slope, or a value at an end, with the same powers and functions in them. *)
Ltac slope_by_roots :=
  same_roots; name_roots;
  match goal with
  | A : ?a * ?a = _, B : ?b * ?b = _ |- _ => field [A B]; repeat split; asked
  | A : ?a * ?a = _ |- _ => field [A]; repeat split; asked
  end.
Ltac same_slope :=
  rewrite ?INR_IZR_INZ; cbn [Z.of_nat Pos.of_succ_nat Pos.succ]; unfold Rdiv; rewrite ?pow_1;
  first [ reflexivity | ring | (field; repeat split; asked) | slope_by_roots ].
Lemma power_of_one : forall c, Rpower 1 c = 1.
Proof. intro c. unfold Rpower. rewrite ln_1, Rmult_0_r. apply exp_0. Qed.
Ltac at_ends := cbv beta; rewrite ?power_of_one, ?pow1, ?ln_1, ?Rmult_1_r; first [ reflexivity | ring | (unfold Rdiv; ring) | lra ].

(** A substitution between closed intervals, whose new variable is positive. *)
(** What has a positive slope inside rises; of a negative one, it falls. *)
Lemma rises_by_slope : forall (p dp : R -> R) x y, x < y ->
  (forall s, x <= s -> s <= y -> is_derive p s (dp s)) -> (forall s, x < s -> s < y -> 0 < dp s) -> p x < p y.
Proof.
  intros p dp x y L D P. destruct (MVT_cor2 p dp x y L) as [c [E [A B]]].
  - intros c [A B]. apply is_derive_Reals, D; assumption.
  - assert (0 < dp c * (y - x)) by (apply Rmult_lt_0_compat; [apply P; assumption | lra]). lra.
Qed.
Lemma falls_by_slope : forall (p dp : R -> R) x y, x < y ->
  (forall s, x <= s -> s <= y -> is_derive p s (dp s)) -> (forall s, x < s -> s < y -> 0 < - dp s) -> p y < p x.
Proof.
  intros p dp x y L D P. destruct (MVT_cor2 p dp x y L) as [c [E [A B]]].
  - intros c [A B]. apply is_derive_Reals, D; assumption.
  - assert (0 < - dp c * (y - x)) by (apply Rmult_lt_0_compat; [apply P; assumption | lra]). lra.
Qed.

Lemma substitution : forall (p dp f g : R -> R) a b c d, a <= b -> c <= d ->
  (forall x, a <= x -> x <= b -> is_derive p x (dp x)) -> (forall x, a <= x -> x <= b -> continuous dp x) ->
  (forall x, a <= x -> x <= b -> 0 < p x) -> 0 < c -> (forall u, 0 < u -> continuous g u) ->
  (forall x u, a <= x -> x <= b -> u = p x -> f x = dp x * g u) -> p a = c -> p b = d ->
  exists v, is_RInt f a b v /\ is_RInt g c d v.
Proof.
  intros p dp f g a b c d AB CD D C P PC G E <- <-. exists (RInt g (p a) (p b)). split.
  - apply is_RInt_ext with (fun x => scal (dp x) (g (p x))).
    + intros x Hx. rewrite Rmin_left, Rmax_right in Hx by assumption. symmetry. apply E; [lra | lra | reflexivity].
    + apply (is_RInt_comp (V := R_CompleteNormedModule) g p dp); intros x Hx; rewrite Rmin_left, Rmax_right in Hx by assumption.
      * apply G, P; lra.
      * split; [apply D | apply C]; lra.
  - apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by assumption. apply G. lra.
Qed.
Lemma substitution_falls : forall (p dp f g : R -> R) a b c d, a <= b -> c <= d ->
  (forall x, a <= x -> x <= b -> is_derive p x (dp x)) -> (forall x, a <= x -> x <= b -> continuous dp x) ->
  (forall x, a <= x -> x <= b -> 0 < p x) -> 0 < c -> (forall u, 0 < u -> continuous g u) ->
  (forall x u, a <= x -> x <= b -> u = p x -> f x = -1 * (dp x * g u)) -> p a = d -> p b = c ->
  exists v, is_RInt f a b v /\ is_RInt g c d v.
Proof.
  intros p dp f g a b c d AB CD D C P PC G E <- <-. exists (RInt g (p b) (p a)). split.
  - apply is_RInt_ext with (fun x => opp (scal (dp x) (g (p x)))).
    + intros x Hx. rewrite Rmin_left, Rmax_right in Hx by assumption. rewrite (E x (p x)) by (lra || reflexivity).
      unfold opp, scal; simpl; unfold mult; simpl. ring.
    + assert (S : opp (RInt g (p a) (p b)) = RInt g (p b) (p a)).
      { apply (opp_RInt_swap (V := R_CompleteNormedModule)).
        apply (ex_RInt_continuous (V := R_CompleteNormedModule)). intros u Hu.
        rewrite Rmin_right, Rmax_left in Hu by assumption. apply G. lra. }
      rewrite <- S.
      apply (is_RInt_opp (V := R_NormedModule)).
      apply (is_RInt_comp (V := R_CompleteNormedModule) g p dp); intros x Hx; rewrite Rmin_left, Rmax_right in Hx by assumption.
      * apply G, P; lra.
      * split; [apply D | apply C]; lra.
  - apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros u Hu. rewrite Rmin_left, Rmax_right in Hu by assumption. apply G. lra.
Qed.
