(** The rules that join lines of a proof, those about trajectories. *)
From Layerproof Require Export JoinsOfLimits.
From Coq Require Import List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** * Kept: what is conserved has at all times the value that it had at the start *)
Lemma join_kept : forall q : R -> R, (forall t, 0 <= t -> is_derive q t 0) -> forall t, 0 <= t -> q t = q 0.
Proof. intros q D t T; apply stays_constant; [exact T | intros; apply D; lra]. Qed.

(** * Throughout: what holds at each moment holds all along *)
Lemma join_throughout : forall (A : Type) (given says : A -> Prop) (at_time : R -> A), (forall x, given x -> says x) ->
  (forall t, 0 <= t -> given (at_time t)) -> forall t, 0 <= t -> says (at_time t).
Proof. intros A given says x H G t T; apply H, G, T. Qed.

(** * In the limit: what is along a trajectory, where each parameter tends to an end *)
Lemma T_tsum : forall lo hi (f : nat -> R -> R) a (F : (R -> Prop) -> Prop) {FF : Filter F},
  (forall i, (lo <= i <= hi)%nat -> tends (f i) F (a i)) -> tends (fun s => tsum lo hi (fun i => f i s)) F (tsum lo hi a).
Proof.
  intros lo hi f a F FF H; unfold tsum; assert (G : forall n m, (lo <= m)%nat -> (m + n <= S hi)%nat ->
    tends (fun s => rsum (fun i => f i s) m n) F (rsum a m n)).
  { induction n as [| n IH]; intros m L U; simpl; [apply T_const |].
    apply (T_plus (f m) (fun s => rsum (fun i => f i s) (S m) n)); [apply H; lia | apply IH; lia]. }
  destruct (Nat.le_gt_cases lo (S hi)); [apply G; lia | replace (S hi - lo)%nat with 0%nat by lia; apply T_const].
Qed.
Ltac join_tending :=
  first
  [ assumption | apply T_const
  | match goal with H : forall _ : nat, _ -> tends _ _ _ |- _ => apply H; first [assumption | lia] end
  | lazymatch goal with
    | |- tends (fun s => @?f s + @?g s) _ _ => eapply (T_plus f g); join_tending
    | |- tends (fun s => @?f s * @?g s) _ _ => eapply (T_mult f g); join_tending
    | |- tends (fun s => @?f s / @?g s) _ _ => eapply (T_div f g); [join_tending | join_tending | first [assumption | nz]]
    | |- tends (fun s => - @?f s) _ _ => eapply (T_opp f); join_tending
    | |- tends (fun s => sqrt (@?f s)) _ _ => eapply (T_comp f sqrt); [join_tending | apply continuous_sqrt]
    | |- tends (fun s => exp (@?f s)) _ _ => eapply (T_comp f exp); [join_tending | apply continuous_exp]
    | |- tends (fun s => @?f s ^ _) _ _ => eapply (T_pow _ f); join_tending
    | |- tends (fun s => tsum _ _ (fun i => @?f i s)) _ _ => eapply (T_tsum _ _ (fun i s => f i s)); [typeclasses eauto | intros; cbv beta; join_tending]
    end ].
Lemma limit_above : forall (f g : R -> R) (l m : R), (forall t, 0 <= t -> f t >= g t) ->
  tends f (Rbar_locally p_infty) l -> tends g (Rbar_locally p_infty) m -> l >= m.
Proof. intros f g l m H F G; apply Rle_ge, (join_in_the_limit g f); [intros t T; specialize (H t T); lra | exact G | exact F]. Qed.

(** * Compared: differential inequalities *)

