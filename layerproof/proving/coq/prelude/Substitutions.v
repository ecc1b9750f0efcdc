(** Substitutions towards ends that are open or infinite: the ends of the old range meet those of the new one. *)
From Layerproof Require Export Integrals.
Open Scope R_scope.

Section Improper.
Variables (p dp f g : R -> R) (In Out : R -> Prop).
Hypothesis Cin : forall x y z, In x -> In y -> x <= z -> z <= y -> In z.
Hypothesis Cout : forall x y z, Out x -> Out y -> x <= z -> z <= y -> Out z.
Hypothesis Dp : forall x, In x -> is_derive p x (dp x).
Hypothesis Sp : forall x, In x -> continuous dp x.
Hypothesis Po : forall x, In x -> Out (p x).
Hypothesis Cg : forall u, Out u -> continuous g u.

Lemma all_between (P : R -> Prop) x y : (forall a b c, P a -> P b -> a <= c -> c <= b -> P c) -> P x -> P y ->
  forall z, Rmin x y <= z <= Rmax x y -> P z.
Proof.
  intros C X Y z [A B]. destruct (Rle_or_lt x y) as [L | L].
  - rewrite Rmin_left in A by lra. rewrite Rmax_right in B by lra. exact (C x y z X Y A B).
  - rewrite Rmin_right in A by lra. rewrite Rmax_left in B by lra. exact (C y x z Y X A B).
Qed.
Lemma piece (x y : R) : In x -> In y ->
  is_RInt (fun s => dp s * g (p s)) x y (RInt g (p x) (p y)) /\ is_RInt g (p x) (p y) (RInt g (p x) (p y)).
Proof.
  intros X Y. split.
  - apply (is_RInt_comp (V := R_CompleteNormedModule) g p dp); intros z Z; apply (all_between In x y Cin X Y) in Z.
    + apply Cg, Po, Z.
    + split; [apply Dp | apply Sp]; exact Z.
  - apply (RInt_correct (V := R_CompleteNormedModule)), (ex_RInt_continuous (V := R_CompleteNormedModule)).
    intros u U. apply Cg, (all_between Out (p x) (p y) Cout (Po x X) (Po y Y) u U).
Qed.
Lemma piece_rises x y w : (forall s, In s -> f s = dp s * g (p s)) -> In x -> In y ->
  (is_RInt f x y w <-> is_RInt g (p x) (p y) w).
