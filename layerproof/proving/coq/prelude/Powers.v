(** Roots, exponentials, logarithms and angles by names: each lemma says what a term is in terms of named ones. *)
From Layerproof Require Export Base.
Open Scope R_scope.

(* A term gets a name of its own. *)
Lemma named : forall x : R, exists y, x = y.
Proof. intro x; exists x; reflexivity. Qed.
(* A name for a real number, and what is known of it. *)
Lemma eq_is : forall x m y : R, m = y -> x = m -> x = y.
Proof. intros; congruence. Qed.

(** * What is not zero *)

Lemma nz_same : forall a b, a <> 0 -> a = b -> b <> 0.
Proof. intros a b H <-; exact H. Qed.
Lemma nz_opp : forall a b, a <> 0 -> a = - b -> b <> 0.
Proof. intros a b H E Z; apply H; rewrite E, Z; ring. Qed.
(* A factor of what is not zero is not zero. *)
Lemma nz_factor : forall b p c, b <> 0 -> b = p * c -> p <> 0.
Proof. intros b p c H E Z; apply H; rewrite E, Z; ring. Qed.
(* The base of a power that is not zero is not zero. *)
Lemma nz_base : forall n x, x ^ S n <> 0 -> x <> 0.
Proof. intros n x H Z; apply H; rewrite Z; simpl; ring. Qed.
Lemma nz_root : forall x, sqrt x <> 0 -> x <> 0.
Proof. intros x H Z; apply H; rewrite Z; apply sqrt_0. Qed.
Lemma nz_of_pos : forall x y, 0 < x -> x = y -> y <> 0.
Proof. intros; lra. Qed.
Lemma nn_same : forall a b, 0 <= a -> a = b -> 0 <= b.
Proof. intros a b H <-; exact H. Qed.
Lemma pos_same : forall a b, 0 < a -> a = b -> 0 < b.
Proof. intros a b H <-; exact H. Qed.
Lemma pos_factor : forall t m p, 0 < t -> 0 < m -> t = p * m -> 0 < p.
Proof. intros t m p Ht Hm ->; destruct (Rle_or_lt p 0); [exfalso; nra | assumption]. Qed.
Lemma nn_of_pos : forall a, 0 < a -> 0 <= a.
Proof. intros; lra. Qed.

(** * Roots *)

(* A square leaves a root. *)
Lemma sqrt_is : forall t r q k, sqrt q = k -> 0 <= r -> t = r * r * q -> sqrt t = r * k.
Proof.
  intros t r q k <- Hr ->; destruct (Rle_or_lt 0 q) as [Hq | Hq].
  - rewrite sqrt_mult; [| nra | exact Hq]; rewrite sqrt_square; [ring | exact Hr].
  - rewrite (sqrt_neg_0 q) by lra; rewrite sqrt_neg_0 by nra; ring.
Qed.
Lemma sqrt_plain : forall t q k, sqrt q = k -> t = q -> sqrt t = k.
Proof. intros t q k <- ->; reflexivity. Qed.
Lemma sqrt_square_is : forall t r, 0 <= r -> t = r * r -> sqrt t = r.
Proof. intros t r Hr ->; apply sqrt_square; exact Hr. Qed.
(* What is under the root that is left. *)
Lemma rest_nn : forall t r q, 0 <= t -> r <> 0 -> t = r * r * q -> 0 <= q.
Proof.
  intros t r q Ht Hr ->; destruct (Rle_or_lt 0 q) as [Hq | Hq]; [exact Hq | exfalso].
  assert (0 < r * r) by (apply Rsqr_pos_lt; exact Hr); nra.