(* The square of the positive part is differentiable. *)
Definition above (x : R) : R := Rmax x 0.
Lemma above_square : forall x, is_derive (fun s => above s ^ 2) x (2 * above x).
Proof.
  intros x; unfold above; destruct (Rtotal_order x 0) as [N | [-> | P]].
  - rewrite Rmax_right by lra; apply is_derive_ext_loc with (fun _ => 0).
    + generalize (near_enough x (- x) ltac:(lra)); apply filter_imp; intros y Y; rewrite Rmax_right by lra; simpl; ring.
    + replace (2 * 0) with 0 by ring; apply (is_derive_const 0 x).
  - rewrite Rmax_right by lra; apply is_derive_Reals; intros e E; exists (mkposreal e E); intros h H B; simpl in B.
    rewrite Rplus_0_l, (Rmax_right 0 0) by lra.
    replace ((Rmax h 0 ^ 2 - 0 ^ 2) / h - 2 * 0) with (Rmax h 0 ^ 2 / h) by (field; exact H).
    apply Rabs_def2 in B; destruct (Rle_or_lt h 0) as [L | L].
    + rewrite Rmax_right by lra; replace (0 ^ 2 / h) with 0 by (field; exact H); rewrite Rabs_R0; exact E.
    + rewrite Rmax_left by lra; replace (h ^ 2 / h) with h by (field; exact H); apply Rabs_def1; lra.
  - rewrite Rmax_left by lra; apply is_derive_ext_loc with (fun s => s ^ 2).
    + generalize (near_enough x x P); apply filter_imp; intros y Y; rewrite Rmax_left by lra; reflexivity.
    + eapply D_to; [apply D_square, D_id | ring].
Qed.
(* What does not begin positive, and grows no faster than in proportion where it is, stays so. *)
Lemma stays_below : forall (w v q : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive w t (v t)) ->
  (forall t, 0 <= t <= T -> continuous q t) -> (forall t, 0 <= t <= T -> 0 < w t -> v t <= q t * w t) -> w 0 <= 0 -> w T <= 0.
Proof.
  intros w v q T H D C L Z; destruct (Flows.bounded q T H C) as [K B].
  assert (E : above (w T) ^ 2 = 0).
  { apply (gronwall (fun t => above (w t) ^ 2) (fun t => 2 * above (w t) * v t) (2 * K) T H).
    - intros t Ht; exact (is_derive_comp (fun s => above s ^ 2) w t _ _ (above_square (w t)) (D t Ht))
        || (eapply D_to; [apply (D_comp (fun s => above s ^ 2)); [apply D_of, D, Ht | apply above_square] | ring]).
    - intros t Ht; unfold above; destruct (Rle_or_lt (w t) 0) as [N | P].
      + rewrite Rmax_right by lra; lra.
      + rewrite Rmax_left by lra; specialize (L t Ht P); specialize (B t Ht); nra.
    - intros t Ht; apply pow2_ge_0.
    - unfold above; rewrite Rmax_right by lra; ring. }
  unfold above in E; destruct (Rle_or_lt (w T) 0) as [N | P]; [exact N |].
  rewrite Rmax_left in E by lra; nra.
Qed.

(* Polynomials in one letter, whose coefficients are functions of the time, from the constant one on. *)
Fixpoint slope_of (coefficients : list (R -> R)) (z t : R) : R :=
  match coefficients with nil => 0 | c :: rest => c t + z * slope_of rest z t end.
Fixpoint quotient_of (coefficients : list (R -> R)) (y u t : R) : R :=
  match coefficients with nil => 0 | c :: rest => slope_of rest y t + u * quotient_of rest y u t end.
Lemma quotient_is : forall cs y u t, slope_of cs y t - slope_of cs u t = quotient_of cs y u t * (y - u).
Proof.
  intros cs; induction cs as [| c rest IH]; intros y u t; simpl; [ring |]; specialize (IH y u t).
  replace (c t + y * slope_of rest y t - (c t + u * slope_of rest u t))
    with (slope_of rest y t * (y - u) + u * (slope_of rest y t - slope_of rest u t)) by ring.
  rewrite IH; ring.
Qed.
Lemma slope_continuous : forall cs (y : R -> R) t, continuous y t -> (forall c, In c cs -> continuous c t) ->
  continuous (fun s => slope_of cs (y s) s) t.
Proof.
  intros cs y t Y; induction cs as [| c rest IH]; intros C; simpl; [apply continuous_const |].
  apply C_plus; [apply C; now left | apply C_mult; [exact Y | apply IH; intros; apply C; now right]].
