(** Signs of real expressions by explicit lemmas.

The names say which signs go in: p positive, n negative, q not negative, m not positive, z not zero, o zero. *)
Require Import Reals Reals.Machin Reals.Ratan Reals.AltSeries Lra Psatz Lia.
Open Scope R_scope.

(* Weaker signs *)
Lemma p_q {a : R} : 0 < a -> 0 <= a. Proof. intros; lra. Qed.
Lemma n_m {a : R} : a < 0 -> a <= 0. Proof. intros; lra. Qed.
Lemma p_z {a : R} : 0 < a -> a <> 0. Proof. intros; lra. Qed.
Lemma n_z {a : R} : a < 0 -> a <> 0. Proof. intros; lra. Qed.
Lemma o_q {a : R} : a = 0 -> 0 <= a. Proof. intros; lra. Qed.
Lemma o_m {a : R} : a = 0 -> a <= 0. Proof. intros; lra. Qed.
Lemma qz_p {a : R} : 0 <= a -> a <> 0 -> 0 < a. Proof. intros; lra. Qed.
Lemma mz_n {a : R} : a <= 0 -> a <> 0 -> a < 0. Proof. intros; lra. Qed.

(* The sign of what is equal *)
Lemma eq_p (a b : R) : a = b -> 0 < b -> 0 < a. Proof. intros; lra. Qed.
Lemma eq_n (a b : R) : a = b -> b < 0 -> a < 0. Proof. intros; lra. Qed.
Lemma eq_q (a b : R) : a = b -> 0 <= b -> 0 <= a. Proof. intros; lra. Qed.
Lemma eq_m (a b : R) : a = b -> b <= 0 -> a <= 0. Proof. intros; lra. Qed.
Lemma eq_z (a b : R) : a = b -> b <> 0 -> a <> 0. Proof. intros; lra. Qed.
Lemma eq_o (a b : R) : a = b -> b = 0 -> a = 0. Proof. intros; lra. Qed.

(* The sign of a factor, when the other factor is positive *)
Lemma by_p (a b c : R) : 0 < b -> a * b = c -> 0 < c -> 0 < a. Proof. intros; subst; nra. Qed.
Lemma by_n (a b c : R) : 0 < b -> a * b = c -> c < 0 -> a < 0. Proof. intros; subst; nra. Qed.
Lemma by_q (a b c : R) : 0 < b -> a * b = c -> 0 <= c -> 0 <= a. Proof. intros; subst; nra. Qed.
Lemma by_m (a b c : R) : 0 < b -> a * b = c -> c <= 0 -> a <= 0. Proof. intros; subst; nra. Qed.
Lemma by_z (a b c : R) : 0 < b -> a * b = c -> c <> 0 -> a <> 0. Proof. intros; subst; nra. Qed.
(* A factor of what is 0 is 0, if the other is not; and a power of it, times what is not 0, may be what is 0 *)
Lemma one_z : 1 <> 0. Proof. exact R1_neq_R0. Qed.
Lemma strip_o (a b c : R) : a * b = c -> c = 0 -> b <> 0 -> a = 0.
Proof. intros <- H N; destruct (Rmult_integral _ _ H); [assumption | contradiction]. Qed.
Lemma ideal_o (a b c : R) (n : nat) : (a * b) ^ S n = c -> c = 0 -> b <> 0 -> a = 0.
Proof.
  intros <- H N; destruct (Req_dec (a * b) 0) as [E | E]; [| now elim (pow_nonzero (a * b) (S n) E)].
  exact (strip_o a b _ eq_refl E N).
Qed.
Lemma sub_oo {a b : R} : a = 0 -> b = 0 -> a - b = 0. Proof. intros; lra. Qed.
Lemma equal_by {a b : R} : a - b = 0 -> a = b. Proof. intros; lra. Qed.
(* A factor of what is not 0 is not 0 *)
Lemma part_z (a b c : R) : a * b = c -> c <> 0 -> a <> 0. Proof. intros <- H E; apply H; rewrite E; ring. Qed.
Lemma by_o (a b c : R) : 0 < b -> a * b = c -> c = 0 -> a = 0. Proof. intros; subst; nra. Qed.

(* Differences *)
Lemma sub_p {a b : R} : a < b -> 0 < b - a. Proof. intros; lra. Qed.
Lemma sub_q {a b : R} : a <= b -> 0 <= b - a. Proof. intros; lra. Qed.
Lemma sub_z {a b : R} : a <> b -> a - b <> 0. Proof. intros; lra. Qed.
Lemma sub_o {a b : R} : a = b -> a - b = 0. Proof. intros; lra. Qed.
Lemma lt_by {a b : R} : 0 < b - a -> a < b. Proof. intros; lra. Qed.
Lemma le_by {a b : R} : 0 <= b - a -> a <= b. Proof. intros; lra. Qed.
Lemma gt_by {a b : R} : 0 < a - b -> a > b. Proof. intros; lra. Qed.
Lemma ge_by {a b : R} : 0 <= a - b -> a >= b. Proof. intros; lra. Qed.
Lemma ne_by {a b : R} : a - b <> 0 -> a <> b. Proof. intros; lra. Qed.

(* Numerals *)
Lemma num_p (k : positive) : 0 < IZR (Zpos k). Proof. apply IZR_lt; reflexivity. Qed.
Lemma num_n (k : positive) : - IZR (Zpos k) < 0. Proof. assert (H := num_p k); lra. Qed.
Lemma nat_p (n : nat) : (1 <= n)%nat -> 0 < INR n. Proof. intros; apply lt_0_INR; lia. Qed.
Lemma nat_above (n : nat) : (1 <= n)%nat -> 0 <= INR n - 1.
Proof. intros H; apply le_INR in H; simpl in H; lra. Qed.
Lemma nat_below (n m : nat) : (n <= m)%nat -> 0 <= INR m - INR n.
Proof. intros H; apply le_INR in H; lra. Qed.

(* Inverses and quotients *)
Lemma inv_p {a : R} : 0 < a -> 0 < / a. Proof. apply Rinv_0_lt_compat. Qed.
Lemma inv_n {a : R} : a < 0 -> / a < 0. Proof. apply Rinv_lt_0_compat. Qed.
Lemma inv_z {a : R} : a <> 0 -> / a <> 0. Proof. apply Rinv_neq_0_compat. Qed.