Qed.
Lemma root_square : forall q k, sqrt q = k -> 0 <= q -> k * k = q.
Proof. intros q k <- H; apply sqrt_sqrt; exact H. Qed.
Lemma root_nn : forall q k, sqrt q = k -> 0 <= k.
Proof. intros q k <-; apply sqrt_pos. Qed.
(* Two roots whose product has a root. *)
Lemma root_product : forall p q j k r, sqrt p = j -> sqrt q = k -> 0 <= p -> 0 <= q -> 0 <= r -> p * q = r * r -> j * k = r.
Proof.
  intros p q j k r <- <- Hp Hq Hr E; rewrite <- sqrt_mult by assumption; rewrite E; apply sqrt_square; exact Hr.
Qed.
Lemma root_quotient : forall j k r, j * k = r -> j <> 0 -> k = r / j.
Proof. intros j k r <- H; field; exact H. Qed.

(* A root that is a multiple of the product of two others. *)
Lemma root_equals : forall q k r i j, sqrt q = k -> 0 <= r -> 0 <= i -> 0 <= j ->
  q = (r * i * j) * (r * i * j) -> k = r * i * j.
Proof.
  intros q k r i j <- Hr Hi Hj ->; apply sqrt_square.
  apply Rmult_le_pos; [apply Rmult_le_pos |]; assumption.
Qed.
(* A root is the exponential of half a logarithm. *)
Lemma root_exp : forall q k s m, sqrt q = k -> exp s = m -> q = m -> exp (1 / 2 * s) = k.
Proof.
  intros q k s m <- <- ->; symmetry; apply sqrt_square_is; [left; apply exp_pos |].
  rewrite <- exp_plus; f_equal; field.
Qed.

(** * Exponentials: [u] is a combination of exponents whose exponentials have names *)

Lemma exp_is : forall u v m, exp v = m -> u = v -> exp u = m.
Proof. intros u v m H ->; exact H. Qed.
Lemma exp_join : forall u v a b, exp u = a -> exp v = b -> exp (u + v) = a * b.
Proof. intros u v a b <- <-; apply exp_plus. Qed.
Lemma exp_inv : forall u a, exp u = a -> exp (- u) = / a.
Proof. intros u a <-; apply exp_Ropp. Qed.
Lemma exp_nat : forall n u a, exp u = a -> exp (IZR (Z.of_nat n) * u) = a ^ n.
Proof.
  intros n u a <-; rewrite <- INR_IZR_INZ; induction n as [| n IH]; [simpl; rewrite Rmult_0_l; apply exp_0 |].
  rewrite S_INR, Rmult_plus_distr_r, exp_plus, IH, Rmult_1_l; simpl; ring.
Qed.
Lemma exp_named_pos : forall u a, exp u = a -> 0 < a.
Proof. intros u a <-; apply exp_pos. Qed.
Lemma exp_of_ln : forall p l, ln p = l -> 0 < p -> exp l = p.
Proof. intros p l <- H; apply exp_ln; exact H. Qed.
Lemma rpower_is : forall x a v m, exp v = m -> a * ln x = v -> Rpower x a = m.
Proof. intros x a v m <- <-; reflexivity. Qed.
Lemma pow_is : forall x n a v m, 0 < x -> INR n = a -> exp v = m -> a * ln x = v -> x ^ n = m.
Proof. intros x n a v m P <- <- <-; rewrite <- Rpower_pow by exact P; reflexivity. Qed.
Lemma ln_is : forall x s m, exp s = m -> x = m -> ln x = s.
Proof. intros x s m <- ->; apply ln_exp. Qed.
Lemma sinh_is : forall u v e, exp v = e -> u = v -> sinh u = (e - / e) / 2.
Proof. intros u v e <- ->; unfold sinh; rewrite exp_Ropp; reflexivity. Qed.
Lemma cosh_is : forall u v e, exp v = e -> u = v -> cosh u = (e + / e) / 2.
Proof. intros u v e <- ->; unfold cosh; rewrite exp_Ropp; reflexivity. Qed.
Lemma square_plus_one : forall e, e * e + 1 <> 0.
Proof. intro e; nra. Qed.
Lemma tanh_is : forall u v e, exp v = e -> u = v -> tanh u = (e * e - 1) / (e * e + 1).
Proof.
  intros u v e E ->; assert (P : 0 < e) by (rewrite <- E; apply exp_pos).
  unfold tanh; rewrite (sinh_is v v e E eq_refl), (cosh_is v v e E eq_refl); field.
  split; [nra | lra].