Qed.
Lemma quotient_continuous : forall cs (y u : R -> R) t, continuous y t -> continuous u t ->
  (forall c, In c cs -> continuous c t) -> continuous (fun s => quotient_of cs (y s) (u s) s) t.
Proof.
  intros cs y u t Y U; induction cs as [| c rest IH]; intros C; simpl; [apply continuous_const |].
  apply C_plus; [apply slope_continuous; [exact Y | intros; apply C; now right] |].
  apply C_mult; [exact U | apply IH; intros; apply C; now right].
Qed.
(* Up to a time. *)
Lemma compared_until : forall cs (y v u : R -> R) T, 0 <= T ->
  (forall t, 0 <= t <= T -> is_derive y t (v t)) -> (forall t, 0 <= t <= T -> is_derive u t (slope_of cs (u t) t)) ->
  (forall t, 0 <= t <= T -> forall c, In c cs -> continuous c t) ->
  (forall t, 0 <= t <= T -> v t <= slope_of cs (y t) t) -> y 0 = u 0 -> y T <= u T.
Proof.
  intros cs y v u T H Y U C L Z; enough (y T - u T <= 0) by lra.
  apply (stays_below (fun t => y t - u t) (fun t => v t - slope_of cs (u t) t)
           (fun t => quotient_of cs (y t) (u t) t) T H).
  - intros t Ht; apply (is_derive_minus y u t); [apply Y | apply U]; lra.
  - intros t Ht; apply quotient_continuous.
    + apply (ex_derive_continuous y); eexists; apply Y; lra.
    + apply (ex_derive_continuous u); eexists; apply U; lra.
    + intros; apply (C t); [lra | assumption].
  - intros t Ht _; rewrite <- quotient_is; specialize (L t ltac:(lra)); lra.
  - rewrite Z; lra.
Qed.
Lemma compared_until_above : forall cs (y v u : R -> R) T, 0 <= T ->
  (forall t, 0 <= t <= T -> is_derive y t (v t)) -> (forall t, 0 <= t <= T -> is_derive u t (slope_of cs (u t) t)) ->
  (forall t, 0 <= t <= T -> forall c, In c cs -> continuous c t) ->
  (forall t, 0 <= t <= T -> v t >= slope_of cs (y t) t) -> y 0 = u 0 -> y T >= u T.
Proof.
  intros cs y v u T H Y U C L Z; enough (u T - y T <= 0) by lra.
  apply (stays_below (fun t => u t - y t) (fun t => slope_of cs (u t) t - v t)
           (fun t => quotient_of cs (u t) (y t) t) T H).
  - intros t Ht; apply (is_derive_minus u y t); [apply U | apply Y]; lra.
  - intros t Ht; apply quotient_continuous.
    + apply (ex_derive_continuous u); eexists; apply U; lra.
    + apply (ex_derive_continuous y); eexists; apply Y; lra.
    + intros; apply (C t); [lra | assumption].
  - intros t Ht _; rewrite <- quotient_is; specialize (L t ltac:(lra)); lra.
  - rewrite Z; lra.
Qed.
Lemma join_compared : forall cs (y v u : R -> R),
  (forall t, 0 <= t -> is_derive y t (v t)) -> (forall t, 0 <= t -> is_derive u t (slope_of cs (u t) t)) ->
  (forall t, 0 <= t -> forall c, In c cs -> continuous c t) ->
  (forall t, 0 <= t -> v t <= slope_of cs (y t) t) -> y 0 = u 0 -> forall t, 0 <= t -> y t <= u t.
Proof.
  intros cs y v u Y U C L Z T H; apply (compared_until cs y v u T H); try exact Z; intros t [Ht _]; auto.
Qed.
Lemma join_compared_above : forall cs (y v u : R -> R),
  (forall t, 0 <= t -> is_derive y t (v t)) -> (forall t, 0 <= t -> is_derive u t (slope_of cs (u t) t)) ->
  (forall t, 0 <= t -> forall c, In c cs -> continuous c t) ->
  (forall t, 0 <= t -> v t >= slope_of cs (y t) t) -> y 0 = u 0 -> forall t, 0 <= t -> y t >= u t.