(* Powers *)
Lemma pow_p {a : R} (n : nat) : 0 < a -> 0 < a ^ n. Proof. apply pow_lt. Qed.
Lemma pow_q {a : R} (n : nat) : 0 <= a -> 0 <= a ^ n. Proof. apply pow_le. Qed.
Lemma pow_z {a : R} (n : nat) : a <> 0 -> a ^ n <> 0. Proof. apply pow_nonzero. Qed.
Lemma pow_o {a : R} (n : nat) : a = 0 -> a ^ S n = 0. Proof. intros ->; simpl; ring. Qed.
Lemma even_q (a : R) (n : nat) : 0 <= a ^ (2 * n).
Proof. rewrite pow_mult; apply pow_le; nra. Qed.
Lemma even_p {a : R} (n : nat) : a <> 0 -> 0 < a ^ (2 * n).
Proof. intros; rewrite pow_mult; apply pow_lt; nra. Qed.
Lemma odd_n {a : R} (n : nat) : a < 0 -> a ^ S (2 * n) < 0.
Proof. intros; rewrite <- tech_pow_Rmult; assert (0 < a ^ (2 * n)) by (apply even_p; lra); nra. Qed.
Lemma odd_m {a : R} (n : nat) : a <= 0 -> a ^ S (2 * n) <= 0.
Proof. intros; rewrite <- tech_pow_Rmult; assert (0 <= a ^ (2 * n)) by apply even_q; nra. Qed.

(* Functions *)
Lemma ln_p {a : R} : 0 < a - 1 -> 0 < ln a. Proof. intros; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_n {a : R} : 0 < a -> a - 1 < 0 -> ln a < 0. Proof. intros; rewrite <- ln_1; apply ln_increasing; lra. Qed.
Lemma ln_o {a : R} : a - 1 = 0 -> ln a = 0. Proof. intros; replace a with 1 by lra; apply ln_1. Qed.
Lemma ln_q {a : R} : 0 <= a - 1 -> 0 <= ln a.
Proof. intros [H | H]; [left; apply ln_p, H | right; symmetry; apply ln_o; lra]. Qed.
Lemma ln_m {a : R} : 0 < a -> a - 1 <= 0 -> ln a <= 0.
Proof. intros P [H | H]; [left; apply ln_n; assumption | right; apply ln_o; assumption]. Qed.
Lemma exp_above_p {a : R} : 0 < a -> 0 < exp a - 1. Proof. intros; assert (H1 := exp_ineq1 a); lra. Qed.
Lemma exp_above_q {a : R} : 0 <= a -> 0 <= exp a - 1.
Proof. intros [H | <-]; [left; apply exp_above_p, H | rewrite exp_0; lra]. Qed.
Lemma exp_below_p {a : R} : a < 0 -> 0 < 1 - exp a.
Proof. intros; rewrite <- exp_0; assert (exp a < exp 0) by (apply exp_increasing; assumption); lra. Qed.
Lemma exp_below_q {a : R} : a <= 0 -> 0 <= 1 - exp a.
Proof. intros [H | ->]; [left; apply exp_below_p, H | rewrite exp_0; lra]. Qed.
Lemma exp_sub_p {a b : R} : 0 < b - a -> 0 < exp b - exp a.
Proof. intros; assert (exp a < exp b) by (apply exp_increasing; lra); lra. Qed.
Lemma exp_sub_q {a b : R} : 0 <= b - a -> 0 <= exp b - exp a.
Proof. intros [H | H]; [left; apply exp_sub_p, H | replace b with a by lra; lra]. Qed.
Lemma ln_sub_p {a b : R} : 0 < a -> 0 < b - a -> 0 < ln b - ln a.
Proof. intros; assert (ln a < ln b) by (apply ln_increasing; lra); lra. Qed.
Lemma ln_sub_q {a b : R} : 0 < a -> 0 <= b - a -> 0 <= ln b - ln a.
Proof. intros P [H | H]; [left; apply ln_sub_p; assumption | replace b with a by lra; lra]. Qed.
Lemma Rpower_p (a b : R) : 0 < Rpower a b. Proof. apply exp_pos. Qed.
Lemma cosh_p (a : R) : 0 < cosh a. Proof. unfold cosh; assert (H := exp_pos a); assert (K := exp_pos (- a)); lra. Qed.

Lemma exp_times (a b : R) (n : nat) : a = INR n * b -> exp a = exp b ^ n.
Proof.
  intros ->; induction n as [| n IH]; [simpl; rewrite Rmult_0_l; apply exp_0 |].
  rewrite S_INR, Rmult_plus_distr_r, Rmult_1_l, exp_plus, IH; simpl; ring.
Qed.
Lemma exp_over (a b : R) (n : nat) : - a = INR n * b -> exp a = / exp b ^ n.
Proof. intros H; rewrite <- (exp_times _ _ _ H), exp_Ropp, Rinv_inv; reflexivity. Qed.
Lemma sinh_p {a : R} : 0 < a -> 0 < sinh a.
Proof. intros; unfold sinh; assert (exp (- a) < exp a) by (apply exp_increasing; lra); lra. Qed.
Lemma sinh_n {a : R} : a < 0 -> sinh a < 0.
Proof. intros; unfold sinh; assert (exp a < exp (- a)) by (apply exp_increasing; lra); lra. Qed.
Lemma sinh_o {a : R} : a = 0 -> sinh a = 0. Proof. intros ->; apply sinh_0. Qed.
Lemma sinh_q {a : R} : 0 <= a -> 0 <= sinh a.
Proof. intros [H | H]; [left; apply sinh_p, H | right; symmetry; apply sinh_o; lra]. Qed.
Lemma sinh_m {a : R} : a <= 0 -> sinh a <= 0.
Proof. intros [H | H]; [left; apply sinh_n, H | right; apply sinh_o; lra]. Qed.
Lemma sinh_z {a : R} : a <> 0 -> sinh a <> 0.
Proof. intros H; destruct (Rdichotomy _ _ H) as [K|K]; [apply sinh_n in K | apply sinh_p in K]; lra. Qed.
Lemma tanh_p {a : R} : 0 < a -> 0 < tanh a.
Proof. intros; apply Rdiv_lt_0_compat; [apply sinh_p; assumption | apply cosh_p]. Qed.
Lemma tanh_o {a : R} : a = 0 -> tanh a = 0. Proof. intros ->; unfold tanh; rewrite sinh_0; lra. Qed.
Lemma tanh_q {a : R} : 0 <= a -> 0 <= tanh a.
Proof. intros [H | H]; [left; apply tanh_p, H | right; symmetry; apply tanh_o; lra]. Qed.
Lemma tanh_n {a : R} : a < 0 -> tanh a < 0.
Proof. intros H; apply sinh_n in H; assert (P := cosh_p a); apply inv_p in P; unfold tanh, Rdiv; nra. Qed.
Lemma tanh_m {a : R} : a <= 0 -> tanh a <= 0.
Proof. intros [H | H]; [left; apply tanh_n, H | right; apply tanh_o; lra]. Qed.
Lemma tanh_z {a : R} : a <> 0 -> tanh a <> 0.
Proof. intros H; destruct (Rdichotomy _ _ H) as [K|K]; [apply tanh_n in K | apply tanh_p in K]; lra. Qed.
Lemma atan_p {a : R} : 0 < a -> 0 < atan a. Proof. intros; rewrite <- atan_0; apply atan_increasing; assumption. Qed.
Lemma atan_n {a : R} : a < 0 -> atan a < 0. Proof. intros; rewrite <- atan_0; apply atan_increasing; assumption. Qed.
Lemma atan_o {a : R} : a = 0 -> atan a = 0. Proof. intros ->; apply atan_0. Qed.
Lemma atan_q {a : R} : 0 <= a -> 0 <= atan a.
Proof. intros [H | H]; [left; apply atan_p, H | right; symmetry; apply atan_o; lra]. Qed.
Lemma atan_m {a : R} : a <= 0 -> atan a <= 0.
Proof. intros [H | H]; [left; apply atan_n, H | right; apply atan_o; lra]. Qed.
Lemma atan_z {a : R} : a <> 0 -> atan a <> 0.
Proof. intros H; destruct (Rdichotomy _ _ H) as [K|K]; [apply atan_n in K | apply atan_p in K]; lra. Qed.

