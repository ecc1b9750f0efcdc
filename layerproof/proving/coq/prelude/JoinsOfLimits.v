(** The rules that join lines of a proof, those of analysis: integrals, limits, and what holds along a trajectory. *)
From Layerproof Require Export Joins Integrals.
From Coq Require Import List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** * Squeezed: what lies between two expressions with the same limit has that limit *)
Lemma join_squeezed : forall (F : (R -> Prop) -> Prop) {FF : ProperFilter F} (f g h : R -> R) (l : R),
  F (fun x => f x <= g x) -> F (fun x => g x <= h x) -> tends f F l -> tends h F l -> tends g F l.
Proof.
  intros F FF f g h l L U Tf Th; unfold tends.
  apply (filterlim_le_le (F := F) f g h (Finite l)); [| exact Tf | exact Th].
  generalize (filter_and _ _ L U); apply filter_imp; intros x [A B]; split; assumption.
Qed.

(** * Approaches: the same along a trajectory that goes on for all times *)
Lemma join_approaches : forall (low y up : R -> R) (l : R),
  (forall t, 0 <= t -> low t <= y t) -> (forall t, 0 <= t -> y t <= up t) ->
  tends low (Rbar_locally p_infty) l -> tends up (Rbar_locally p_infty) l -> tends y (Rbar_locally p_infty) l.
Proof.
  intros low y up l L U; apply join_squeezed; [typeclasses eauto | |]; exists 0; intros t T; auto with real.
Qed.

(** * Continuous: a continuous function of what tends somewhere tends to its value there *)
Lemma join_continuous : forall (F : (R -> Prop) -> Prop) {FF : Filter F} (f g : R -> R) (a : R),
  tends f F a -> continuous g a -> tends (fun x => g (f x)) F (g a).
Proof. intros F FF f g a T C; exact (filterlim_comp _ _ _ f g F (locally a) (locally (g a)) T C). Qed.
Lemma join_continuous_of_two : forall (F : (R -> Prop) -> Prop) {FF : Filter F} (f h : R -> R) (g : R * R -> R) (a b : R),
  tends f F a -> tends h F b -> continuous g (a, b) -> tends (fun x => g (f x, h x)) F (g (a, b)).
Proof.
  intros F FF f h g a b Tf Th C; unfold tends.
  apply (filterlim_comp_2 (F := F) f h (fun u v => g (u, v)) Tf Th).
  intros P HP; specialize (C P HP); unfold filtermap in *.
  destruct C as [e C]; exists (fun u => ball a e u) (fun v => ball b e v); [now exists e | now exists e |].
  intros u v U V; apply C; split; assumption.
Qed.

(** * In the limit: what holds all along holds of where its sides tend, which of one function is one place *)
Lemma join_in_the_limit : forall (f g : R -> R) (l m : R), (forall t, 0 <= t -> f t <= g t) ->
  tends f (Rbar_locally p_infty) l -> tends g (Rbar_locally p_infty) m -> l <= m.
Proof.
  intros f g l m L Tf Tg.
  assert (H : Rbar_le (Finite l) (Finite m)) by
    (apply (filterlim_le (F := Rbar_locally p_infty) f g (Finite l) (Finite m)); [| exact Tf | exact Tg];
     exists 0; intros t T; apply L; lra).
  exact H.
Qed.
Lemma join_in_the_limit_equal : forall (f g : R -> R) (l m : R), (forall t, 0 <= t -> f t = g t) ->
  tends f (Rbar_locally p_infty) l -> tends g (Rbar_locally p_infty) m -> l = m.
Proof.
  intros f g l m E Tf Tg; apply Rle_antisym.
  - apply (join_in_the_limit f g); [intros t T; rewrite (E t T); lra | exact Tf | exact Tg].
  - apply (join_in_the_limit g f); [intros t T; rewrite (E t T); lra | exact Tg | exact Tf].
Qed.

(** * Of the end: what holds of all values, wherever something else holds, holds of the end, of which that is known *)
Lemma join_of_ends : forall (T : Type) (known says : T -> Prop) (ended : T),
  (forall x, known x -> says x) -> known ended -> says ended.
Proof. intros T known says ended P K; exact (P ended K). Qed.

(** * Split: the whole is the sum of its parts; if the whole has a value, so has the rest *)
Lemma join_split : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : Filter Fa} {FFb : Filter Fb} (f : R -> R) (c l m : R),
  is_RInt_gen f Fa (at_point c) l -> is_RInt_gen f (at_point c) Fb m -> is_RInt_gen f Fa Fb (l + m).