Proof.
  intros cs y v u Y U C L Z T H; apply (compared_until_above cs y v u T H); try exact Z; intros t [Ht _]; auto.
Qed.
(* What a start says, put in. *)
Ltac join_started :=
  first
  [ reflexivity
  | assumption
  | match goal with H : forall _ : nat, _ -> _ = _ |- _ => apply H; first [assumption | lia] end
  | solve [apply tsum_ext; intros; cbv beta; join_started]
  | solve [f_equal; join_started] ].
(** * StaysPositive: rates that are at least in proportion *)
Lemma stays_nonnegative_until : forall (y v k : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive y t (v t)) ->
  (forall t, 0 <= t <= T -> continuous k t) -> (forall t, 0 <= t <= T -> v t >= k t * y t) -> y 0 >= 0 -> y T >= 0.
Proof.
  intros y v k T H D C L Z; enough (- y T <= 0) by lra.
  apply (stays_below (fun t => - y t) (fun t => - v t) k T H).
  - intros t Ht; apply (is_derive_opp y t), D; lra.
  - intros t Ht; apply C; lra.
  - intros t Ht _; specialize (L t ltac:(lra)); lra.
  - lra.
Qed.
Lemma join_stays_nonnegative : forall y v k : R -> R, (forall t, 0 <= t -> is_derive y t (v t)) ->
  (forall t, 0 <= t -> continuous k t) -> (forall t, 0 <= t -> k t * y t <= v t) -> 0 <= y 0 ->
  forall t, 0 <= t -> 0 <= y t.
Proof.
  intros y v k D C L Z T H; apply Rge_le, (stays_nonnegative_until y v k T H); [intros t [Ht _]; auto .. | lra].
  specialize (L t Ht); lra.
Qed.
(* What is positive up to a time, with a rate at least in proportion, is positive at that time. *)
Lemma positive_at_end : forall (y v k : R -> R) T, 0 < T -> (forall t, 0 <= t <= T -> is_derive y t (v t)) ->
  (forall t, 0 <= t <= T -> continuous k t) -> (forall t, 0 <= t < T -> 0 < y t /\ k t * y t <= v t) -> 0 < y 0 -> 0 < y T.
Proof.
  intros y v k T H D C L Z.
  destruct (Flows.bounded (fun t => - k t) T) as [K B]; [lra | intros t Ht; apply (continuous_opp k t (C t Ht)) |].
  assert (E : forall s, 0 <= s < T -> y 0 <= y s * exp (K * s)).
  { intros s Hs.
    assert (M : - (y s * exp (K * s)) <= - (y 0 * exp (K * 0))).
    { apply (not_growing (fun t => - (y t * exp (K * t))) (fun t => - (v t * exp (K * t) + y t * (exp (K * t) * K))) 0 s).
      - lra.
      - intros t Ht; apply (is_derive_opp (fun t => y t * exp (K * t)) t).
        eapply D_to; [apply D_mult; [apply D_of, D; lra | apply D_exp, D_mult_l, D_id] | ring].
      - intros t Ht; destruct (L t ltac:(lra)) as [P Q]; specialize (B t ltac:(lra)); simpl in B.
        assert (0 < exp (K * t)) by apply exp_pos; assert (0 <= v t + K * y t) by nra; nra. }
    rewrite Rmult_0_r, exp_0 in M; lra. }
  set (g := fun t => y t * exp (K * t)).
  assert (G : continuous g T).
  { apply (C_derived g T (v T * exp (K * T) + y T * (exp (K * T) * K))); unfold g.
    eapply D_eq; [apply D_mult; [apply D_of, D; lra | apply D_exp, D_mult_l, D_id] | ring]. }
  assert (P : 0 < g T).
  { apply Rnot_le_lt; intros N.
    destruct (G _ (near_enough (g T) (y 0) Z)) as [d HD].
    set (s := Rmax 0 (T - d / 2)).
    assert (S : 0 <= s < T) by (unfold s; destruct d as [d Pd]; simpl; split; [apply Rmax_l | apply Rmax_lub_lt; lra]).
    assert (Q : g s < g T + y 0).
    { apply HD; unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
      assert (T - d / 2 <= s) by apply Rmax_r; destruct d as [d Pd]; simpl in *; apply Rabs_def1; lra. }
    specialize (E s S); fold (g s) in E; lra. }
  unfold g in P; assert (0 < exp (K * T)) by apply exp_pos; nra.