(* Exponentials of two exponents *)
Lemma exp_mul_above_p {a b : R} : 0 < a + b -> 0 < exp a * exp b - 1.
Proof. intros; rewrite <- exp_plus; apply exp_above_p; assumption. Qed.
Lemma exp_mul_above_q {a b : R} : 0 <= a + b -> 0 <= exp a * exp b - 1.
Proof. intros; rewrite <- exp_plus; apply exp_above_q; assumption. Qed.
Lemma exp_mul_below_p {a b : R} : a + b < 0 -> 0 < 1 - exp a * exp b.
Proof. intros; rewrite <- exp_plus; apply exp_below_p; assumption. Qed.
Lemma exp_mul_below_q {a b : R} : a + b <= 0 -> 0 <= 1 - exp a * exp b.
Proof. intros; rewrite <- exp_plus; apply exp_below_q; assumption. Qed.
(* The tangents of the exponential: at 0, and where it is taken *)
Lemma tangent_p (a : R) : a <> 0 -> 0 < exp a - 1 - a.
Proof. intros H; assert (1 + a < exp a) by (apply exp_ineq1; assumption); lra. Qed.
Lemma tangent_q (a : R) : 0 <= exp a - 1 - a.
Proof. destruct (Req_dec a 0) as [-> | H]; [rewrite exp_0; lra | left; apply tangent_p, H]. Qed.
Lemma tangent_there_p (a : R) : a <> 0 -> 0 < 1 - exp a + a * exp a.
Proof.
  intros H; assert (T : 0 < exp (- a) - 1 - - a) by (apply tangent_p; lra).
  replace (1 - exp a + a * exp a) with (exp a * (exp (- a) - 1 - - a)).
  - apply Rmult_lt_0_compat; [apply exp_pos | assumption].
  - assert (E : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0); lra.
Qed.
Lemma tangent_there_q (a : R) : 0 <= 1 - exp a + a * exp a.
Proof. destruct (Req_dec a 0) as [-> | H]; [rewrite exp_0; lra | left; apply tangent_there_p, H]. Qed.

(* Logarithms and lines *)
Lemma ln_below (a : R) : 0 < a -> 0 <= a - 1 - ln a.
Proof. intros H; assert (T := tangent_q (ln a)); rewrite (exp_ln a H) in T; lra. Qed.
Lemma ln_above (a : R) : 0 < a -> 0 <= a * ln a - a + 1.
Proof. intros H; assert (T := tangent_there_q (ln a)); rewrite (exp_ln a H) in T; lra. Qed.
Lemma ln_mul_below (a b : R) : 0 < a -> 0 < b -> 0 <= a * b - 1 - (ln a + ln b).
Proof. intros; rewrite <- ln_mult by assumption; apply ln_below; apply Rmult_lt_0_compat; assumption. Qed.
Lemma ln_mul_above (a b : R) : 0 < a -> 0 < b -> 0 <= a * b * (ln a + ln b) - a * b + 1.
Proof. intros; rewrite <- ln_mult by assumption; apply ln_above; apply Rmult_lt_0_compat; assumption. Qed.
(* Logarithms of products, quotients and powers *)
Lemma ln_times {a b x y : R} : 0 < a -> 0 < b -> ln a = x -> ln b = y -> ln (a * b) = x + y.
Proof. intros A B <- <-; apply ln_mult; assumption. Qed.
Lemma ln_inverse {a x : R} : 0 < a -> ln a = x -> ln (/ a) = - x. Proof. intros A <-; apply ln_Rinv; assumption. Qed.
Lemma ln_over {a b x y : R} : 0 < a -> 0 < b -> ln a = x -> ln b = y -> ln (a / b) = x - y.
Proof. intros A B <- <-; unfold Rdiv; rewrite ln_mult, ln_Rinv; try apply Rinv_0_lt_compat; trivial; ring. Qed.
Lemma ln_to {a x : R} (n : nat) : 0 < a -> ln a = x -> ln (a ^ n) = INR n * x.
Proof.
  intros A <-; induction n as [| n IH]; [simpl; rewrite ln_1; ring |].
  rewrite <- tech_pow_Rmult, ln_mult, IH, S_INR by (trivial; apply pow_lt; trivial); ring.
Qed.
Lemma ln_Rpower {a x : R} (b : R) : ln a = x -> ln (Rpower a b) = b * x.
Proof. intros <-; unfold Rpower; apply ln_exp. Qed.
Lemma ln_root {a x : R} : 0 < a -> ln a = x -> ln (sqrt a) = x / 2.
Proof.
  intros A <-; assert (E : ln (sqrt a * sqrt a) = ln a) by (rewrite sqrt_sqrt; lra).
  rewrite ln_mult in E by (apply sqrt_lt_R0; assumption); lra.
Qed.