Qed.
Lemma arcsinh_ln : forall u a w, a = u ^ 2 + 1 -> w = u + sqrt a -> arcsinh u = ln w.
Proof. intros u a w -> ->; reflexivity. Qed.
Lemma arcsinh_pos : forall u a w, a = u ^ 2 + 1 -> w = u + sqrt a -> 0 < w.
Proof.
  intros u a w -> ->; assert (S : sqrt (u ^ 2 + 1) * sqrt (u ^ 2 + 1) = u ^ 2 + 1) by (apply sqrt_sqrt; nra).
  pose proof (sqrt_pos (u ^ 2 + 1)) as P; nra.
Qed.

(** * Absolute values, maxima and minima *)

Lemma abs_is : forall u r p a, Rabs p = a -> 0 <= r -> u = r * p -> Rabs u = r * a.
Proof. intros u r p a <- Hr ->; rewrite Rabs_mult, (Rabs_right r); [reflexivity | lra]. Qed.
Lemma abs_nn : forall u r, 0 <= r -> u = r -> Rabs u = r.
Proof. intros u r Hr ->; apply Rabs_right; lra. Qed.
Lemma abs_np : forall u r, 0 <= r -> u = - r -> Rabs u = r.
Proof. intros u r Hr ->; rewrite Rabs_Ropp; apply Rabs_right; lra. Qed.
Lemma abs_square : forall p a, Rabs p = a -> a * a = p * p.
Proof. intros p a <-; unfold Rabs; destruct (Rcase_abs p); ring. Qed.
Lemma max_left : forall a b, 0 <= a - b -> Rmax a b = a.
Proof. intros; apply Rmax_left; lra. Qed.
Lemma max_right : forall a b, 0 <= b - a -> Rmax a b = b.
Proof. intros; apply Rmax_right; lra. Qed.
Lemma min_left : forall a b, 0 <= b - a -> Rmin a b = a.
Proof. intros; apply Rmin_left; lra. Qed.
Lemma min_right : forall a b, 0 <= a - b -> Rmin a b = b.
Proof. intros; apply Rmin_right; lra. Qed.

(** * Angles: cosine and sine together *)