Qed.
(* Several quantities, numbered from 1: as long as all are positive, the rate of each is at least in proportion. *)
Lemma all_near : forall (n : nat) (y : nat -> R -> R) T, (forall i, (1 <= i <= n)%nat -> continuous (y i) T) ->
  (forall i, (1 <= i <= n)%nat -> 0 < y i T) ->
  exists d, 0 < d /\ forall t, T - d < t < T + d -> forall i, (1 <= i <= n)%nat -> 0 < y i t.
Proof.
  intros n y T; induction n as [| n IH]; intros C P; [exists 1; split; [lra | intros; lia] |].
  destruct IH as [d [D1 D2]]; [intros; apply C; lia | intros; apply P; lia |].
  destruct (C (S n) ltac:(lia) _ (near_enough (y (S n) T) (y (S n) T) (P (S n) ltac:(lia)))) as [e E].
  exists (Rmin d e); split; [destruct e; apply Rmin_glb_lt; simpl; lra |].
  intros t Ht i I; pose proof (Rmin_l d e); pose proof (Rmin_r d e).
  destruct (Nat.eq_dec i (S n)) as [-> | N]; [| apply (D2 t); [lra | lia]].
  assert (Q : y (S n) T - y (S n) T < y (S n) t < y (S n) T + y (S n) T); [| lra].
  apply E; unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl; apply Rabs_def1; lra.
Qed.
Lemma stay_positive_until : forall (n : nat) (y v k : nat -> R -> R) T, 0 <= T ->
  (forall i, (1 <= i <= n)%nat -> forall t, 0 <= t <= T -> is_derive (y i) t (v i t)) ->
  (forall i, (1 <= i <= n)%nat -> forall t, 0 <= t <= T -> continuous (k i) t) ->
  (forall t, 0 <= t <= T -> (forall i, (1 <= i <= n)%nat -> 0 < y i t) ->
     forall i, (1 <= i <= n)%nat -> k i t * y i t <= v i t) ->
  (forall i, (1 <= i <= n)%nat -> 0 < y i 0) -> forall i, (1 <= i <= n)%nat -> 0 < y i T.
Proof.
  intros n y v k T H D C L Z.
  set (good := fun s => 0 <= s <= T /\ forall r, 0 <= r <= s -> forall i, (1 <= i <= n)%nat -> 0 < y i r).
  assert (G0 : good 0) by (split; [lra | intros r R i I; replace r with 0 by lra; auto]).
  destruct (completeness good) as [tau [U1 U2]]; [exists T; intros s [S _]; lra | exists 0; exact G0 |].
  assert (B : 0 <= tau <= T) by (split; [apply U1, G0 | apply U2; intros s [S _]; lra]).
  assert (W : forall r, 0 <= r < tau -> forall i, (1 <= i <= n)%nat -> 0 < y i r).
  { intros r R i I; apply Rnot_le_lt; intros N; assert (tau <= r); [| lra].
    apply U2; intros s [S1 S2]; apply Rnot_lt_le; intros K; specialize (S2 r ltac:(lra) i I); lra. }
  assert (A : forall i, (1 <= i <= n)%nat -> 0 < y i tau).
  { intros i I; destruct (Req_dec tau 0) as [-> | N]; [auto |].
    apply (positive_at_end (y i) (v i) (k i) tau); [lra | intros; apply D; [exact I | lra] | intros; apply C; [exact I | lra] | | auto].
    intros t Ht; split; [apply W; [lra | exact I] |].
    apply L; [lra | intros; apply W; [lra | assumption] | exact I]. }
  assert (GT : good tau).
  { split; [exact B |]; intros r R i I; destruct (Req_dec r tau) as [-> | N]; [auto | apply W; [lra | exact I]]. }
  assert (E : tau = T).
  { apply Rle_antisym; [lra | apply Rnot_lt_le; intros K].
    destruct (all_near n y tau) as [d [D1 D2]]; [| exact A |].
    - intros i I; apply (ex_derive_continuous (y i)); eexists; apply D; [exact I | lra].
    - set (s := Rmin T (tau + d / 2)).
      assert (S : tau < s <= T) by (unfold s; split; [apply Rmin_glb_lt; lra | apply Rmin_l]).
      assert (s <= tau + d / 2) by apply Rmin_r.
      assert (good s); [| assert (s <= tau) by (apply U1; assumption); lra].
      split; [lra |]; intros r R i I; destruct (Rle_or_lt r tau) as [M | M].
      + apply (proj2 GT); [lra | exact I].
      + apply (D2 r); [lra | exact I]. }
  rewrite E in A; exact A.