(* Real powers *)
Lemma power_above_p {a b : R} : 0 < b * ln a -> 0 < Rpower a b - 1. Proof. apply exp_above_p. Qed.
Lemma power_above_q {a b : R} : 0 <= b * ln a -> 0 <= Rpower a b - 1. Proof. apply exp_above_q. Qed.
Lemma power_below_p {a b : R} : b * ln a < 0 -> 0 < 1 - Rpower a b. Proof. apply exp_below_p. Qed.
Lemma power_below_q {a b : R} : b * ln a <= 0 -> 0 <= 1 - Rpower a b. Proof. apply exp_below_q. Qed.
Lemma power_sub_p {a b c : R} : 0 < (b - c) * ln a -> 0 < Rpower a b - Rpower a c.
Proof. intros; apply exp_sub_p; lra. Qed.
Lemma power_sub_q {a b c : R} : 0 <= (b - c) * ln a -> 0 <= Rpower a b - Rpower a c.
Proof. intros; apply exp_sub_q; lra. Qed.
Lemma power_grows_p {a b c : R} : 0 < b -> 0 < a - b -> 0 < c -> 0 < Rpower a c - Rpower b c.
Proof. intros B H C; apply exp_sub_p; assert (L := ln_sub_p B H); nra. Qed.
Lemma power_grows_q {a b c : R} : 0 < b -> 0 <= a - b -> 0 <= c -> 0 <= Rpower a c - Rpower b c.
Proof. intros B H C; apply exp_sub_q; assert (L := ln_sub_q B H); nra. Qed.
Lemma power_shrinks_p {a b c : R} : 0 < b -> 0 < a - b -> c < 0 -> 0 < Rpower b c - Rpower a c.
Proof. intros B H C; apply exp_sub_p; assert (L := ln_sub_p B H); nra. Qed.
Lemma power_shrinks_q {a b c : R} : 0 < b -> 0 <= a - b -> c <= 0 -> 0 <= Rpower b c - Rpower a c.
Proof. intros B H C; apply exp_sub_q; assert (L := ln_sub_q B H); nra. Qed.
Lemma powers_crossed_p {a b c d : R} : 0 < b -> 0 < a - b -> 0 < c - d ->
  0 < Rpower a c * Rpower b d - Rpower a d * Rpower b c.
Proof.
  intros B A C; unfold Rpower; rewrite <- !exp_plus; apply exp_sub_p.
  assert (L : ln b < ln a) by (apply ln_increasing; lra).
  replace (c * ln a + d * ln b - (d * ln a + c * ln b)) with ((c - d) * (ln a - ln b)) by ring.
  apply Rmult_lt_0_compat; lra.
Qed.
Lemma powers_crossed_q {a b c d : R} : 0 < b -> 0 <= a - b -> 0 <= c - d ->
  0 <= Rpower a c * Rpower b d - Rpower a d * Rpower b c.
Proof.
  intros B A C; unfold Rpower; rewrite <- !exp_plus; apply exp_sub_q.
  assert (L : ln b <= ln a) by (destruct (Req_dec a b) as [-> |]; [lra | left; apply ln_increasing; lra]).
  replace (c * ln a + d * ln b - (d * ln a + c * ln b)) with ((c - d) * (ln a - ln b)) by ring.
  apply Rmult_le_pos; lra.