Proof.
  intros E X Y. destruct (piece x y X Y) as [A B].
  assert (A' : is_RInt f x y (RInt g (p x) (p y))).
  { apply is_RInt_ext with (fun s => dp s * g (p s)); [|exact A]. intros s S. symmetry. apply E.
    apply (all_between In x y Cin X Y s); lra. }
  split; intro H.
  - assert (W := is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ H).
    rewrite <- W, (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ A'). exact B.
  - assert (W := is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ H). rewrite <- W. exact A'.
Qed.
Lemma piece_falls x y w : (forall s, In s -> f s = -1 * (dp s * g (p s))) -> In x -> In y ->
  (is_RInt f x y w <-> is_RInt g (p y) (p x) w).
Proof.
  intros E X Y. destruct (piece x y X Y) as [A B].
  assert (A' : is_RInt f x y (opp (RInt g (p x) (p y)))).
  { apply is_RInt_ext with (fun s => opp (dp s * g (p s))); [|apply (is_RInt_opp (V := R_NormedModule)), A]. intros s S.
    rewrite E by (apply (all_between In x y Cin X Y s); lra). unfold opp; simpl. ring. }
  assert (B' : is_RInt g (p y) (p x) (opp (RInt g (p x) (p y)))) by (apply (is_RInt_swap (V := R_NormedModule)), B).
  split; intro H; assert (W := is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ H); rewrite <- W.
  - rewrite (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ A'). exact B'.
  - rewrite (is_RInt_unique (V := R_CompleteNormedModule) _ _ _ _ B'). exact A'.
Qed.
(** An end of the old range meets one of the new: the map leads there, and reaches all that is near it. *)
Definition meets (F G : (R -> Prop) -> Prop) :=
  F In /\ filterlim p F G /\ forall Q, F Q -> G (fun u => exists x, In x /\ Q x /\ u = p x).

Lemma improper_rises (Fa Fb Gc Gd : (R -> Prop) -> Prop) : Filter Fa -> Filter Fb ->
  (forall s, In s -> f s = dp s * g (p s)) -> meets Fa Gc -> meets Fb Gd ->
  forall v, is_RInt_gen f Fa Fb v <-> is_RInt_gen g Gc Gd v.
Proof.
  intros FA FB E (Ia & La & Ra) (Ib & Lb & Rb) v. split; intros H P HP; destruct (H P HP) as [Q1 Q2 H1 H2 K].
  - refine (Filter_prod Gc Gd _ _ _ (Ra Q1 H1) (Rb Q2 H2) _).
    intros c d (x & X & QX & ->) (y & Y & QY & ->). destruct (K x y QX QY) as (w & W & PW).
    exists w. split; [apply (piece_rises x y w E X Y), W | exact PW].
  - assert (A : Fa (fun x => In x /\ Q1 (p x))) by exact (@filter_and _ Fa FA _ _ Ia (La Q1 H1)).
    assert (B : Fb (fun y => In y /\ Q2 (p y))) by exact (@filter_and _ Fb FB _ _ Ib (Lb Q2 H2)).
    refine (Filter_prod Fa Fb _ _ _ A B _). intros x y [X QX] [Y QY]. destruct (K (p x) (p y) QX QY) as (w & W & PW).
    exists w. split; [apply (piece_rises x y w E X Y), W | exact PW].
Qed.
Lemma improper_falls (Fa Fb Gc Gd : (R -> Prop) -> Prop) : Filter Fa -> Filter Fb ->
  (forall s, In s -> f s = -1 * (dp s * g (p s))) -> meets Fa Gd -> meets Fb Gc ->
  forall v, is_RInt_gen f Fa Fb v <-> is_RInt_gen g Gc Gd v.
Proof.
  intros FA FB E (Ia & La & Ra) (Ib & Lb & Rb) v. split; intros H P HP; destruct (H P HP) as [Q1 Q2 H1 H2 K].
  - refine (Filter_prod Gc Gd _ _ _ (Rb Q2 H2) (Ra Q1 H1) _).
    intros c d (y & Y & QY & ->) (x & X & QX & ->). destruct (K x y QX QY) as (w & W & PW).
    exists w. split; [apply (piece_falls x y w E X Y), W | exact PW].
  - assert (A : Fa (fun x => In x /\ Q2 (p x))) by exact (@filter_and _ Fa FA _ _ Ia (La Q2 H2)).
    assert (B : Fb (fun y => In y /\ Q1 (p y))) by exact (@filter_and _ Fb FB _ _ Ib (Lb Q1 H1)).
    refine (Filter_prod Fa Fb _ _ _ A B _). intros x y [X QX] [Y QY]. destruct (K (p y) (p x) QY QX) as (w & W & PW).
    exists w. split; [apply (piece_falls x y w E X Y), W | exact PW].
Qed.
Lemma meets_at (a b : R) : In a -> b = p a -> meets (at_point a) (at_point b).
Proof.
  intros A ->. split; [exact A |]. split; [intros P HP; exact HP |]. intros Q HQ. exists a. repeat split; assumption.
Qed.
Lemma meets_by (q : R -> R) (F G : (R -> Prop) -> Prop) : Filter F -> Filter G -> F In -> filterlim p F G -> filterlim q G F ->
  G (fun u => p (q u) = u) -> meets F G.
Proof.
  intros FF FG I L M E. split; [exact I|]. split; [exact L|]. intros Q HQ.
  assert (A : G (fun u => In (q u) /\ Q (q u))) by exact (M _ (@filter_and _ F FF _ _ I HQ)).
  generalize (@filter_and _ G FG _ _ A E). apply filter_imp.
  intros u [[X B] C]. exists (q u). repeat split; [exact X | exact B | symmetry; exact C].
Qed.
End Improper.

(** A multiple of a power at the ends of the positive numbers. *)
Section Monomial.
Variables (p : R -> R) (In : R -> Prop) (c r : R).
Hypothesis Cpos : 0 < c.
Hypothesis Is : forall x, 0 < x -> p x = c * Rpower x r.
Let q u := Rpower (u / c) (/ r).
Lemma inverse_of_monomial u : r <> 0 -> 0 < u -> p (q u) = u.
Proof.
  intros N U. unfold q. rewrite Is by apply exp_pos. rewrite Rpower_mult, Rinv_l, Rpower_1 by (assumption || (apply Rdiv_lt_0_compat; assumption)).
  field. lra.
Qed.
Lemma exp_infinity : filterlim exp (Rbar_locally p_infty) (Rbar_locally p_infty). Proof. exact is_lim_exp_p. Qed.
Lemma scaled_up (F : (R -> Prop) -> Prop) (h : R -> R) k : Filter F -> 0 < k -> filterlim h F (Rbar_locally p_infty) ->
  filterlim (fun s => k * h s) F (Rbar_locally p_infty).
Proof. intros FF K H. apply (filterlim_comp _ _ _ h (fun y => k * y) F (Rbar_locally p_infty) _ H), (line_to_infinity _ k); auto. Qed.
Lemma turned_up (F : (R -> Prop) -> Prop) (h : R -> R) k : Filter F -> k < 0 -> filterlim h F (Rbar_locally m_infty) ->
  filterlim (fun s => k * h s) F (Rbar_locally p_infty).
Proof.
  intros FF K H P [M HM]. specialize (H (fun y => y < M / k)).
  assert (B : Rbar_locally m_infty (fun y => y < M / k)) by (exists (M / k); auto). specialize (H B).
  unfold filtermap in *. revert H. apply filter_imp. intros s S. apply HM.
  apply Rmult_lt_reg_l with (/ - k); [apply Rinv_0_lt_compat; lra|].
  replace (/ - k * M) with (- (M / k)) by (field; lra). replace (/ - k * (k * h s)) with (- h s) by (field; lra). lra.
Qed.
Lemma above_zero (F : (R -> Prop) -> Prop) (h : R -> R) : Filter F -> filterlim h F (locally 0) -> F (fun s => 0 < h s) ->
  filterlim h F (at_right 0).
Proof.
  intros FF H P Q HQ. assert (A : F (fun s => 0 < h s -> Q (h s))) by exact (H _ HQ).
  change (F (fun s => Q (h s))). generalize (@filter_and _ F FF _ _ P A). apply filter_imp. intros s [X B]. exact (B X).
Qed.
Lemma scaled_down (F : (R -> Prop) -> Prop) (h : R -> R) k : Filter F -> 0 < k -> filterlim h F (at_right 0) ->
  filterlim (fun s => k * h s) F (at_right 0).
Proof.
  intros FF K H. apply above_zero; [exact FF | |].
  - replace 0 with (k * 0) by ring. apply (T_mult (fun _ => k) h); [apply T_const|]. intros P HP. apply H. exact (filter_le_within _ _ HP).
  - apply (H (fun y => 0 < k * y)). exists (mkposreal 1 Rlt_0_1). intros y _ Y. apply Rmult_lt_0_compat; assumption.
Qed.
(** Powers at both ends. *)
Lemma power_up e : 0 < e -> filterlim (fun s => Rpower s e) (Rbar_locally p_infty) (Rbar_locally p_infty).
Proof. intro E. apply (filterlim_comp _ _ _ (fun s => e * ln s) exp _ (Rbar_locally p_infty)); [apply scaled_up; [typeclasses eauto | exact E | exact ln_infinity] | exact exp_infinity]. Qed.
Lemma power_turned_up e : e < 0 -> filterlim (fun s => Rpower s e) (at_right 0) (Rbar_locally p_infty).
Proof. intro E. apply (filterlim_comp _ _ _ (fun s => e * ln s) exp _ (Rbar_locally p_infty)); [apply turned_up; [typeclasses eauto | exact E | exact is_lim_ln_0] | exact exp_infinity]. Qed.
Lemma power_down e : 0 < e -> filterlim (fun s => Rpower s e) (at_right 0) (at_right 0).
Proof. intro E. apply above_zero; [typeclasses eauto | apply T_power_at_zero, E | apply filter_forall; intro; apply exp_pos]. Qed.
Lemma power_turned_down e : e < 0 -> filterlim (fun s => Rpower s e) (Rbar_locally p_infty) (at_right 0).
Proof. intro E. apply above_zero; [typeclasses eauto | apply T_power_to_infinity, E | apply filter_forall; intro; apply exp_pos]. Qed.
Lemma positive_far : Rbar_locally p_infty (fun s => 0 < s). Proof. exists 0. auto. Qed.
Lemma positive_near : at_right 0 (fun s => 0 < s). Proof. exists (mkposreal 1 Rlt_0_1). auto. Qed.
Lemma same_far (F G : (R -> Prop) -> Prop) : Filter F -> F (fun s => 0 < s) -> filterlim (fun s => c * Rpower s r) F G -> filterlim p F G.
Proof. intros FF P H. apply (filterlim_ext_loc (fun s => c * Rpower s r)); [|exact H]. revert P. apply filter_imp. intros s S. symmetry. apply Is, S. Qed.
Lemma inverse_scaled (F G H : (R -> Prop) -> Prop) : Filter F -> filterlim (fun s => / c * s) F G ->
  filterlim (fun s => Rpower s (/ r)) G H -> filterlim q F H.
Proof.
  intros FF A B. apply (filterlim_ext (fun u => Rpower (/ c * u) (/ r))); [intro u; unfold q, Rdiv; f_equal; ring|].
  exact (filterlim_comp _ _ _ (fun s => / c * s) (fun s => Rpower s (/ r)) F G H A B).
Qed.
Lemma inverse_c : 0 < / c. Proof. apply Rinv_0_lt_compat, Cpos. Qed.
Ltac monomial E := intros; apply (meets_by p In q);
  [ typeclasses eauto | typeclasses eauto | assumption
  | apply same_far; [typeclasses eauto | first [exact positive_far | exact positive_near] | first [apply scaled_up | apply scaled_down]; [typeclasses eauto | exact Cpos | E; assumption]]
  | idtac | idtac ].
Lemma monomial_near : 0 < r -> at_right 0 In -> meets p In (at_right 0) (at_right 0).
Proof.
  monomial ltac:(apply power_down).
  - apply (inverse_scaled _ (at_right 0)); [typeclasses eauto | apply scaled_down; [typeclasses eauto | exact inverse_c | apply filterlim_id] | apply power_down, Rinv_0_lt_compat; assumption].
  - generalize positive_near; apply filter_imp; intros; apply inverse_of_monomial; lra.
Qed.
Lemma monomial_far : 0 < r -> Rbar_locally p_infty In -> meets p In (Rbar_locally p_infty) (Rbar_locally p_infty).
Proof.
  monomial ltac:(apply power_up).
  - apply (inverse_scaled _ (Rbar_locally p_infty)); [typeclasses eauto | apply scaled_up; [typeclasses eauto | exact inverse_c | apply filterlim_id] | apply power_up, Rinv_0_lt_compat; assumption].
  - generalize positive_far; apply filter_imp; intros; apply inverse_of_monomial; lra.
Qed.
Lemma monomial_turned_near : r < 0 -> at_right 0 In -> meets p In (at_right 0) (Rbar_locally p_infty).
Proof.
  monomial ltac:(apply power_turned_up).
  - apply (inverse_scaled _ (Rbar_locally p_infty)); [typeclasses eauto | apply scaled_up; [typeclasses eauto | exact inverse_c | apply filterlim_id] | apply power_turned_down, Rinv_lt_0_compat; assumption].
  - generalize positive_far; apply filter_imp; intros; apply inverse_of_monomial; lra.
Qed.
Lemma monomial_turned_far : r < 0 -> Rbar_locally p_infty In -> meets p In (Rbar_locally p_infty) (at_right 0).
Proof.
  monomial ltac:(apply power_turned_down).
  - apply (inverse_scaled _ (at_right 0)); [typeclasses eauto | apply scaled_down; [typeclasses eauto | exact inverse_c | apply filterlim_id] | apply power_turned_up, Rinv_lt_0_compat; assumption].
  - generalize positive_near; apply filter_imp; intros; apply inverse_of_monomial; lra.
Qed.
End Monomial.