Qed.
Lemma join_stays_positive : forall (n : nat) (y v k : nat -> R -> R),
  (forall i, (1 <= i <= n)%nat -> forall t, 0 <= t -> is_derive (y i) t (v i t)) ->
  (forall i, (1 <= i <= n)%nat -> forall t, 0 <= t -> continuous (k i) t) ->
  (forall t, 0 <= t -> (forall i, (1 <= i <= n)%nat -> 0 < y i t) ->
     forall i, (1 <= i <= n)%nat -> k i t * y i t <= v i t) ->
  (forall i, (1 <= i <= n)%nat -> 0 < y i 0) ->
  forall t, 0 <= t -> forall i, (1 <= i <= n)%nat -> 0 < y i t.
Proof.
  intros n y v k D C L Z T H; apply (stay_positive_until n y v k T H); intros; auto; [apply D | apply C | apply L]; auto; lra.
Qed.
(* One alone. *)
Lemma stays_positive_until : forall (y v k : R -> R) T, 0 <= T -> (forall t, 0 <= t <= T -> is_derive y t (v t)) ->
  (forall t, 0 <= t <= T -> continuous k t) -> (forall t, 0 <= t <= T -> y t > 0 -> v t >= k t * y t) -> y 0 > 0 -> y T > 0.
Proof.
  intros y v k T H D C L Z.
  apply (stay_positive_until 1 (fun _ => y) (fun _ => v) (fun _ => k) T H) with (i := 1%nat); [auto | auto | | auto | lia].
  intros t Ht P i I; apply Rge_le, L; [exact Ht | exact (P i I)].
Qed.

(* What is equal from 0 on tends to the same. *)
Lemma tends_along : forall (f g : R -> R) (l m : R), tends f (Rbar_locally p_infty) l -> (forall t, 0 <= t -> f t = g t) ->
  l = m -> tends g (Rbar_locally p_infty) m.
Proof.
  intros f g l m F E <-; apply (filterlim_ext_loc f g); [| exact F].
  exists 0; intros t T; apply E; lra.
Qed.

