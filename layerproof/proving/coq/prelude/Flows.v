(** Derivatives along a trajectory, quantities that stay constant, and solutions that are the only ones. *)
From Layerproof Require Export Base Sums.
From Coquelicot Require Export Coquelicot.
Open Scope R_scope.

(** The value and the derivative of a function at a point, together: each rule below gives both. *)
Definition slope_at (f : R -> R) (x y v : R) : Prop := f x = y /\ is_derive f x v.

Lemma D_of : forall f x v, is_derive f x v -> slope_at f x (f x) v.
Proof. now split. Qed.
Lemma D_slope : forall f x y v, slope_at f x y v -> is_derive f x v.
Proof. now intros f x y v [_ H]. Qed.
(** The derivative may be written in another way. *)
Lemma D_eq : forall f x y v w, slope_at f x y v -> v = w -> slope_at f x y w.
Proof. intros; subst; assumption. Qed.
Lemma D_to : forall f x y v w, slope_at f x y v -> v = w -> is_derive f x w.
Proof. intros f x y v w [_ H] <-; exact H. Qed.
Lemma D_continuous : forall f x y v, slope_at f x y v -> continuous f x.
Proof. intros f x y v [_ H]. apply (ex_derive_continuous f). exists v. exact H. Qed.

(** A constant, and the variable itself. *)
Lemma D_const : forall c x, slope_at (fun _ => c) x c 0.
Proof. intros; split; [reflexivity|]. apply @is_derive_const. Qed.
Lemma D_id : forall x, slope_at (fun s => s) x x 1.
Proof. intros; split; [reflexivity|]. apply @is_derive_id. Qed.

(** Sums and products; one factor or term may be a constant. *)
Lemma D_plus : forall f g x a b u v, slope_at f x a u -> slope_at g x b v -> slope_at (fun s => f s + g s) x (a + b) (u + v).
Proof. intros f g x a b u v [<- F] [<- G]; split; [reflexivity|]. now apply @is_derive_plus. Qed.
Lemma D_plus_l : forall c g x b v, slope_at g x b v -> slope_at (fun s => c + g s) x (c + b) v.
Proof. intros. apply D_eq with (0 + v); [|ring]. apply (D_plus (fun _ => c)); [apply D_const|assumption]. Qed.
Lemma D_plus_r : forall f c x a u, slope_at f x a u -> slope_at (fun s => f s + c) x (a + c) u.
Proof. intros. apply D_eq with (u + 0); [|ring]. apply (D_plus f (fun _ => c)); [assumption|apply D_const]. Qed.
Lemma D_mult : forall f g x a b u v, slope_at f x a u -> slope_at g x b v -> slope_at (fun s => f s * g s) x (a * b) (u * b + a * v).
Proof.
  intros f g x a b u v [<- F] [<- G]; split; [reflexivity|].
  apply (is_derive_mult f g x u v F G). intros; apply Rmult_comm.
Qed.
Lemma D_mult_l : forall c g x b v, slope_at g x b v -> slope_at (fun s => c * g s) x (c * b) (c * v).
Proof. intros. apply D_eq with (0 * b + c * v); [|ring]. apply (D_mult (fun _ => c)); [apply D_const|assumption]. Qed.
Lemma D_mult_r : forall f c x a u, slope_at f x a u -> slope_at (fun s => f s * c) x (a * c) (u * c).
Proof. intros. apply D_eq with (u * c + a * 0); [|ring]. apply (D_mult f (fun _ => c)); [assumption|apply D_const]. Qed.

(** Composition with a function of one variable. *)
Lemma D_comp : forall g f x a u w, slope_at f x a u -> is_derive g a w -> slope_at (fun s => g (f s)) x (g a) (w * u).
Proof.
  intros g f x a u w [<- F] G; split; [reflexivity|].
  rewrite Rmult_comm. exact (is_derive_comp g f x w u G F).
Qed.
Lemma D_pow : forall n f x a u, slope_at f x a u -> slope_at (fun s => f s ^ S n) x (a ^ S n) (INR (S n) * a ^ n * u).
Proof.
  intros n f x a u [<- F]; split; [reflexivity|].
  generalize (is_derive_pow f (S n) x u F). simpl pred. intro G.
  replace (INR (S n) * f x ^ n * u) with (INR (S n) * u * f x ^ n) by ring. exact G.