Qed.
Lemma power_times (a b c : R) (n : nat) : b = INR n * c -> Rpower a b = Rpower a c ^ n.
Proof. intros ->; apply exp_times; ring. Qed.
Lemma power_over (a b c : R) (n : nat) : - b = INR n * c -> Rpower a b = / Rpower a c ^ n.
Proof. intros H; apply exp_over; rewrite <- Rmult_assoc, <- H; ring. Qed.
(* Bernoulli's inequality: for exponents above 1, and below 0 *)
Lemma bernoulli_above (a b : R) : 0 < a -> 0 <= b - 1 -> 0 <= Rpower a b - 1 - b * (a - 1).
Proof.
  intros A B; unfold Rpower; set (t := ln a); assert (E : exp t = a) by (apply exp_ln, A).
  assert (T1 := tangent_q ((b - 1) * t)); assert (T2 := tangent_there_q t); rewrite E in T2.
  assert (S : exp (b * t) = a * exp ((b - 1) * t)) by (rewrite <- E, <- exp_plus; f_equal; ring).
  assert (0 <= a * (exp ((b - 1) * t) - 1 - (b - 1) * t)) by (apply Rmult_le_pos; lra).
  assert (0 <= (b - 1) * (1 - a + t * a)) by (apply Rmult_le_pos; lra).
  rewrite S; lra.
Qed.
Lemma bernoulli_below (a b : R) : 0 < a -> b <= 0 -> 0 <= Rpower a b - 1 - b * (a - 1).
Proof.
  intros A B; assert (T := tangent_q (b * ln a)); assert (L := ln_below a A); unfold Rpower; nra.
Qed.
Lemma bernoulli_inverse_above (a b : R) : 0 < a -> 0 <= b -> 0 <= a * Rpower a b - a - b * (a - 1).
Proof.
  intros A B; assert (T := tangent_q (b * ln a)); assert (L := ln_above a A); unfold Rpower.
  assert (0 <= a * (exp (b * ln a) - 1 - b * ln a)) by (apply Rmult_le_pos; lra).
  assert (0 <= b * (a * ln a - a + 1)) by (apply Rmult_le_pos; lra).
  lra.
Qed.
Lemma bernoulli_inverse_below (a b : R) : 0 < a -> b + 1 <= 0 -> 0 <= a * Rpower a b - a - b * (a - 1).
Proof.
  intros A B; assert (H := bernoulli_above (/ a) (- b) ltac:(apply Rinv_0_lt_compat, A) ltac:(lra)).
  assert (E : Rpower (/ a) (- b) = Rpower a b) by (unfold Rpower; rewrite ln_Rinv by assumption; f_equal; ring).
  rewrite E in H; assert (0 <= a * (Rpower a b - 1 - - b * (/ a - 1))) by (apply Rmult_le_pos; lra).
  replace (a * Rpower a b - a - b * (a - 1)) with (a * (Rpower a b - 1 - - b * (/ a - 1))) by (field; lra).
  assumption.
Qed.
Lemma bernoulli_nat (a : R) (n : nat) : 0 <= a -> 0 <= a ^ n - 1 - INR n * (a - 1).
Proof.
  intros A; induction n as [| n IH]; [simpl; lra |].
  rewrite S_INR, <- tech_pow_Rmult; assert (P := pos_INR n).
  assert (0 <= INR n * (a - 1) ^ 2) by (apply Rmult_le_pos; [lra | apply pow2_ge_0]).
  nra.
Qed.
(* A natural power of what is at most 1, or at least *)
Lemma nat_power_below_q {a : R} (n : nat) : 0 <= a -> 0 <= 1 - a -> 0 <= 1 - a ^ n.
Proof.
  intros A B; induction n as [| n IH]; simpl; [lra |].
  assert (P := pow_le a n A); nra.
Qed.
Lemma nat_power_below_p {a : R} (n : nat) : 0 <= a -> 0 < 1 - a -> 0 < INR n -> 0 < 1 - a ^ n.
Proof.
  intros A B N; destruct n as [| n]; [simpl in N; lra | simpl].
  assert (P := pow_le a n A); assert (Q : 0 <= 1 - a ^ n) by (apply nat_power_below_q; lra); nra.
Qed.
Lemma nat_power_above_q {a : R} (n : nat) : 0 <= a - 1 -> 0 <= a ^ n - 1.
Proof. intros A; assert (P : 1 <= a ^ n) by (apply pow_R1_Rle; lra); lra. Qed.
Lemma nat_power_above_p {a : R} (n : nat) : 0 < a - 1 -> 0 < INR n -> 0 < a ^ n - 1.
Proof.
  intros A N; destruct n as [| n]; [simpl in N; lra | simpl].
  assert (P : 0 <= a ^ n - 1) by (apply nat_power_above_q; lra); nra.
Qed.

(* The sign of an opposite *)
Lemma neg_p {a : R} : 0 < a -> - a < 0. Proof. intros; lra. Qed.
Lemma neg_q {a : R} : 0 <= a -> - a <= 0. Proof. intros; lra. Qed.
Lemma neg_z {a : R} : a <> 0 -> - a <> 0. Proof. intros; lra. Qed.
Lemma opp_p {a : R} : 0 < - a -> a < 0. Proof. intros; lra. Qed.
Lemma opp_q {a : R} : 0 <= - a -> a <= 0. Proof. intros; lra. Qed.
Lemma opp_n {a : R} : a < 0 -> 0 < - a. Proof. intros; lra. Qed.
Lemma opp_m {a : R} : a <= 0 -> 0 <= - a. Proof. intros; lra. Qed.
Lemma opp_o {a : R} : a = 0 -> - a = 0. Proof. intros; lra. Qed.

(* Roots *)
Lemma root_p {a : R} : 0 < a -> 0 < sqrt a. Proof. apply sqrt_lt_R0. Qed.
Lemma root_square (a b : R) : a = b -> 0 <= b -> sqrt a ^ 2 = b. Proof. intros ->; apply pow2_sqrt. Qed.
Lemma root_exact (a s : R) : 0 <= s -> a = s ^ 2 -> sqrt a = s. Proof. intros S ->; apply sqrt_pow2, S. Qed.
Lemma root_scaled (a s b : R) : 0 <= s -> 0 <= b -> a = s ^ 2 * b -> sqrt a = s * sqrt b.
Proof. intros S B ->; rewrite sqrt_mult, sqrt_pow2; trivial; apply pow2_ge_0. Qed.
(* A + B sqrt X, where the first term is the larger in size, and where the second is *)
Lemma conj_first_p {A B X : R} : 0 <= X -> 0 <= A -> 0 < A ^ 2 - B ^ 2 * X -> 0 < A + B * sqrt X.
Proof.
  intros PX PA H; assert (R := sqrt_sqrt X PX); assert (P := sqrt_pos X).
  destruct (Rlt_or_le 0 (A + B * sqrt X)); trivial.
  assert (A ^ 2 <= B ^ 2 * X); [| lra].
  rewrite <- R; replace (B ^ 2 * (sqrt X * sqrt X)) with ((- (B * sqrt X)) ^ 2) by ring; apply pow_incr; lra.
Qed.
Lemma conj_first_q {A B X : R} : 0 <= X -> 0 <= A -> 0 <= A ^ 2 - B ^ 2 * X -> 0 <= A + B * sqrt X.
Proof.
  intros PX PA H; assert (R := sqrt_sqrt X PX).
  destruct (Rle_or_lt 0 (A + B * sqrt X)); trivial.
  assert (0 < (- (B * sqrt X)) ^ 2 - A ^ 2) by nra.
  replace ((- (B * sqrt X)) ^ 2) with (B ^ 2 * (sqrt X * sqrt X)) in * by ring; rewrite R in *; lra.
Qed.
Lemma conj_second_p {A B X : R} : 0 <= X -> 0 <= B -> A ^ 2 - B ^ 2 * X < 0 -> 0 < A + B * sqrt X.
Proof.
  intros PX PB H; assert (R := sqrt_sqrt X PX); assert (P := sqrt_pos X); assert (Q : 0 <= B * sqrt X) by nra.
  destruct (Rlt_or_le 0 (A + B * sqrt X)); trivial.
  assert ((B * sqrt X) ^ 2 <= A ^ 2) by nra.
  replace ((B * sqrt X) ^ 2) with (B ^ 2 * (sqrt X * sqrt X)) in * by ring; rewrite R in *; lra.
Qed.
Lemma conj_second_q {A B X : R} : 0 <= X -> 0 <= B -> A ^ 2 - B ^ 2 * X <= 0 -> 0 <= A + B * sqrt X.
Proof.
  intros PX PB H; assert (R := sqrt_sqrt X PX); assert (P := sqrt_pos X); assert (Q : 0 <= B * sqrt X) by nra.
  destruct (Rle_or_lt 0 (A + B * sqrt X)); trivial.
  assert ((B * sqrt X) ^ 2 < A ^ 2) by nra.
  replace ((B * sqrt X) ^ 2) with (B ^ 2 * (sqrt X * sqrt X)) in * by ring; rewrite R in *; lra.
Qed.
Lemma conj_z {A B X : R} : 0 <= X -> A ^ 2 - B ^ 2 * X <> 0 -> A + B * sqrt X <> 0.
Proof.
  intros PX H K; apply H; assert (R := sqrt_sqrt X PX).
  replace (A ^ 2 - B ^ 2 * X) with ((A - B * sqrt X) * (A + B * sqrt X) + B ^ 2 * (sqrt X * sqrt X - X)) by ring.
  rewrite K, R; ring.
Qed.

(* a x^2 + b x + c with a negative discriminant *)
Lemma quadratic_p {a b c : R} (x : R) : 0 < a -> 0 < 4 * a * c - b ^ 2 -> 0 < a * x ^ 2 + b * x + c.
Proof. intros PA H; assert (0 <= (2 * a * x + b) ^ 2) by apply pow2_ge_0; nra. Qed.
Lemma quadratic_q {a b c : R} (x : R) : 0 < a -> 0 <= 4 * a * c - b ^ 2 -> 0 <= a * x ^ 2 + b * x + c.
Proof. intros PA H; assert (0 <= (2 * a * x + b) ^ 2) by apply pow2_ge_0; nra. Qed.
Lemma quadratic_flat {a b c : R} (x : R) : 0 <= a -> 0 <= c -> 0 <= 4 * a * c - b ^ 2 -> 0 <= a * x ^ 2 + b * x + c.
Proof.
  intros [A | <-] C D; [apply quadratic_q; assumption |].
  assert (b = 0) as -> by (apply Rsqr_0_uniq; unfold Rsqr; nra); lra.
Qed.

(* Derivatives, put together *)
Lemma slope_const (c s : R) : derivable_pt_lim (fun _ => c) s 0. Proof. apply derivable_pt_lim_const. Qed.
Lemma slope_id (s : R) : derivable_pt_lim (fun x => x) s 1. Proof. apply derivable_pt_lim_id. Qed.
Lemma slope_plus {f g : R -> R} {s a b : R} :
  derivable_pt_lim f s a -> derivable_pt_lim g s b -> derivable_pt_lim (fun x => f x + g x) s (a + b).
Proof. apply derivable_pt_lim_plus. Qed.
Lemma slope_minus {f g : R -> R} {s a b : R} :
  derivable_pt_lim f s a -> derivable_pt_lim g s b -> derivable_pt_lim (fun x => f x - g x) s (a - b).
Proof. apply derivable_pt_lim_minus. Qed.
Lemma slope_mult {f g : R -> R} {s a b : R} :
  derivable_pt_lim f s a -> derivable_pt_lim g s b -> derivable_pt_lim (fun x => f x * g x) s (a * g s + f s * b).
Proof. apply derivable_pt_lim_mult. Qed.
Lemma slope_over {f : R -> R} {s a : R} (c : R) :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => f x / c) s (a / c).
Proof.
  intros H; assert (K := slope_mult H (slope_const (/ c) s)); cbv beta in K.
  replace (a / c) with (a * / c + f s * 0) by (unfold Rdiv; ring); exact K.