Proof. intros Fa Fb FFa FFb f c l m; apply (is_RInt_gen_Chasles f c l m). Qed.
Lemma join_split_rest : forall (Fb : (R -> Prop) -> Prop) {FFb : Filter Fb} (f : R -> R) (a c l m : R),
  is_RInt_gen f (at_point a) Fb l -> is_RInt f a c m -> is_RInt_gen f (at_point c) Fb (l - m).
Proof.
  intros Fb FFb f a c l m W P; replace (l - m) with (- m + l) by ring.
  apply (is_RInt_gen_Chasles f a (- m) l); [| exact W].
  apply is_RInt_gen_at_point; apply (is_RInt_swap f c a m P).
Qed.

(** * Added: the integral of a sum is the sum of the integrals *)
Lemma join_added : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : Filter Fa} {FFb : Filter Fb} (f g : R -> R) (l m : R),
  is_RInt_gen f Fa Fb l -> is_RInt_gen g Fa Fb m -> is_RInt_gen (fun x => f x + g x) Fa Fb (l + m).
Proof. intros Fa Fb FFa FFb f g l m; apply (is_RInt_gen_plus f g l m). Qed.

(** * Integrated: integrals of equal functions are equal, of a larger function larger *)
Lemma join_integrated_equal : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb}
  (f g : R -> R) (l : R),
  filter_prod Fa Fb (fun ab => forall x, Rmin (fst ab) (snd ab) < x < Rmax (fst ab) (snd ab) -> f x = g x) ->
  is_RInt_gen f Fa Fb l -> is_RInt_gen g Fa Fb l.
Proof. intros Fa Fb FFa FFb f g l E I; exact (is_RInt_gen_ext f g l E I). Qed.

Lemma near_enough : forall x e : R, 0 < e -> locally x (fun y => x - e < y < x + e).
Proof.
  intros x e E; exists (mkposreal e E); intros y Y; unfold ball in Y; simpl in Y; unfold AbsRing_ball, abs, minus, plus, opp in Y.
  simpl in Y; apply Rabs_def2 in Y; lra.
Qed.
Lemma join_integrated : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb}
  (f g : R -> R) (l m : R),
  filter_prod Fa Fb (fun ab => fst ab <= snd ab /\ forall x, fst ab < x < snd ab -> f x <= g x) ->
  is_RInt_gen f Fa Fb l -> is_RInt_gen g Fa Fb m -> l <= m.
Proof.
  intros Fa Fb FFa FFb f g l m O F G; apply Rnot_lt_le; intros C.
  assert (E : 0 < (l - m) / 2) by lra.
  assert (HF : filter_prod Fa Fb (fun ab => exists u, is_RInt f (fst ab) (snd ab) u /\ l - (l - m) / 2 < u < l + (l - m) / 2))
    by exact (F _ (near_enough l _ E)).
  assert (HG : filter_prod Fa Fb (fun ab => exists v, is_RInt g (fst ab) (snd ab) v /\ m - (l - m) / 2 < v < m + (l - m) / 2))
    by exact (G _ (near_enough m _ E)).
  destruct (filter_ex _ (filter_and _ _ O (filter_and _ _ HF HG))) as [[a b] [[A N] [[u [U1 U2]] [v [V1 V2]]]]]; simpl in *.
  pose proof (is_RInt_le f g a b u v A U1 V1 N); lra.
Qed.

(* What rises and is bounded converges, to no more than the bound. *)
Definition upwards (F : (R -> Prop) -> Prop) (inside : R -> Prop) : Prop :=
  F inside /\ forall x, inside x -> F (fun y => x <= y).
Lemma rising_converges : forall (F : (R -> Prop) -> Prop) {FF : ProperFilter F} (inside : R -> Prop) (G : R -> R) (M : R),
  upwards F inside -> (forall x y, inside x -> inside y -> x <= y -> G x <= G y) -> (forall x, inside x -> G x <= M) ->
  exists l, tends G F l /\ l <= M /\ forall x, inside x -> G x <= l.