Definition angle (b c s : R) := cos b = c /\ sin b = s.
Lemma angle_named : forall b, exists c s, angle b c s.
Proof. intro b; exists (cos b), (sin b); split; reflexivity. Qed.
Lemma angle_zero : angle 0 1 0.
Proof. split; [apply cos_0 | apply sin_0]. Qed.
Lemma angle_add : forall a b c s d t, angle a c s -> angle b d t -> angle (a + b) (c * d - s * t) (s * d + c * t).
Proof. intros a b c s d t [<- <-] [<- <-]; split; [apply cos_plus | rewrite sin_plus; ring]. Qed.
Lemma angle_neg : forall a c s, angle a c s -> angle (- a) c (- s).
Proof. intros a c s [<- <-]; split; [apply cos_neg | apply sin_neg]. Qed.
Lemma angle_unit : forall b c s, angle b c s -> c * c = 1 - s * s.
Proof. intros b c s [<- <-]; pose proof (sin2_cos2 b) as H; unfold Rsqr in H; lra. Qed.
Lemma cos_is : forall u b c s, angle b c s -> u = b -> cos u = c.
Proof. intros u b c s [H _] ->; exact H. Qed.
Lemma sin_is : forall u b c s, angle b c s -> u = b -> sin u = s.
Proof. intros u b c s [_ H] ->; exact H. Qed.
Lemma tan_is : forall u b c s, angle b c s -> u = b -> tan u = s / c.
Proof. intros u b c s [<- <-] ->; reflexivity. Qed.
Lemma angle_pi : angle PI (-1) 0.
Proof. split; [apply cos_PI | apply sin_PI]. Qed.
Lemma angle_pi2 : angle (PI / 2) 0 1.
Proof. split; [apply cos_PI2 | apply sin_PI2]. Qed.
Lemma angle_pi3 : forall k, sqrt 3 = k -> angle (PI / 3) (1 / 2) (k / 2).
Proof. intros k <-; split; [apply cos_PI3 | apply sin_PI3]. Qed.
Lemma angle_pi4 : forall k, sqrt 2 = k -> angle (PI / 4) (k / 2) (k / 2).
Proof.
  intros k <-; assert (S : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (N : sqrt 2 <> 0) by (intro Z; rewrite Z in S; lra).
  assert (E : 1 / sqrt 2 = sqrt 2 / 2) by (apply (Rmult_eq_reg_r (2 * sqrt 2)); [field_simplify; nra | nra]).
  split; [rewrite cos_PI4 | rewrite sin_PI4]; exact E.
Qed.
Lemma angle_pi6 : forall k, sqrt 3 = k -> angle (PI / 6) (k / 2) (1 / 2).
Proof. intros k <-; split; [apply cos_PI6 | apply sin_PI6]. Qed.
(* The sine of 18 degrees: its double angle and its triple angle add up to a right one. *)
Lemma sin_pi10 : 4 * sin (PI / 10) = sqrt 5 - 1.
Proof.
  set (x := PI / 10); assert (P := PI_RGT_0).
  assert (C : 0 < cos x) by (apply cos_gt_0; unfold x; lra).
  assert (S : 0 < sin x) by (apply sin_gt_0; unfold x; lra).
  assert (E : sin (2 * x) = cos (3 * x)).
  { rewrite <- (cos_shift (2 * x)); f_equal; unfold x; field. }
  rewrite sin_2a in E; replace (3 * x) with (2 * x + x) in E by ring.
  rewrite cos_plus, sin_2a, cos_2a in E.
  assert (U : cos x * cos x = 1 - sin x * sin x) by (pose proof (sin2_cos2 x) as H; unfold Rsqr in H; lra).
  assert (F : cos x * (2 * sin x - (1 - 4 * (sin x * sin x))) = 0).
  { assert (G : 2 * sin x * cos x = cos x * (cos x * cos x - sin x * sin x - 2 * (sin x * sin x))) by (rewrite E; ring).
    rewrite U in G; lra. }
  apply Rmult_integral in F; destruct F as [F | F]; [lra |].
  symmetry; assert (K : sqrt 5 = 4 * sin x + 1); [| lra].
  apply sqrt_square_is; [lra | nra].
Qed.
Lemma angle_pi10 : forall k, sqrt 5 = k -> exists c, angle (PI / 10) (c / 4) ((k - 1) / 4) /\ c * c = 10 + 2 * k.
Proof.
  intros k E; assert (S : sin (PI / 10) = (k - 1) / 4) by (pose proof sin_pi10; rewrite E in H; lra).
  exists (4 * cos (PI / 10)); split; [split; [field | exact S] |].
  assert (K : k * k = 5) by (apply (root_square 5 k E); lra).
  pose proof (sin2_cos2 (PI / 10)) as U; unfold Rsqr in U; rewrite S in U; nra.
Qed.

(** * Powers with natural exponents *)

Lemma pw_exponent : forall x a b m, a = b -> x ^ b = m -> x ^ a = m.
Proof. intros x a b m -> H; exact H. Qed.
Lemma pw_base : forall x y a m, x = y -> y ^ a = m -> x ^ a = m.
Proof. intros x y a m -> H; exact H. Qed.
Lemma pw_join : forall x a b p q, x ^ a = p -> x ^ b = q -> x ^ (a + b) = p * q.
Proof. intros x a b p q <- <-; apply pow_add. Qed.
Lemma pw_times : forall n x a p, x ^ a = p -> x ^ (n * a) = p ^ n.
Proof. intros n x a p <-; rewrite Nat.mul_comm; apply pow_mult. Qed.
Lemma pw_mul : forall x y a p q, x ^ a = p -> y ^ a = q -> (x * y) ^ a = p * q.
Proof. intros x y a p q <- <-; apply Rpow_mult_distr. Qed.
Lemma pw_pow : forall n x a p, x ^ a = p -> (x ^ n) ^ a = p ^ n.
Proof. intros n x a p <-; rewrite <- !pow_mult, Nat.mul_comm; reflexivity. Qed.
Lemma pw_inv : forall x a p, x <> 0 -> x ^ a = p -> (/ x) ^ a = / p.
Proof. intros x a p H <-; symmetry; apply Rinv_pow; exact H. Qed.
Lemma pw_pos : forall x a p, 0 < x -> x ^ a = p -> 0 < p.
Proof. intros x a p H <-; apply pow_lt; exact H. Qed.
Lemma pw_nz : forall x a p, x <> 0 -> x ^ a = p -> p <> 0.
Proof. intros x a p H <-; apply pow_nonzero; exact H. Qed.
(* A power of -1 is a sign. *)
Lemma pw_sign : forall a p, (-1) ^ a = p -> p * p = 1.
Proof. intros a p <-; rewrite <- Rpow_mult_distr; replace (-1 * -1) with 1 by ring; apply pow1. Qed.

(** * Hypotheses solved for a symbol *)

(* [l = r] says [x * a + b = 0] after multiplication. *)
Lemma solved : forall l r d a b x, l = r -> (l - r) * d = x * a + b -> a <> 0 -> x = - b / a.
Proof. intros l r d a b x -> E H; apply (Rmult_eq_reg_r a); [field_simplify; [nra | exact H] | exact H]. Qed.
(* Of a product that is zero, the factor that can be. *)
Lemma solved_factor : forall l r d a f, l = r -> (l - r) * d = f * a -> a <> 0 -> f = 0.
Proof. intros l r d a f -> E H; destruct (Rmult_integral f a) as [Z | Z]; [lra | exact Z | contradiction]. Qed.

(** * Tactics *)

(* Conditions of [field]: they are among what is known not to be zero, up to sign. *)
Ltac nz_known :=
  match goal with
  | H : ?a <> 0 |- ?a <> 0 => exact H
  | H : 0 < ?a |- ?a <> 0 => exact (pos_nz _ H)
  | H : ?a < 0 |- ?a <> 0 => exact (neg_nz _ H)
  | |- IZR _ <> 0 => lra
  | |- PI <> 0 => exact PI_neq0
  | H : (1 <= ?n)%nat |- INR ?n <> 0 => apply pos_nz, INR_pos; exact H
  | |- _ * _ <> 0 => apply Rmult_integral_contrapositive_currified; nz_known
  | |- _ ^ _ <> 0 => apply pow_nonzero; nz_known
  | |- - _ <> 0 => apply Ropp_neq_0_compat; nz_known
  | H : ?a <> 0 |- ?b <> 0 => apply (nz_same a b H); ring
  | H : ?a <> 0 |- ?b <> 0 => apply (nz_opp a b H); ring
  | |- _ => lra
  | H : 0 < ?a |- ?b <> 0 => apply (nz_of_pos a b H); ring
  | H : (1 <= ?n)%nat |- ?b <> 0 => apply (nz_of_pos (INR n) b (INR_pos n H)); ring
  | |- _ => nz
  end.
Ltac nzk := repeat match goal with |- _ /\ _ => split end; nz_known.
Ltac fld := first [ring | field; nzk].