(** * Nothing ends at a finite time: the loss pays for the way, and it is bounded from below *)
Section Lasting.
  Variables (x v L dL : R -> R) (T m : R).
  Hypothesis begins : 0 < T.
  Hypothesis moves : forall t, 0 <= t < T -> is_derive x t (v t).
  Hypothesis falls : forall t, 0 <= t < T -> is_derive L t (dL t).
  Hypothesis pays : forall t, 0 <= t < T -> dL t <= - v t ^ 2.
  Hypothesis least : forall t, 0 <= t < T -> m <= L t.
  Lemma way_is_paid : forall k s t, k ^ 2 = 1 -> 0 <= s -> s <= t -> t < T -> k * (x t - x s) <= ((t - s) + (L s - L t)) / 2.
  Proof.
    intros k s t K S O U.
    assert (G : k * x t + L t / 2 - t / 2 <= k * x s + L s / 2 - s / 2); [| lra].
    apply (not_growing (fun r => k * x r + L r / 2 - r / 2) (fun r => k * v r + dL r / 2 - 1 / 2) s t O).
    - intros r R; apply (is_derive_minus (fun r => k * x r + L r / 2) (fun r => r / 2) r (k * v r + dL r / 2) (1 / 2)).
      + apply (is_derive_plus (fun r => k * x r) (fun r => L r / 2) r (k * v r) (dL r / 2)).
        * apply (is_derive_scal x r k (v r)), moves; lra.
        * apply (is_derive_ext (fun r => scal (/ 2) (L r))); [intros; unfold scal; simpl; unfold mult; simpl; field |].
          replace (dL r / 2) with (scal (/ 2) (dL r)) by (unfold scal; simpl; unfold mult; simpl; field).
          apply (is_derive_scal L r (/ 2) (dL r)), falls; lra.
      + auto_derive; [exact I | lra].
    - intros r R; pose proof (pays r ltac:(lra)); pose proof (pow2_ge_0 (k * v r - 1)).
      assert ((k * v r - 1) ^ 2 = k ^ 2 * v r ^ 2 - 2 * (k * v r) + 1) by ring; rewrite K in *; lra.
  Qed.
  Lemma way_is_short : forall s t, 0 <= s -> s <= t -> t < T -> Rabs (x t - x s) <= ((t - s) + (L s - L t)) / 2.
  Proof.
    intros s t S O U; pose proof (way_is_paid 1 s t ltac:(ring) S O U); pose proof (way_is_paid (- (1)) s t ltac:(ring) S O U).
    apply Rabs_le; lra.
  Qed.
  Lemma never_ends : exists l : R, filterlim x (at_left T) (locally l).
  Proof.
    destruct (completeness (fun y => exists t, 0 <= t < T /\ y = - L t)) as [c [U W]].
    { exists (- m); intros y [t [R ->]]; pose proof (least t R); lra. }
    { exists (- L 0), 0; lra. }
    apply (filterlim_locally_cauchy (U := R_CompleteNormedModule) (F := at_left T) x); intros e.
    assert (E : 0 < e / 2) by (destruct e; simpl; lra).
    assert (N : exists s, 0 <= s < T /\ c - e / 2 < - L s).
    { apply Classical_Prop.NNPP; intros N; assert (c <= c - e / 2); [| lra].
      apply W; intros y [s [R ->]]; apply Rnot_lt_le; intros K; apply N; exists s; auto. }
    destruct N as [s [S1 S2]]; set (r := Rmax s (T - e / 2)).
    assert (R1 : s <= r) by apply Rmax_l; assert (R2 : T - e / 2 <= r) by apply Rmax_r.
    assert (R3 : r < T) by (unfold r; apply Rmax_lub_lt; lra).
    exists (fun t => r < t < T); split.
    { unfold at_left, within; generalize (near_enough T (T - r) ltac:(lra)); apply filter_imp; intros t B C; lra. }
    assert (D : forall t u, r < t < T -> r < u < T -> t <= u -> Rabs (x u - x t) < e).
    { intros t u A B O; pose proof (way_is_short t u ltac:(lra) O ltac:(lra)).
      pose proof (way_is_short s t ltac:(lra) ltac:(lra) ltac:(lra)); pose proof (Rabs_pos (x t - x s)).
      assert (- L u <= c) by (apply U; exists u; split; [lra | reflexivity]).
      assert (L t <= L s).
      { apply (not_growing L dL s t); [lra | intros q Q; apply falls; lra |].
        intros q Q; pose proof (pays q ltac:(lra)); pose proof (pow2_ge_0 (v q)); lra. }
      lra. }
    intros t u A B; destruct (Rle_or_lt t u) as [O | O].
    - exact (D t u A B O).
    - pose proof (D u t B A ltac:(lra)) as K; rewrite Rabs_minus_sym in K; exact K.
  Qed.
End Lasting.