Proof.
  intros F FF inside G M [I U] R B.
  destruct (completeness (fun v => exists x, inside x /\ v = G x)) as [l [L1 L2]].
  - exists M; intros v [x [X ->]]; auto.
  - destruct (filter_ex _ I) as [x X]; exists (G x), x; auto.
  - exists l; split; [| split].
    + intros P [e HP]; unfold filtermap.
      assert (exists x, inside x /\ l - e < G x) as [x [X1 X2]].
      { apply Classical_Prop.NNPP; intros N; assert (l <= l - e); [| destruct e; simpl in *; lra].
        apply L2; intros v [x [X ->]]; apply Rnot_lt_le; intros C; apply N; exists x; auto. }
      generalize (filter_and _ _ I (U x X1)); apply filter_imp; intros y [Y1 Y2]; apply HP.
      pose proof (R x y X1 Y1 Y2); assert (G y <= l) by (apply L1; exists y; auto).
      unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl; apply Rabs_def1; lra.
    + apply L2; intros v [x [X ->]]; auto.
    + intros x X; apply L1; exists x; auto.
Qed.

Lemma integral_tends : forall (F : (R -> Prop) -> Prop) {FF : Filter F} (f : R -> R) (a l : R) (inside : R -> Prop),
  F inside -> (forall y, inside y -> ex_RInt f a y) -> tends (fun y => RInt f a y) F l -> is_RInt_gen f (at_point a) F l.
Proof.
  intros F FF f a l inside I E T P HP; unfold filtermapi.
  exists (fun x => x = a) (fun y => inside y /\ P (RInt f a y)); [reflexivity | apply filter_and; [exact I | exact (T P HP)] |].
  intros x y -> [Y1 Y2]; exists (RInt f a y); split; [apply (RInt_correct f a y (E y Y1)) | exact Y2].
Qed.
(* The smaller side has an integral if it is not negative, and the larger side has one. *)
Lemma join_integrated_least : forall (F : (R -> Prop) -> Prop) {FF : ProperFilter F} (inside : R -> Prop) (f g : R -> R) (a m : R),
  upwards F inside -> (forall y, inside y -> a <= y) -> (forall x, a <= x -> inside x -> continuous f x) ->
  (forall x y, inside y -> a <= x <= y -> inside x) ->
  (forall x, inside x -> 0 <= f x) -> (forall x, inside x -> f x <= g x) ->
  is_RInt_gen g (at_point a) F m -> exists l, is_RInt_gen f (at_point a) F l /\ l <= m.
Proof.
  intros F FF inside f g a m U A C D N L G.
  assert (X : forall x y, inside y -> a <= x <= y -> ex_RInt f x y).
  { intros x y Y H; apply (ex_RInt_continuous f); intros z Z; rewrite Rmin_left, Rmax_right in Z by lra.
    apply C; [lra | apply (D z y Y); lra]. }
  assert (R : forall x y, inside x -> inside y -> x <= y -> RInt f a x <= RInt f a y).
  { intros x y Hx Hy H; pose proof (A x Hx).
    assert (S : RInt f a y = RInt f a x + RInt f x y).
    { symmetry; apply (RInt_Chasles f a x y); apply X with (1 := Hy) || (apply X; [exact Hx | lra]); lra. }
    rewrite S; assert (0 <= RInt f x y); [| lra].
    apply RInt_ge_0; [lra | apply X; [exact Hy | lra] | intros z Z; apply N, (D z y Hy); lra]. }
  assert (B : forall x, inside x -> RInt f a x <= m).
  { intros x Hx; apply Rnot_lt_le; intros K; assert (E : 0 < (RInt f a x - m) / 2) by lra.
    destruct (G _ (near_enough m _ E)) as [Q S Q1 S1 QS].
    destruct (filter_ex _ (filter_and _ _ S1 (filter_and _ _ (proj1 U) (proj2 U x Hx)))) as [y [Y1 [Y2 Y3]]].
    destruct (QS a y Q1 Y1) as [v [V1 V2]]; simpl in V1.
    assert (RInt f a y <= v); [| pose proof (R x y Hx Y2 Y3); lra].
    apply (is_RInt_le f g a y); [apply A; exact Y2 | | exact V1 |].
    - apply (RInt_correct f a y), X; [exact Y2 | pose proof (A y Y2); lra].
    - intros z Z; apply L, (D z y Y2); lra. }
  destruct (rising_converges F inside (fun y => RInt f a y) m U R B) as [l [T [M _]]].
  exists l; split; [| exact M].
  apply (integral_tends F f a l inside); [apply U | | exact T].
  intros y Y; apply X; [exact Y | pose proof (A y Y); lra].
Qed.
