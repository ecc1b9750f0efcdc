(** The rules that join lines of a proof, those about limits, and about what holds of the ends of trajectories. *)
From Layerproof Require Export Joins Integrals.
From Coq Require Import List.
From Coquelicot Require Import Coquelicot.
Import ListNotations.
Open Scope R_scope.

(** * Squeezed: what lies between two expressions with the same limit has that limit *)
Lemma join_squeezed : forall {T : Type} (F : (T -> Prop) -> Prop) {FF : ProperFilter F} (f g h : T -> R) (l : R),
  F (fun x => f x <= g x) -> F (fun x => g x <= h x) -> filterlim f F (locally l) -> filterlim h F (locally l) ->
  filterlim g F (locally l).
Proof.
  intros T F FF f g h l L U Tf Th; apply (filterlim_le_le (F := F) f g h (Finite l)); [| exact Tf | exact Th].
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

Lemma near_enough : forall x e : R, 0 < e -> locally x (fun y => x - e < y < x + e).
Proof.
  intros x e E; exists (mkposreal e E); intros y Y; unfold ball in Y; simpl in Y; unfold AbsRing_ball, abs, minus, plus, opp in Y.
  simpl in Y; apply Rabs_def2 in Y; lra.
Qed.