Qed.
Lemma D_square : forall f x a u, slope_at f x a u -> slope_at (fun s => f s ^ 2) x (a ^ 2) (2 * a * u).
Proof. intros. eapply D_eq; [apply D_pow; eassumption | simpl; ring]. Qed.
Lemma D_inv : forall f x a u, slope_at f x a u -> a <> 0 -> slope_at (fun s => / f s) x (/ a) (- u * (/ a * / a)).
Proof.
  intros f x a u [<- F] N; split; [reflexivity|].
  replace (- u * (/ f x * / f x)) with (- u / f x ^ 2) by (field; exact N).
  now apply is_derive_inv.
Qed.
Lemma D_div : forall f g x a b u v, slope_at f x a u -> slope_at g x b v -> b <> 0 ->
  slope_at (fun s => f s / g s) x (a / b) (u * / b - a * v * (/ b * / b)).
Proof.
  intros. unfold Rdiv. eapply D_eq; [apply D_mult; [eassumption | apply D_inv; eassumption] | ring].
Qed.
Lemma D_div_l : forall c g x b v, slope_at g x b v -> b <> 0 -> slope_at (fun s => c / g s) x (c / b) (- (c * v * (/ b * / b))).
Proof. intros. unfold Rdiv. eapply D_eq; [apply D_mult_l, D_inv; eassumption | ring]. Qed.
Lemma D_div_r : forall f c x a u, slope_at f x a u -> slope_at (fun s => f s / c) x (a / c) (u * / c).
Proof. intros. unfold Rdiv. apply D_mult_r; assumption. Qed.
Lemma D_sqrt : forall f x a u, slope_at f x a u -> 0 < a -> slope_at (fun s => sqrt (f s)) x (sqrt a) (/ (2 * sqrt a) * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_Reals, derivable_pt_lim_sqrt; assumption. Qed.
Lemma D_exp : forall f x a u, slope_at f x a u -> slope_at (fun s => exp (f s)) x (exp a) (exp a * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_exp. Qed.
Lemma D_ln : forall f x a u, slope_at f x a u -> 0 < a -> slope_at (fun s => ln (f s)) x (ln a) (/ a * u).
Proof. intros. apply D_comp; [assumption|]. now apply is_derive_ln. Qed.
Lemma D_sinh : forall f x a u, slope_at f x a u -> slope_at (fun s => sinh (f s)) x (sinh a) (cosh a * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_Reals, derivable_pt_lim_sinh. Qed.
Lemma D_cosh : forall f x a u, slope_at f x a u -> slope_at (fun s => cosh (f s)) x (cosh a) (sinh a * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_Reals, derivable_pt_lim_cosh. Qed.
Lemma D_sin : forall f x a u, slope_at f x a u -> slope_at (fun s => sin (f s)) x (sin a) (cos a * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_sin. Qed.
Lemma D_cos : forall f x a u, slope_at f x a u -> slope_at (fun s => cos (f s)) x (cos a) (- sin a * u).
Proof. intros. apply D_comp; [assumption|]. apply is_derive_cos. Qed.
Lemma D_atan : forall f x a u, slope_at f x a u -> slope_at (fun s => atan (f s)) x (atan a) (/ (1 + a ^ 2) * u).
Proof.
  intros. apply D_comp; [assumption|]. replace (a ^ 2) with (Rsqr a) by (unfold Rsqr; ring). apply is_derive_atan.
Qed.
Lemma D_arcsinh : forall f x a u, slope_at f x a u ->
  slope_at (fun s => arcsinh (f s)) x (arcsinh a) (/ sqrt (1 + a ^ 2) * u).
Proof.
  intros. apply D_comp; [assumption|]. rewrite (Rplus_comm 1). apply is_derive_Reals, derivable_pt_lim_arcsinh.
Qed.
(** A real power with a constant exponent. *)
Lemma D_Rpower : forall f c x a u, slope_at f x a u -> 0 < a ->
  slope_at (fun s => Rpower (f s) c) x (Rpower a c) (c * (/ a * u) * Rpower a c).
Proof.
  intros. unfold Rpower. eapply D_eq; [apply D_exp, D_mult_l, D_ln; eassumption | ring].
Qed.
(** A constant to a power that moves. *)
Lemma D_Rpower_l : forall c f x a u, slope_at f x a u -> slope_at (fun s => Rpower c (f s)) x (Rpower c a) (Rpower c a * (u * ln c)).
Proof. intros. unfold Rpower. apply D_exp, D_mult_r; assumption. Qed.

(** Finite sums, term by term. *)
Lemma D_rsum : forall (f : nat -> R -> R) x y v n lo,
  (forall i, (lo <= i < lo + n)%nat -> slope_at (f i) x (y i) (v i)) ->
  slope_at (fun s => rsum (fun i => f i s) lo n) x (rsum y lo n) (rsum v lo n).
Proof.
  induction n as [|n IH]; intros lo H; simpl.
  - apply D_const.
  - apply (D_plus (f lo)); [apply H; lia|]. apply IH. intros; apply H; lia.
Qed.
Lemma D_tsum : forall lo hi (f : nat -> R -> R) x y v,
  (forall i, (lo <= i <= hi)%nat -> slope_at (f i) x (y i) (v i)) ->
  slope_at (fun s => tsum lo hi (fun i => f i s)) x (tsum lo hi y) (tsum lo hi v).
Proof. intros. apply D_rsum. intros; apply H; lia. Qed.

(** Products, factor by factor. *)
Lemma D_rprod : forall (f : nat -> R -> R) x y v n lo, (1 <= lo)%nat ->
  (forall i, (lo <= i < lo + n)%nat -> slope_at (f i) x (y i) (v i)) ->
  slope_at (fun s => rprod (fun i => f i s) lo n) x (rprod y lo n)
    (rsum (fun j => v j * (rprod y lo (j - lo) * rprod y (j + 1) (lo + n - (j + 1)))) lo n).
Proof.
  induction n as [|n IH]; intros lo L H.
  - apply D_const.
  - assert (Moves : slope_at (fun s => f lo s * rprod (fun i => f i s) (S lo) n) x (y lo * rprod y (S lo) n)
      (v lo * rprod y (S lo) n
        + y lo * rsum (fun j => v j * (rprod y (S lo) (j - S lo) * rprod y (j + 1) (S lo + n - (j + 1)))) (S lo) n)).
    { apply (D_mult (f lo)); [apply H; lia | apply IH; [lia |]]. intros; apply H; lia. }
    eapply D_eq; [exact Moves |].
    change (rsum (fun j => v j * (rprod y lo (j - lo) * rprod y (j + 1) (lo + S n - (j + 1)))) lo (S n))
      with (v lo * (rprod y lo (lo - lo) * rprod y (lo + 1) (lo + S n - (lo + 1)))
        + rsum (fun j => v j * (rprod y lo (j - lo) * rprod y (j + 1) (lo + S n - (j + 1)))) (S lo) n).
    replace (lo - lo)%nat with O by lia. replace (lo + S n - (lo + 1))%nat with n by lia.
    replace (lo + 1)%nat with (S lo) by lia. change (rprod y lo 0) with 1. rewrite <- rsum_scal.
    f_equal; [ring |]. apply rsum_ext. intros j J. replace (j - lo)%nat with (S (j - S lo)) by lia.
    change (rprod y lo (S (j - S lo))) with (y lo * rprod y (S lo) (j - S lo)).
    replace (S lo + n - (j + 1))%nat with (lo + S n - (j + 1))%nat by lia. ring.
Qed.
Lemma D_tprod : forall lo hi (f : nat -> R -> R) x y v, (1 <= lo)%nat ->
  (forall i, (lo <= i <= hi)%nat -> slope_at (f i) x (y i) (v i)) ->
  slope_at (fun s => tprod lo hi (fun i => f i s)) x (tprod lo hi y)
    (tsum lo hi (fun j => v j * tprod lo (j - 1) y * tprod (j + 1) hi y)).
Proof.
  intros lo hi f x y v L H. eapply D_eq; [apply D_rprod; [exact L | intros; apply H; lia] |].
  unfold tsum, tprod. apply rsum_ext. intros j J.
  replace (S (j - 1) - lo)%nat with (j - lo)%nat by lia.
  replace (lo + (S hi - lo) - (j + 1))%nat with (S hi - (j + 1))%nat by lia. ring.
Qed.

(** One entry of a family is moved: its derivative is Kronecker's delta. *)
Lemma D_entry : forall (a : nat -> R) k i, slope_at (fun x => if Nat.eqb i k then x else a i) (a k) (a i) (kron i k).
Proof.
  intros. unfold kron. destruct (Nat.eqb_spec i k) as [->|]; [apply D_id | apply D_const].
Qed.
Lemma D_entry2 : forall (a : nat -> nat -> R) k l i j,
  slope_at (fun x => if Nat.eqb i k then (if Nat.eqb j l then x else a i j) else a i j) (a k l) (a i j) (kron i k * kron j l).
Proof.
  intros. unfold kron. destruct (Nat.eqb_spec i k) as [->|].
  - destruct (Nat.eqb_spec j l) as [->|].
    + apply D_eq with 1; [apply D_id | ring].
    + apply D_eq with 0; [apply D_const | ring].
  - apply D_eq with 0; [apply D_const | ring].
Qed.

(** A sum over a delta is one term. *)
Lemma pick_tsum : forall k c e a b lo hi g, (lo <= k <= hi)%nat ->
  (forall i, (lo <= i <= hi)%nat -> g i = kron i k * c i + e i) -> c k = a -> tsum lo hi e = b ->
  tsum lo hi g = a + b.
Proof.
  intros k c e a b lo hi g H G <- <-. rewrite (tsum_ext lo hi g _ G), tsum_plus.
  f_equal. unfold tsum. apply rsum_kron. lia.
Qed.
Lemma pick_tsum_only : forall k c a lo hi g, (lo <= k <= hi)%nat ->
  (forall i, (lo <= i <= hi)%nat -> g i = kron i k * c i) -> c k = a -> tsum lo hi g = a.
Proof.
  intros k c a lo hi g H G E. rewrite (pick_tsum k c (fun _ => 0) a 0 lo hi g H); [ring | | exact E | apply tsum_zero].
  intros. rewrite G by assumption. ring.
Qed.
(** A common factor leaves a sum. *)
Lemma pull_tsum : forall c g e a b lo hi f, (forall i, (lo <= i <= hi)%nat -> f i = c * g i + e i) ->
  tsum lo hi g = a -> tsum lo hi e = b -> tsum lo hi f = c * a + b.
Proof. intros c g e a b lo hi f H <- <-. rewrite (tsum_ext lo hi f _ H), tsum_plus, tsum_scal. reflexivity. Qed.
Lemma pull_tsum_only : forall c g a lo hi f, (forall i, (lo <= i <= hi)%nat -> f i = c * g i) ->
  tsum lo hi g = a -> tsum lo hi f = c * a.
Proof. intros c g a lo hi f H <-. rewrite (tsum_ext lo hi f _ H), tsum_scal. reflexivity. Qed.
Lemma tsum_vanishes : forall lo hi f, (forall i, (lo <= i <= hi)%nat -> f i = 0) -> tsum lo hi f = 0.
Proof. intros lo hi f H. rewrite (tsum_ext lo hi f (fun _ => 0) H). apply tsum_zero. Qed.

(** What has derivative zero throughout an interval is the same at both ends. *)
Lemma stays_constant : forall (f : R -> R) a b, a <= b -> (forall x, a <= x <= b -> is_derive f x 0) -> f b = f a.
Proof.
  intros f a b H d. destruct (MVT_gen f a b (fun _ => 0)) as [c [_ E]].
  - intros x Hx. apply d. rewrite Rmin_left, Rmax_right in Hx by assumption. lra.
  - intros x Hx. apply continuity_pt_filterlim. apply (ex_derive_continuous f).
    exists 0. apply d. rewrite Rmin_left, Rmax_right in Hx by assumption. lra.
  - lra.
Qed.
(** What has no positive derivative throughout an interval does not grow. *)
Lemma not_growing : forall (f g : R -> R) a b, a <= b -> (forall x, a <= x <= b -> is_derive f x (g x)) ->
  (forall x, a <= x <= b -> g x <= 0) -> f b <= f a.
Proof.
  intros f g a b H d N. destruct (MVT_gen f a b g) as [c [Hc E]].
  - intros x Hx. apply d. rewrite Rmin_left, Rmax_right in Hx by assumption. lra.
  - intros x Hx. apply continuity_pt_filterlim. apply (ex_derive_continuous f).
    exists (g x). apply d. rewrite Rmin_left, Rmax_right in Hx by assumption. lra.
  - rewrite Rmin_left, Rmax_right in Hc by assumption. specialize (N c Hc). nra.
Qed.
(** A function that is continuous on a closed interval is bounded there. *)
Lemma bounded : forall (q : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> continuous q t) ->
  exists K, forall t, 0 <= t <= T -> q t <= K.
Proof.
  intros q T H C. destruct (continuity_ab_maj q 0 T H) as [M [B _]].
  - intros t Ht. apply continuity_pt_filterlim. now apply C.
  - now exists (q M).
Qed.
(** Gronwall: what starts at zero, is not negative, and grows at a rate of at most its multiple, stays zero. *)
Lemma gronwall : forall (E e : R -> R) K T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive E t (e t)) ->
  (forall t, 0 <= t <= T -> e t <= K * E t) -> (forall t, 0 <= t <= T -> 0 <= E t) -> E 0 = 0 -> E T = 0.
Proof.
  intros E e K T H d N P Z.
  assert (L : E T * exp (- K * T) <= E 0 * exp (- K * 0)).
  { apply (not_growing (fun t => E t * exp (- K * t)) (fun t => (e t - K * E t) * exp (- K * t)) 0 T H).
    - intros t Ht. eapply D_to.
      + apply D_mult; [apply D_of, d, Ht | apply D_exp, D_mult_l, D_id].
      + ring.
    - intros t Ht. specialize (N t Ht). pose proof (exp_pos (- K * t)). nra. }
  rewrite Z, Rmult_0_l in L. pose proof (exp_pos (- K * T)). specialize (P T (conj H (Rle_refl T))). nra.
Qed.
(** A linear equation has the zero solution only, when it starts there. *)
Lemma only_zero : forall (d q : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive d t (q t * d t)) ->
  (forall t, 0 <= t <= T -> continuous q t) -> d 0 = 0 -> d T = 0.
Proof.
  intros d q T H S C Z. destruct (bounded q T H C) as [K B].
  assert (E : d T ^ 2 = 0).
  { apply (gronwall (fun t => d t ^ 2) (fun t => 2 * d t * (q t * d t)) (2 * K) T H).
    - intros t Ht. apply D_slope with (d t ^ 2). apply D_square. apply D_of. now apply S.
    - intros t Ht. specialize (B t Ht). nra.
    - intros; apply pow2_ge_0.
    - rewrite Z. ring. }
  nra.
Qed.
Lemma continuous_add : forall (f g : R -> R) x,
  continuous f x -> continuous g x -> continuous (fun s => f s + g s) x.
Proof. intros f g x F G. exact (continuous_plus (V := R_NormedModule) f g x F G). Qed.
Lemma continuous_abs : forall (f : R -> R) x, continuous f x -> continuous (fun s => Rabs (f s)) x.
Proof. intros f x F. exact (continuous_comp f Rabs x F (continuous_Rabs (f x))). Qed.
Lemma continuous_twice_abs : forall (f : R -> R) x, continuous f x -> continuous (fun s => 2 * Rabs (f s)) x.
Proof. intros f x F. exact (continuous_scal_r (V := R_NormedModule) 2 _ x (continuous_abs f x F)). Qed.
(** The same for two coupled equations. *)
Lemma only_zero2 : forall (d1 d2 q11 q12 q21 q22 : R -> R) T, 0 <= T ->
  (forall t, 0 <= t <= T -> is_derive d1 t (q11 t * d1 t + q12 t * d2 t)) ->
  (forall t, 0 <= t <= T -> is_derive d2 t (q21 t * d1 t + q22 t * d2 t)) ->
  (forall t, 0 <= t <= T -> continuous q11 t) -> (forall t, 0 <= t <= T -> continuous q12 t) ->
  (forall t, 0 <= t <= T -> continuous q21 t) -> (forall t, 0 <= t <= T -> continuous q22 t) ->
  d1 0 = 0 -> d2 0 = 0 -> d1 T = 0 /\ d2 T = 0.
Proof.
  intros d1 d2 q11 q12 q21 q22 T H S1 S2 C11 C12 C21 C22 Z1 Z2.
  pose (q := fun t => 2 * Rabs (q11 t) + Rabs (q12 t) + Rabs (q21 t) + 2 * Rabs (q22 t)).
  destruct (bounded q T H) as [K B].
  { intros t Ht. unfold q.
    apply (continuous_add (fun t => 2 * Rabs (q11 t) + Rabs (q12 t) + Rabs (q21 t)) (fun t => 2 * Rabs (q22 t)));
      [apply (continuous_add (fun t => 2 * Rabs (q11 t) + Rabs (q12 t)) (fun t => Rabs (q21 t)));
        [apply (continuous_add (fun t => 2 * Rabs (q11 t)) (fun t => Rabs (q12 t)));
          [apply (continuous_twice_abs q11) | apply (continuous_abs q12)] | apply (continuous_abs q21)]
      | apply (continuous_twice_abs q22)]; auto. }
  assert (E : d1 T ^ 2 + d2 T ^ 2 = 0).
  { apply (gronwall (fun t => d1 t ^ 2 + d2 t ^ 2)
      (fun t => 2 * d1 t * (q11 t * d1 t + q12 t * d2 t) + 2 * d2 t * (q21 t * d1 t + q22 t * d2 t)) K T H).
    - intros t Ht. eapply D_slope. apply D_plus; apply D_square, D_of; auto.
    - intros t Ht. specialize (B t Ht). unfold q in B.
      pose proof (Rle_abs (q11 t)). pose proof (Rle_abs (q22 t)).
      assert (M : forall u, u * (2 * (d1 t * d2 t)) <= Rabs u * (d1 t ^ 2 + d2 t ^ 2)).
      { intro u. unfold Rabs. destruct (Rcase_abs u).
        - pose proof (pow2_ge_0 (d1 t + d2 t)). nra.
        - pose proof (pow2_ge_0 (d1 t - d2 t)). nra. }
      pose proof (M (q12 t)). pose proof (M (q21 t)).
      pose proof (pow2_ge_0 (d1 t)). pose proof (pow2_ge_0 (d2 t)).
      pose proof (Rabs_pos (q11 t)). pose proof (Rabs_pos (q22 t)). nra.
    - intros t Ht. pose proof (pow2_ge_0 (d1 t)). pose proof (pow2_ge_0 (d2 t)). lra.
    - rewrite Z1, Z2. ring. }
  pose proof (pow2_ge_0 (d1 T)). pose proof (pow2_ge_0 (d2 T)). split; nra.
Qed.

(** The same at each time before. *)
Lemma only_zero_throughout : forall (d q : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive d t (q t * d t)) ->
  (forall t, 0 <= t <= T -> continuous q t) -> d 0 = 0 -> forall t, 0 <= t <= T -> d t = 0.
Proof.
  intros d q T H S C Z t [Ht Hl]. apply (only_zero d q t Ht); [| |exact Z]; intros s Hs; [apply S | apply C]; lra.
Qed.
Lemma only_zero2_throughout : forall (d1 d2 q11 q12 q21 q22 : R -> R) T, 0 <= T ->
  (forall t, 0 <= t <= T -> is_derive d1 t (q11 t * d1 t + q12 t * d2 t)) ->
  (forall t, 0 <= t <= T -> is_derive d2 t (q21 t * d1 t + q22 t * d2 t)) ->
  (forall t, 0 <= t <= T -> continuous q11 t) -> (forall t, 0 <= t <= T -> continuous q12 t) ->
  (forall t, 0 <= t <= T -> continuous q21 t) -> (forall t, 0 <= t <= T -> continuous q22 t) ->
  d1 0 = 0 -> d2 0 = 0 -> forall t, 0 <= t <= T -> d1 t = 0 /\ d2 t = 0.
Proof.
  intros d1 d2 q11 q12 q21 q22 T H S1 S2 C11 C12 C21 C22 Z1 Z2 t [Ht Hl].
  apply (only_zero2 d1 d2 q11 q12 q21 q22 t Ht); try assumption;
    intros s Hs; first [apply S1 | apply S2 | apply C11 | apply C12 | apply C21 | apply C22]; lra.
Qed.
(** Numbers with the same exponential are the same. *)
Lemma same_exponential : forall k x y, k <> 0 -> exp (k * x) = exp (k * y) -> x = y.
Proof. intros k x y N E. apply exp_inv in E. now apply Rmult_eq_reg_l with k. Qed.
(** A function by a name. *)
Lemma named_function : forall f : R -> R, exists g, g = f.
Proof. intro f; now exists f. Qed.

(** A constant whose value is known in another way; the value and the slope may be written in another way. *)
Lemma D_known : forall c d x, c = d -> slope_at (fun _ => c) x d 0.
Proof. intros; subst; apply D_const. Qed.
Lemma D_conv : forall f x y v z w, slope_at f x y v -> y = z -> v = w -> slope_at f x z w.
Proof. intros; subst; assumption. Qed.
Lemma D_value : forall f x y v z, slope_at f x y v -> y = z -> slope_at f x z v.
Proof. intros; subst; assumption. Qed.
Lemma D_const_value : forall c x y v, slope_at (fun _ => c) x y v -> c = y.
Proof. intros c x y v [E _]; exact E. Qed.
Lemma D_power : forall n c f x a u, slope_at f x a u -> INR (S n) = c -> slope_at (fun s => f s ^ S n) x (a ^ S n) (c * a ^ n * u).
Proof. intros; subst; apply D_pow; assumption. Qed.
Lemma D_repeated : forall n p c f x a u, slope_at f x a u -> n = S p -> INR n = c ->
  slope_at (fun s => f s ^ n) x (a ^ n) (c * a ^ p * u).
Proof. intros n p c f x a u F -> <-. now apply D_pow. Qed.
(** Closes that something is not zero, or positive, which is known or follows by its structure from what is. *)
Ltac not_zero :=
  match goal with
  | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; not_zero
  | |- _ ^ _ <> 0 => apply pow_nonzero; not_zero
  | |- / _ <> 0 => apply Rinv_neq_0_compat; not_zero
  | |- exp _ <> 0 => apply Rgt_not_eq, exp_pos
  | |- sqrt _ <> 0 => first [assumption | apply Rgt_not_eq, sqrt_lt_R0; known_positive]
  | |- ?x + ?y <> 0 => first [assumption | lra | apply Rgt_not_eq; known_positive | multiple (x + y)]
  | |- ?x - ?y <> 0 => first [assumption | lra | apply Rgt_not_eq; known_positive | multiple (x - y)]
  | |- _ => first [assumption | lra | apply Rgt_not_eq; known_positive]
  end
with multiple x :=
  let Z := fresh "Zero" in
  match goal with H : ?y <> 0 |- _ =>
    lazymatch y with context [Rplus] => idtac | context [Rminus] => idtac end;
    intro Z; apply H; field_simplify_eq; [lra | repeat split; first [assumption | lra]]
  end
with known_positive :=
  first [assumption | lra | (apply INR_pos; lia)
    | match goal with H : forall i : nat, _ -> _ |- _ => apply H; first [assumption | lia] end].
(** Roots are named, with their squares as equations, for [field]. *)
Ltac name_root :=
  match goal with |- context [sqrt ?x] =>
    let K := fresh "Square" in let P := fresh "Root" in
    assert (K : sqrt x * sqrt x = x) by (apply sqrt_sqrt; first [lra | left; known_positive]);
    first [assert (P : 0 < sqrt x) by (apply sqrt_lt_R0; known_positive) | idtac];
    revert K; try revert P; generalize (sqrt x); intros ? P K
  end.
Ltac by_roots :=
  name_root; try name_root; try name_root;
  match goal with
  | A : ?a * ?a = _, B : ?b * ?b = _, C : ?c * ?c = _ |- _ => field [A B C]; repeat split; not_zero
  | A : ?a * ?a = _, B : ?b * ?b = _ |- _ => field [A B]; repeat split; not_zero
  | A : ?a * ?a = _ |- _ => field [A]; repeat split; not_zero
  end.
(** What is positive, or not zero, in another form. *)
Lemma side_pos : forall a b, 0 < a -> a = b -> 0 < b.
Proof. now intros a b H <-. Qed.
Lemma side_nz : forall a b, a <> 0 -> a = b -> b <> 0.
Proof. now intros a b H <-. Qed.
Ltac same_side := first [ring | (field; repeat split; not_zero)].
(** The same by any fact, in another form; or since a fact that something is positive would be false. *)
Ltac not_zero_by_facts :=
  first [ not_zero
    | match goal with
      | H : ?a <> 0 |- ?b <> 0 => apply (side_nz a b H); ring
      | H : 0 < ?a |- ?b <> 0 => apply Rgt_not_eq, (side_pos a b H); ring
      end
    | let E := fresh "Zero" in intro E;
      match goal with
      | H : 0 < ?a |- _ => assert (a = 0) by (rewrite E; ring); lra
      | H : ?a > 0 |- _ => assert (a = 0) by (rewrite E; ring); lra
      end ].
(** Exponentials of which one is the inverse of another, or its square. *)
Ltac related_exponential :=
  match goal with |- context [exp ?u] => match goal with |- context [exp ?v] =>
    assert_fails (constr_eq u v);
    first [ replace (exp v) with (/ exp u) by (rewrite <- exp_Ropp; f_equal; ring)
          | replace (exp v) with (exp u * exp u) by (rewrite <- exp_plus; f_equal; ring) ]
  end end.
Ltac related_exponentials :=
  related_exponential; try related_exponential; try related_exponential; field; repeat split;
  first [ not_zero
    | apply Rgt_not_eq; repeat first [apply exp_pos | apply Rplus_lt_0_compat | apply Rmult_lt_0_compat | lra] ].
(** Closes an equality of two forms of a derivative. *)
Ltac agrees := first [reflexivity | ring | (field; repeat split; not_zero) | by_roots
  | (field; repeat split; not_zero_by_facts) | related_exponentials | by_products].
(** The root of a product or of an inverse, by the roots of its parts. *)
Ltac roots_apart :=
  unfold Rdiv; rewrite ?sqrt_inv; repeat (rewrite sqrt_mult_alt by (left; known_positive)); rewrite ?sqrt_inv.
(** Roots of what is the same in another form are the same root. *)
Ltac same_roots :=
  repeat match goal with |- ?l = ?r =>
    match l with context [sqrt ?a] => match r with context [sqrt ?b] =>
      tryif constr_eq a b then fail else
        replace (sqrt a) with (sqrt b) by (apply (f_equal sqrt); first [ring | (field; repeat split; not_zero)])
    end end
  end.
(** Powers whose exponents are sums or multiples of natural numbers, by those of the parts. *)
Ltac split_powers :=
  repeat match goal with
  | |- context [?x ^ (?a + ?b)%nat] => rewrite (pow_add x a b)
  | |- context [?x ^ (?k * ?a)%nat] => replace (x ^ (k * a)%nat) with ((x ^ a) ^ k) by (rewrite <- pow_mult; f_equal; lia)
  end.
(** The same, also under sums. *)
Ltac agrees_inside := first [reflexivity | ring | (field; repeat split; not_zero) | by_roots
  | match goal with
    | |- tsum _ _ _ = tsum _ _ _ => apply tsum_ext; intros; agrees_inside
    | |- ?a + ?b = ?c + ?d => replace a with c by agrees_inside; replace b with d by agrees_inside; reflexivity
    | |- ?a * ?b = ?c * ?d => replace a with c by agrees_inside; replace b with d by agrees_inside; reflexivity
    | |- ?a / ?b = ?c / ?d => replace a with c by agrees_inside; replace b with d by agrees_inside; reflexivity
    | |- ?a ^ ?n = ?c ^ ?n => replace a with c by agrees_inside; reflexivity
    | |- - ?a = - ?c => replace a with c by agrees_inside; reflexivity
    | |- sqrt _ = sqrt _ => apply (f_equal sqrt); agrees_inside
    end
  | related_exponentials
  | (progress split_powers; first [ring | (field; repeat split; not_zero)])
  | (same_roots; field; repeat split; first [solve [not_zero] | nz])
  | (same_sums; first [ring | (field; repeat split; not_zero)])]
(** Sums of terms that are the same in another form are the same sum. *)
with same_sums :=
  match goal with |- ?l = ?r =>
    match l with context [tsum ?a ?b ?f] => match r with context [tsum ?a ?b ?g] =>
      tryif constr_eq f g then fail else replace (tsum a b f) with (tsum a b g) by (apply tsum_ext; intros; agrees_inside)
    end end
  end; try same_sums.
(** A difference. *)
Lemma D_minus : forall f g x a b u v, slope_at f x a u -> slope_at g x b v ->
  slope_at (fun s => f s - g s) x (a - b) (u - v).
Proof.
  intros f g x a b u v [<- F] [<- G]; split; [reflexivity|]. exact (is_derive_minus f g x u v F G).
Qed.
(** Hyperbolic functions of the opposite. *)
Lemma cosh_opp : forall x, cosh (- x) = cosh x.
Proof. intros. unfold cosh. rewrite Ropp_involutive. field. Qed.
Lemma sinh_opp : forall x, sinh (- x) = - sinh x.
Proof. intros. unfold sinh. rewrite Ropp_involutive. field. Qed.

(** Exponentials whose product is 1: each is the inverse of the other. *)
Ltac opposite_exponentials :=
  match goal with |- context [exp ?u] => match goal with |- context [exp ?v] =>
    assert_fails (constr_eq u v); replace (exp v) with (/ exp u) by (rewrite <- exp_Ropp; f_equal; ring)
  end end; field; repeat split; apply Rgt_not_eq, exp_pos.