Qed.
Lemma slope_pow {f : R -> R} {s a : R} (n : nat) :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => f x ^ n) s (INR n * f s ^ pred n * a).
Proof. intros H; apply (derivable_pt_lim_comp f (fun y => y ^ n) s a (INR n * f s ^ pred n) H), derivable_pt_lim_pow. Qed.
Lemma slope_exp {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => exp (f x)) s (exp (f s) * a).
Proof. intros H; apply (derivable_pt_lim_comp f exp s a (exp (f s)) H), derivable_pt_lim_exp. Qed.
Lemma slope_sinh {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => sinh (f x)) s (cosh (f s) * a).
Proof. intros H; apply (derivable_pt_lim_comp f sinh s a (cosh (f s)) H), derivable_pt_lim_sinh. Qed.
Lemma slope_cosh {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => cosh (f x)) s (sinh (f s) * a).
Proof. intros H; apply (derivable_pt_lim_comp f cosh s a (sinh (f s)) H), derivable_pt_lim_cosh. Qed.
Lemma slope_ln {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> 0 < f s -> derivable_pt_lim (fun x => ln (f x)) s (/ f s * a).
Proof. intros H P; apply (derivable_pt_lim_comp f ln); [exact H | now apply derivable_pt_lim_ln]. Qed.
Lemma slope_sqrt {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> 0 < f s -> derivable_pt_lim (fun x => sqrt (f x)) s (/ (2 * sqrt (f s)) * a).
Proof. intros H P; apply (derivable_pt_lim_comp f sqrt); [exact H | now apply derivable_pt_lim_sqrt]. Qed.
Lemma slope_sin {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => sin (f x)) s (cos (f s) * a).
Proof. intros H; apply (derivable_pt_lim_comp f sin); [exact H | apply derivable_pt_lim_sin]. Qed.
Lemma slope_cos {f : R -> R} {s a : R} :
  derivable_pt_lim f s a -> derivable_pt_lim (fun x => cos (f x)) s (- sin (f s) * a).
Proof. intros H; apply (derivable_pt_lim_comp f cos); [exact H | apply derivable_pt_lim_cos]. Qed.
Lemma slope_arcsinh {f : R -> R} {s a : R} (w : R) : derivable_pt_lim f s a -> w = f s ^ 2 + 1 ->
  derivable_pt_lim (fun x => arcsinh (f x)) s (/ sqrt w * a).
Proof. intros H ->; apply (derivable_pt_lim_comp f arcsinh); [exact H | apply derivable_pt_lim_arcsinh]. Qed.
Lemma slope_div {f g : R -> R} {s a b : R} : derivable_pt_lim f s a -> derivable_pt_lim g s b -> g s <> 0 ->
  derivable_pt_lim (fun x => f x / g x) s (a * / g s - f s * b * (/ g s * / g s)).
Proof.
  intros F G N; replace (a * / g s - f s * b * (/ g s * / g s)) with ((a * g s - b * f s) / Rsqr (g s)) by
    (unfold Rsqr; field; exact N).
  exact (derivable_pt_lim_div f g s a b F G N).
Qed.
Lemma slope_inv {f : R -> R} {s a : R} : derivable_pt_lim f s a -> f s <> 0 ->
  derivable_pt_lim (fun x => / f x) s (- a * (/ f s * / f s)).
Proof.
  intros H N; assert (K := slope_div (slope_const 1 s) H N); cbv beta in K; unfold Rdiv in K.
  intros e E; destruct (K e E) as [d D]; exists d; intros h X Y; specialize (D h X Y).
  replace (- a * (/ f s * / f s)) with (0 * / f s - 1 * a * (/ f s * / f s)) by ring.
  rewrite !Rmult_1_l in D; rewrite Rmult_1_l; exact D.
Qed.
Lemma slope_eq {f : R -> R} {s a b : R} : derivable_pt_lim f s a -> a = b -> derivable_pt_lim f s b.
Proof. intros H <-; exact H. Qed.
(* What does not fall from 0 on is at least what it is at 0 *)
Lemma rising (f g : R -> R) (x : R) :
  0 <= x -> (forall s, 0 <= s -> derivable_pt_lim f s (g s)) -> (forall s, 0 <= s -> 0 <= g s) -> f 0 <= f x.
Proof.
  intros [X | <-] D P; [| lra].
  destruct (MVT_cor2 f g 0 x X) as (c & E & C); [intros; apply D; lra |].
  assert (0 <= g c * (x - 0)) by (apply Rmult_le_pos; [apply P |]; lra); lra.
Qed.
Lemma rising_q (f g : R -> R) (x : R) :
  0 <= x -> (forall s, 0 <= s -> derivable_pt_lim f s (g s)) -> (forall s, 0 <= s -> 0 <= g s) -> (forall z, z = 0 -> 0 <= f z) -> 0 <= f x.
Proof. intros X D P Z; assert (H := rising f g x X D P); specialize (Z 0 eq_refl); lra. Qed.
Lemma rising_p (f g : R -> R) (x : R) :
  0 <= x -> (forall s, 0 <= s -> derivable_pt_lim f s (g s)) -> (forall s, 0 <= s -> 0 <= g s) -> (forall z, z = 0 -> 0 < f z) -> 0 < f x.
Proof. intros X D P Z; assert (H := rising f g x X D P); specialize (Z 0 eq_refl); lra. Qed.
(* What falls towards a place and rises beyond it is least there *)
Lemma gap_p {x c : R} : 0 < x - c -> c < x. Proof. lra. Qed.
Lemma gap_q {x c : R} : 0 <= x - c -> c <= x. Proof. lra. Qed.
Lemma gap_n {x c : R} : x - c < 0 -> x < c. Proof. lra. Qed.
Lemma gap_m {x c : R} : x - c <= 0 -> x <= c. Proof. lra. Qed.
Lemma gap_z {x c : R} : x - c <> 0 -> x <> c. Proof. lra. Qed.
Lemma rise_q (f g : R -> R) (c x : R) : c <= x -> (forall z, z = c -> 0 <= f z) ->
  (forall s, c <= s -> s <= x -> derivable_pt_lim f s (g s)) -> (forall s, c <= s -> s <= x -> 0 <= g s) -> 0 <= f x.
Proof.
  intros [X | <-] Z D P; [| now apply Z].
  destruct (MVT_cor2 f g c x X) as (s & E & C); [intros; apply D; lra |]; specialize (Z c eq_refl).
  assert (0 <= g s * (x - c)) by (apply Rmult_le_pos; [apply P |]; lra); lra.
Qed.
Lemma fall_q (f g : R -> R) (c x : R) : x <= c -> (forall z, z = c -> 0 <= f z) ->
  (forall s, x <= s -> s <= c -> derivable_pt_lim f s (g s)) -> (forall s, x <= s -> s <= c -> 0 <= - g s) -> 0 <= f x.
Proof.
  intros [X | ->] Z D P; [| now apply Z].
  destruct (MVT_cor2 f g x c X) as (s & E & C); [intros; apply D; lra |]; specialize (Z c eq_refl).
  assert (0 <= - g s * (c - x)) by (apply Rmult_le_pos; [apply P |]; lra); lra.
Qed.
Lemma valley_q (f g : R -> R) (c x : R) : (forall z, z = c -> 0 <= f z) ->
  (forall s, c <= s -> s <= x -> derivable_pt_lim f s (g s)) -> (forall s, c <= s -> s <= x -> 0 <= g s) ->
  (forall s, x <= s -> s <= c -> derivable_pt_lim f s (g s)) -> (forall s, x <= s -> s <= c -> 0 <= - g s) -> 0 <= f x.
Proof.
  intros Z D P E Q; destruct (Rle_or_lt c x) as [X | X]; [now apply (rise_q f g c) |].
  apply (fall_q f g c); auto; lra.
Qed.
Lemma rise_p (f g : R -> R) (c x : R) : c < x -> (forall z, z = c -> 0 <= f z) ->
  (forall s, c <= s -> s <= x -> derivable_pt_lim f s (g s)) -> (forall s, c < s -> s < x -> 0 < g s) -> 0 < f x.
Proof.
  intros X Z D P; destruct (MVT_cor2 f g c x X) as (s & E & C); [intros; apply D; lra |]; specialize (Z c eq_refl).
  assert (0 < g s * (x - c)) by (apply Rmult_lt_0_compat; [apply P |]; lra); lra.
Qed.
Lemma fall_p (f g : R -> R) (c x : R) : x < c -> (forall z, z = c -> 0 <= f z) ->
  (forall s, x <= s -> s <= c -> derivable_pt_lim f s (g s)) -> (forall s, x < s -> s < c -> 0 < - g s) -> 0 < f x.
Proof.
  intros X Z D P; destruct (MVT_cor2 f g x c X) as (s & E & C); [intros; apply D; lra |]; specialize (Z c eq_refl).
  assert (0 < - g s * (c - x)) by (apply Rmult_lt_0_compat; [apply P |]; lra); lra.
Qed.
Lemma valley_p (f g : R -> R) (c x : R) : x <> c -> (forall z, z = c -> 0 <= f z) ->
  (forall s, c <= s -> s <= x -> derivable_pt_lim f s (g s)) -> (forall s, c < s -> s < x -> 0 < g s) ->
  (forall s, x <= s -> s <= c -> derivable_pt_lim f s (g s)) -> (forall s, x < s -> s < c -> 0 < - g s) -> 0 < f x.
Proof.
  intros N Z D P E Q; destruct (Rlt_or_le c x) as [X | X]; [now apply (rise_p f g c) |].
  apply (fall_p f g c); auto; lra.
Qed.
(* Exponentials and hyperbolic functions at 0, and of related arguments *)
Lemma exp_at_o {a : R} : a = 0 -> exp a - 1 = 0. Proof. intros ->; rewrite exp_0; lra. Qed.
Lemma cosh_at_o {a : R} : a = 0 -> cosh a - 1 = 0. Proof. intros ->; rewrite cosh_0; lra. Qed.
Lemma exp_mean_o {a b c : R} : a + b = 2 * c -> exp a * exp b - exp c ^ 2 = 0.
Proof. intros H; rewrite <- exp_plus, H, (exp_times (2 * c) c 2) by (simpl; lra); lra. Qed.
Lemma hyperbolic_o (a : R) : cosh a ^ 2 - sinh a ^ 2 - 1 = 0.
Proof.
  unfold cosh, sinh; assert (E : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  replace (((exp a + exp (- a)) / 2) ^ 2 - ((exp a - exp (- a)) / 2) ^ 2 - 1) with (exp a * exp (- a) - 1) by field; lra.
Qed.
Lemma cosh_above (a : R) : 0 <= cosh a - 1.
Proof.
  unfold cosh; assert (E : exp a * exp (- a) = 1) by (rewrite <- exp_plus, Rplus_opp_r; apply exp_0).
  assert (P := exp_pos a); assert (Q := exp_pos (- a)); assert (0 <= (exp a - exp (- a)) ^ 2) by apply pow2_ge_0; nra.
Qed.

(* The inverse hyperbolic sine, and sines and cosines within half a turn *)
Lemma arcsinh_p {a : R} : 0 < a -> 0 < arcsinh a. Proof. intros H; rewrite <- arcsinh_0; now apply arcsinh_lt. Qed.
Lemma arcsinh_n {a : R} : a < 0 -> arcsinh a < 0. Proof. intros H; rewrite <- arcsinh_0; now apply arcsinh_lt. Qed.
Lemma arcsinh_q {a : R} : 0 <= a -> 0 <= arcsinh a. Proof. intros H; rewrite <- arcsinh_0; now apply arcsinh_le. Qed.
Lemma arcsinh_m {a : R} : a <= 0 -> arcsinh a <= 0. Proof. intros H; rewrite <- arcsinh_0; now apply arcsinh_le. Qed.
Lemma arcsinh_o {a : R} : a = 0 -> arcsinh a = 0. Proof. intros ->; apply arcsinh_0. Qed.
Lemma arcsinh_z {a : R} : a <> 0 -> arcsinh a <> 0.
Proof. intros N; destruct (Rdichotomy _ _ N) as [H | H]; [apply arcsinh_n in H | apply arcsinh_p in H]; lra. Qed.
Lemma sin_within_p {a : R} : 0 < a -> 0 < PI - a -> 0 < sin a. Proof. intros; apply sin_gt_0; lra. Qed.
Lemma sin_within_q {a : R} : 0 <= a -> 0 <= PI - a -> 0 <= sin a. Proof. intros; apply sin_ge_0; lra. Qed.
Lemma sin_below (a : R) : 0 <= 1 - sin a. Proof. destruct (SIN_bound a); lra. Qed.
Lemma sin_above (a : R) : 0 <= 1 + sin a. Proof. destruct (SIN_bound a); lra. Qed.
Lemma cos_below (a : R) : 0 <= 1 - cos a. Proof. destruct (COS_bound a); lra. Qed.
Lemma cos_above (a : R) : 0 <= 1 + cos a. Proof. destruct (COS_bound a); lra. Qed.
(* PI between 3 and 22/7, by the first terms of an alternating series of Machin *)
Lemma pi_above : 0 < PI - 3.
Proof.
  destruct (PI_2_3_7_ineq 0) as [H _]; unfold tg_alt, PI_2_3_7_tg, Ratan_seq in H; simpl in H; lra.
Qed.
Lemma pi_below : 0 < 22 / 7 - PI.
Proof.
  destruct (PI_2_3_7_ineq 1) as [_ H]; unfold tg_alt, PI_2_3_7_tg, Ratan_seq in H; simpl in H; lra.
Qed.

(* Sums and products, by the signs of their parts *)
Lemma mul_pp {a b : R} : 0 < a -> 0 < b -> 0 < a * b. Proof. intros; nra. Qed.
Lemma mul_pn {a b : R} : 0 < a -> b < 0 -> a * b < 0. Proof. intros; nra. Qed.
Lemma mul_pq {a b : R} : 0 < a -> 0 <= b -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_pm {a b : R} : 0 < a -> b <= 0 -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_np {a b : R} : a < 0 -> 0 < b -> a * b < 0. Proof. intros; nra. Qed.
Lemma mul_nn {a b : R} : a < 0 -> b < 0 -> 0 < a * b. Proof. intros; nra. Qed.
Lemma mul_nq {a b : R} : a < 0 -> 0 <= b -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_nm {a b : R} : a < 0 -> b <= 0 -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_qp {a b : R} : 0 <= a -> 0 < b -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_qn {a b : R} : 0 <= a -> b < 0 -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_qq {a b : R} : 0 <= a -> 0 <= b -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_qm {a b : R} : 0 <= a -> b <= 0 -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_mp {a b : R} : a <= 0 -> 0 < b -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_mn {a b : R} : a <= 0 -> b < 0 -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_mq {a b : R} : a <= 0 -> 0 <= b -> a * b <= 0. Proof. intros; nra. Qed.
Lemma mul_mm {a b : R} : a <= 0 -> b <= 0 -> 0 <= a * b. Proof. intros; nra. Qed.
Lemma mul_zz {a b : R} : a <> 0 -> b <> 0 -> a * b <> 0.
Proof. intros; apply Rmult_integral_contrapositive_currified; lra. Qed.
Lemma mul_zp {a b : R} : a <> 0 -> 0 < b -> a * b <> 0.
Proof. intros; apply Rmult_integral_contrapositive_currified; lra. Qed.
Lemma mul_pz {a b : R} : 0 < a -> b <> 0 -> a * b <> 0.
Proof. intros; apply Rmult_integral_contrapositive_currified; lra. Qed.
Lemma mul_zn {a b : R} : a <> 0 -> b < 0 -> a * b <> 0.
Proof. intros; apply Rmult_integral_contrapositive_currified; lra. Qed.
Lemma mul_nz {a b : R} : a < 0 -> b <> 0 -> a * b <> 0.
Proof. intros; apply Rmult_integral_contrapositive_currified; lra. Qed.
Lemma mul_o_ {a : R} (b : R) : a = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma mul__o (a : R) {b : R} : b = 0 -> a * b = 0. Proof. intros ->; ring. Qed.
Lemma root_over_q {a b : R} : 0 <= a - b ^ 2 -> 0 <= sqrt a + b.
Proof.
  intros H; pose proof (pow2_ge_0 b); pose proof (sqrt_pos a); pose proof (sqrt_sqrt a ltac:(lra)).
  destruct (Rle_or_lt 0 (sqrt a + b)) as [P | N]; [exact P | nra].
Qed.
Lemma root_over_p {a b : R} : 0 < a - b ^ 2 -> 0 < sqrt a + b.
Proof.
  intros H; pose proof (pow2_ge_0 b); pose proof (sqrt_pos a); pose proof (sqrt_sqrt a ltac:(lra)).
  destruct (Rlt_or_le 0 (sqrt a + b)) as [P | N]; [exact P | nra].
Qed.
Lemma add_pp {a b : R} : 0 < a -> 0 < b -> 0 < a + b. Proof. intros; lra. Qed.
Lemma add_pq {a b : R} : 0 < a -> 0 <= b -> 0 < a + b. Proof. intros; lra. Qed.
Lemma add_po {a b : R} : 0 < a -> b = 0 -> 0 < a + b. Proof. intros; lra. Qed.
Lemma add_qp {a b : R} : 0 <= a -> 0 < b -> 0 < a + b. Proof. intros; lra. Qed.
Lemma add_qq {a b : R} : 0 <= a -> 0 <= b -> 0 <= a + b. Proof. intros; lra. Qed.
Lemma add_qo {a b : R} : 0 <= a -> b = 0 -> 0 <= a + b. Proof. intros; lra. Qed.
Lemma add_op {a b : R} : a = 0 -> 0 < b -> 0 < a + b. Proof. intros; lra. Qed.
Lemma add_oq {a b : R} : a = 0 -> 0 <= b -> 0 <= a + b. Proof. intros; lra. Qed.
Lemma add_oo {a b : R} : a = 0 -> b = 0 -> a + b = 0. Proof. intros; lra. Qed.
Lemma add_nn {a b : R} : a < 0 -> b < 0 -> a + b < 0. Proof. intros; lra. Qed.
Lemma add_nm {a b : R} : a < 0 -> b <= 0 -> a + b < 0. Proof. intros; lra. Qed.
Lemma add_no {a b : R} : a < 0 -> b = 0 -> a + b < 0. Proof. intros; lra. Qed.
Lemma add_mn {a b : R} : a <= 0 -> b < 0 -> a + b < 0. Proof. intros; lra. Qed.
Lemma add_mm {a b : R} : a <= 0 -> b <= 0 -> a + b <= 0. Proof. intros; lra. Qed.
Lemma add_mo {a b : R} : a <= 0 -> b = 0 -> a + b <= 0. Proof. intros; lra. Qed.
Lemma add_on {a b : R} : a = 0 -> b < 0 -> a + b < 0. Proof. intros; lra. Qed.
Lemma add_om {a b : R} : a = 0 -> b <= 0 -> a + b <= 0. Proof. intros; lra. Qed.
Lemma add_zo {a b : R} : a <> 0 -> b = 0 -> a + b <> 0. Proof. intros; lra. Qed.
Lemma add_oz {a b : R} : a = 0 -> b <> 0 -> a + b <> 0. Proof. intros; lra. Qed.
