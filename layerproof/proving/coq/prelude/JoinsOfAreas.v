(** The rules that join lines of a proof, those about integrals and sums without end, which are numbers where they exist. *)
From Layerproof Require Export JoinsOfFlows.
From Coquelicot Require Import Coquelicot.
Open Scope R_scope.

(** * What is a multiple of what has a value has one *)
Lemma series_value : forall (f : nat -> R) (l : R), is_series f l -> Series f = l.
Proof. exact is_series_unique. Qed.
Lemma series_times : forall (f g : nat -> R) (c l : R), (forall n, f n = c * g n) -> is_series g l -> is_series f (c * l).
Proof.
  intros f g c l E S; apply (is_series_ext (fun n => scal c (g n))); [intros n; symmetry; apply E |].
  exact (is_series_scal c g l S).
Qed.
Lemma series_named : forall (f g : nat -> R) (c : R), c <> 0 -> (forall n, f n = c * g n) -> ex_series f ->
  exists l : R, is_series g l.
Proof.
  intros f g c N E [v S]; exists (/ c * v); apply (series_times g f); [| exact S].
  intros n; rewrite E; field; exact N.
Qed.
Lemma area_value : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (f : R -> R) (l : R),
  is_RInt_gen f Fa Fb l -> RInt_gen f Fa Fb = l.
Proof. intros Fa Fb FFa FFb f l H; apply (is_RInt_gen_unique f l H). Qed.
Lemma area_only : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (f : R -> R) (l m : R),
  is_RInt_gen f Fa Fb l -> is_RInt_gen f Fa Fb m -> l = m.
Proof. intros Fa Fb FFa FFb f l m L M; now rewrite <- (area_value Fa Fb f l L), <- (area_value Fa Fb f m M). Qed.
Lemma series_only : forall (f : nat -> R) (l m : R), is_series f l -> is_series f m -> l = m.
Proof. intros f l m L M; now rewrite <- (series_value f l L), <- (series_value f m M). Qed.
Lemma area_times : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (f g : R -> R) (c l : R),
  (forall x, f x = c * g x) -> is_RInt_gen g Fa Fb l -> is_RInt_gen f Fa Fb (c * l).
Proof.
  intros Fa Fb FFa FFb f g c l E S; apply (is_RInt_gen_ext (fun x => scal c (g x)) f).
  - apply filter_forall; intros ab x _; symmetry; apply E.
  - exact (is_RInt_gen_scal g c l S).
Qed.
Lemma area_named : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (f g : R -> R) (c : R),
  c <> 0 -> (forall x, f x = c * g x) -> ex_RInt_gen f Fa Fb -> exists l : R, is_RInt_gen g Fa Fb l.
Proof.
  intros Fa Fb FFa FFb f g c N E [v S]; exists (/ c * v); apply (area_times Fa Fb g f); [| exact S].
  intros x; rewrite E; field; exact N.
Qed.
Lemma area_between_points : forall (f : R -> R) (a b l : R), is_RInt f a b l <-> is_RInt_gen f (at_point a) (at_point b) l.
Proof. intros f a b l; symmetry; apply (is_RInt_gen_at_point f a b l). Qed.

Lemma area_of_nothing : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb},
  is_RInt_gen (fun _ => 0) Fa Fb 0.
Proof.
  intros Fa Fb FFa FFb P HP; unfold filtermapi; apply filter_forall; intros [a b]; exists 0; split; [| exact (locally_singleton 0 P HP)].
  simpl; pose proof (is_RInt_const a b (0 : R)) as N; unfold scal in N; simpl in N; unfold mult in N; simpl in N.
  rewrite Rmult_0_r in N; exact N.
Qed.

(** * The points of a range, and those inside of it: between two of the first are the second *)
Definition spans (Fa Fb : (R -> Prop) -> Prop) (I J : R -> Prop) : Prop :=
  (forall x y z, I x -> I y -> x <= z <= y -> I z) /\ (forall x y z, I x -> I y -> x < z < y -> J z) /\
  filter_prod Fa Fb (fun ab => fst ab <= snd ab /\ I (fst ab) /\ I (snd ab)).
Lemma spans_closed : forall a b, a <= b ->
  spans (at_point a) (at_point b) (fun x => a <= x /\ x <= b) (fun x => a < x /\ x < b).
Proof.
  intros a b H; split; [intros; lra | split; [intros; lra |]].
  exists (fun x => x = a) (fun y => y = b); [reflexivity | reflexivity | intros x y -> ->; simpl; lra].
Qed.
Lemma spans_ray : forall a, spans (at_point a) (Rbar_locally p_infty) (fun x => a <= x) (fun x => a < x).
Proof.
  intros a; split; [intros; lra | split; [intros; lra |]].
  exists (fun x => x = a) (fun y => a < y); [reflexivity | exists a; auto | intros x y -> H; simpl; lra].
Qed.
Lemma near_right : forall a b, a < b -> at_right a (fun x => a < x < b).
Proof. intros a b H; unfold at_right, within; generalize (near_enough a (b - a) ltac:(lra)); apply filter_imp; intros x X A; lra. Qed.
Lemma spans_right : forall a b, a < b ->
  spans (at_right a) (at_point b) (fun x => a < x /\ x <= b) (fun x => a < x /\ x < b).
Proof.
  intros a b H; split; [intros; lra | split; [intros; lra |]].
  exists (fun x => a < x < b) (fun y => y = b); [apply near_right, H | reflexivity | intros x y X ->; simpl; lra].
Qed.
Lemma spans_open_ray : forall a, spans (at_right a) (Rbar_locally p_infty) (fun x => a < x) (fun x => a < x).
Proof.
  intros a; split; [intros; lra | split; [intros; lra |]].
  exists (fun x => a < x < a + 1) (fun y => a + 1 < y); [apply near_right; lra | exists (a + 1); auto |].
  intros x y X Y; simpl; lra.
Qed.

(** * Integrals exist where what is left out becomes small *)
Lemma area_by_cauchy : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb} (f : R -> R),
  filter_prod Fa Fb (fun ab => ex_RInt f (fst ab) (snd ab)) ->
  (forall e, 0 < e -> exists P, filter_prod Fa Fb P /\
     forall u v, P u -> P v -> Rabs (RInt f (fst u) (snd u) - RInt f (fst v) (snd v)) < e) ->
  exists l : R, is_RInt_gen f Fa Fb l.
Proof.
  intros Fa Fb FFa FFb f X C.
  destruct (proj1 (filterlim_locally_cauchy (U := R_CompleteNormedModule) (F := filter_prod Fa Fb)
    (fun ab => RInt f (fst ab) (snd ab)))) as [l L].
  - intros e; destruct (C e (cond_pos e)) as [P [HP B]]; exists P; split; [exact HP |]; intros u v U V.
    exact (B v u V U).
  - exists l; intros Q HQ; specialize (L Q HQ); unfold filtermapi, filtermap in *.
    generalize (filter_and _ _ X L); apply filter_imp; intros ab [E V].
    exists (RInt f (fst ab) (snd ab)); split; [exact (RInt_correct f _ _ E) | exact V].
Qed.
Section Inside.
  Variables (I : R -> Prop) (f : R -> R).
  Hypothesis convex : forall x y z, I x -> I y -> x <= z <= y -> I z.
  Hypothesis smooth : forall x, I x -> continuous f x.
  Lemma inside_integrable : forall x y, I x -> I y -> ex_RInt f x y.
  Proof.
    intros x y X Y; apply (ex_RInt_continuous f); intros z Z; apply smooth.
    destruct (Rle_or_lt x y).
    - rewrite Rmin_left, Rmax_right in Z by lra; exact (convex x y z X Y Z).
    - rewrite Rmin_right, Rmax_left in Z by lra; exact (convex y x z Y X Z).
  Qed.
  Lemma inside_chasles : forall x y z, I x -> I y -> I z -> RInt f x y + RInt f y z = RInt f x z.
  Proof. intros x y z X Y Z; apply (RInt_Chasles f x y z); apply inside_integrable; assumption. Qed.
  Lemma inside_swap : forall x y, I x -> I y -> RInt f x y = - RInt f y x.
  Proof. intros x y X Y; symmetry; exact (opp_RInt_swap f y x (inside_integrable y x Y X)). Qed.
End Inside.
Lemma smaller_inside : forall (I J : R -> Prop) (f g : R -> R), (forall x y z, I x -> I y -> x <= z <= y -> I z) ->
  (forall x y z, I x -> I y -> x < z < y -> J z) ->
  (forall x, I x -> continuous f x) -> (forall x, I x -> continuous g x) -> (forall x, J x -> 0 <= f x) ->
  (forall x, J x -> f x <= g x) -> forall x y, I x -> I y -> Rabs (RInt f x y) <= Rabs (RInt g x y).
Proof.
  intros I J f g C K F G N L.
  assert (O : forall x y, I x -> I y -> x <= y -> 0 <= RInt f x y <= RInt g x y).
  { intros x y X Y H; split.
    - apply RInt_ge_0; [exact H | apply (inside_integrable I f C F x y X Y) |].
      intros z Z; apply N, (K x y z X Y); lra.
    - apply RInt_le; [exact H | apply (inside_integrable I f C F x y X Y) | apply (inside_integrable I g C G x y X Y) |].
      intros z Z; apply L, (K x y z X Y); lra. }
  intros x y X Y; destruct (Rle_or_lt x y) as [H | H].
  - destruct (O x y X Y H); rewrite !Rabs_pos_eq by lra; lra.
  - destruct (O y x Y X ltac:(lra)) as [A B].
    rewrite (inside_swap I f C F x y X Y), (inside_swap I g C G x y X Y), !Rabs_Ropp, !Rabs_pos_eq by lra; lra.
Qed.

(** * Integrated: the integral of a larger function is larger *)
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

Lemma join_integrated_over : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb}
  (I J : R -> Prop) (f g : R -> R) (l m : R), spans Fa Fb I J -> (forall x, J x -> f x <= g x) ->
  is_RInt_gen f Fa Fb l -> is_RInt_gen g Fa Fb m -> l <= m.
Proof.
  intros Fa Fb FFa FFb I J f g l m [C [K S]] L; apply (join_integrated Fa Fb f g).
  refine (filter_imp (F := filter_prod Fa Fb) _ _ _ S); intros ab [H [A B]]; split; [exact H |].
  intros x X; exact (L x (K _ _ x A B X)).
Qed.
(* Where the smaller side is not negative it has an integral if the larger side has one. *)
Lemma join_integrated_smaller : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb}
  (I J : R -> Prop) (f g : R -> R) (m : R), spans Fa Fb I J -> (forall x, I x -> continuous f x) ->
  (forall x, I x -> continuous g x) -> (forall x, J x -> 0 <= f x) -> (forall x, J x -> f x <= g x) ->
  is_RInt_gen g Fa Fb m -> exists l : R, is_RInt_gen f Fa Fb l /\ l <= m.
Proof.
  intros Fa Fb FFa FFb I J f g m [C [K S]] F G N L W.
  assert (X : exists l : R, is_RInt_gen f Fa Fb l).
  { apply (area_by_cauchy Fa Fb).
    - refine (filter_imp (F := filter_prod Fa Fb) _ _ _ S); intros ab [_ [A B]]; apply (inside_integrable I f C F _ _ A B).
    - intros e E; assert (D : 0 < e / 4) by lra; pose proof (W _ (near_enough m _ D)) as V.
      destruct (filter_and _ _ S V) as [P Q HP HQ PQ].
      exists (fun ab => P (fst ab) /\ Q (snd ab)); split; [exists P Q; [exact HP | exact HQ | intros; simpl; auto] |].
      intros [x y] [x' y'] [Px Qy] [Px' Qy']; simpl in *.
      destruct (PQ x y Px Qy) as [[_ [Ix Iy]] [v1 [V1 W1]]], (PQ x' y Px' Qy) as [[_ [Ix' _]] [v2 [V2 W2]]],
        (PQ x y' Px Qy') as [[_ [_ Iy']] [v3 [V3 W3]]]; simpl in *.
      apply (is_RInt_unique g) in V1; apply (is_RInt_unique g) in V2; apply (is_RInt_unique g) in V3.
      pose proof (inside_chasles I g C G x x' y Ix Ix' Iy) as K1; pose proof (inside_chasles I g C G x y' y Ix Iy' Iy) as K2.
      assert (B1 : Rabs (RInt g x x') < e / 2) by (apply Rabs_def1; lra).
      assert (B2 : Rabs (RInt g y' y) < e / 2) by (apply Rabs_def1; lra).
      pose proof (smaller_inside I J f g C K F G N L x x' Ix Ix') as B3.
      pose proof (smaller_inside I J f g C K F G N L y' y Iy' Iy) as B4.
      pose proof (inside_chasles I f C F x x' y Ix Ix' Iy) as K3; pose proof (inside_chasles I f C F x' y' y Ix' Iy' Iy) as K4.
      replace (RInt f x y - RInt f x' y') with (RInt f x x' + RInt f y' y) by lra.
      pose proof (Rabs_triang (RInt f x x') (RInt f y' y)); lra. }
  destruct X as [l X]; exists l; split; [exact X |].
  apply (join_integrated_over Fa Fb I J f g l m); [split; [| split]; assumption | exact L | exact X | exact W].
Qed.

(** * Split: the whole is the sum of its parts; if the whole has a value, so have both *)
Lemma join_split : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : Filter Fa} {FFb : Filter Fb} (f : R -> R) (c l m : R),
  is_RInt_gen f Fa (at_point c) l -> is_RInt_gen f (at_point c) Fb m -> is_RInt_gen f Fa Fb (l + m).
Proof. intros Fa Fb FFa FFb f c l m; apply (is_RInt_gen_Chasles f c l m). Qed.
Lemma join_split_whole : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : ProperFilter Fa} {FFb : ProperFilter Fb}
  (I J : R -> Prop) (f : R -> R) (c l : R), spans Fa Fb I J -> (forall x, I x -> continuous f x) -> I c ->
  is_RInt_gen f Fa Fb l -> exists m n : R, is_RInt_gen f Fa (at_point c) m /\ is_RInt_gen f (at_point c) Fb n /\ l = m + n.
Proof.
  intros Fa Fb FFa FFb I J f c l [C [_ S]] F Ic W.
  assert (X : exists m : R, is_RInt_gen f Fa (at_point c) m).
  { apply (area_by_cauchy Fa (at_point c)).
    - destruct S as [P Q HP HQ PQ]; destruct (filter_ex _ HQ) as [y Qy].
      exists P (fun z => z = c); [exact HP | reflexivity | intros x z Px ->; simpl].
      apply (inside_integrable I f C F); [apply (PQ x y Px Qy) | exact Ic].
    - intros e E; assert (D : 0 < e / 2) by lra; pose proof (W _ (near_enough l _ D)) as V.
      destruct (filter_and _ _ S V) as [P Q HP HQ PQ]; destruct (filter_ex _ HQ) as [y Qy].
      exists (fun ab => P (fst ab) /\ snd ab = c); split; [exists P (fun z => z = c); [exact HP | reflexivity | intros; simpl; auto] |].
      intros [x z] [x' z'] [Px ->] [Px' ->]; simpl in *.
      destruct (PQ x y Px Qy) as [[_ [Ix Iy]] [v [V1 V2]]], (PQ x' y Px' Qy) as [[_ [Ix' _]] [v' [V1' V2']]]; simpl in *.
      apply (is_RInt_unique f) in V1; apply (is_RInt_unique f) in V1'.
      pose proof (inside_chasles I f C F x c y Ix Ic Iy); pose proof (inside_chasles I f C F x' c y Ix' Ic Iy).
      apply Rabs_def1; lra. }
  assert (Y : exists n : R, is_RInt_gen f (at_point c) Fb n).
  { apply (area_by_cauchy (at_point c) Fb).
    - destruct S as [P Q HP HQ PQ]; destruct (filter_ex _ HP) as [x Px].
      exists (fun z => z = c) Q; [reflexivity | exact HQ | intros z y -> Qy; simpl].
      apply (inside_integrable I f C F); [exact Ic | apply (PQ x y Px Qy)].
    - intros e E; assert (D : 0 < e / 2) by lra; pose proof (W _ (near_enough l _ D)) as V.
      destruct (filter_and _ _ S V) as [P Q HP HQ PQ]; destruct (filter_ex _ HP) as [x Px].
      exists (fun ab => fst ab = c /\ Q (snd ab)); split; [exists (fun z => z = c) Q; [reflexivity | exact HQ | intros; simpl; auto] |].
      intros [z y] [z' y'] [-> Qy] [-> Qy']; simpl in *.
      destruct (PQ x y Px Qy) as [[_ [Ix Iy]] [v [V1 V2]]], (PQ x y' Px Qy') as [[_ [_ Iy']] [v' [V1' V2']]]; simpl in *.
      apply (is_RInt_unique f) in V1; apply (is_RInt_unique f) in V1'.
      pose proof (inside_chasles I f C F x c y Ix Ic Iy); pose proof (inside_chasles I f C F x c y' Ix Ic Iy').
      apply Rabs_def1; lra. }
  destruct X as [m X], Y as [n Y]; exists m, n; split; [exact X |]; split; [exact Y |].
  rewrite <- (area_value Fa Fb f l W); apply (area_value Fa Fb), (join_split Fa Fb f c m n X Y).
Qed.

(** * Added: the integral of a sum is the sum of the integrals *)
Lemma join_added : forall (Fa Fb : (R -> Prop) -> Prop) {FFa : Filter Fa} {FFb : Filter Fb} (f g : R -> R) (l m : R),
  is_RInt_gen f Fa Fb l -> is_RInt_gen g Fa Fb m -> is_RInt_gen (fun x => f x + g x) Fa Fb (l + m).
Proof. intros Fa Fb FFa FFb f g l m; apply (is_RInt_gen_plus f g l m). Qed.

(** * A sum and its integral: of what rises and then falls they differ by no more than the largest term *)
Lemma rsum_last : forall f n lo, rsum f lo (S n) = rsum f lo n + f (lo + n)%nat.
Proof.
  intros f n; induction n as [| n IH]; intros lo; [simpl; rewrite Nat.add_0_r; ring |].
  change (rsum f lo (S (S n))) with (f lo + rsum f (S lo) (S n)); rewrite IH; simpl.
  replace (lo + S n)%nat with (S (lo + n))%nat by lia; ring.
Qed.
Section Peak.
  Variables (f : R -> R) (m : nat) (b c M : R).
  Hypothesis sign : forall x, INR m <= x <= b -> 0 <= f x.
  Hypothesis most : forall x, INR m <= x <= b -> f x <= M.
  Hypothesis rises : forall x y, INR m <= x -> x <= y -> y <= c -> y <= b -> f x <= f y.
  Hypothesis falls : forall x y, INR m <= x -> c <= x -> x <= y -> y <= b -> f y <= f x.
  Hypothesis smooth : forall x y, INR m <= x -> x <= y -> y <= b -> ex_RInt f x y.

  Let at_ n := f (INR (m + n)).
  Let sum n := rsum (fun i => f (INR i)) m n.
  Let area (n : nat) : R := RInt f (INR m) (INR (m + n)).
  Let step (n : nat) : R := RInt f (INR (m + n)) (INR (m + n) + 1).

  Lemma starts : forall n, INR m <= INR (m + n).
  Proof. intros n; apply le_INR; lia. Qed.
  Lemma next : forall n, INR (m + S n) = INR (m + n) + 1.
  Proof. intros n; replace (m + S n)%nat with (S (m + n)) by lia; apply S_INR. Qed.
  Lemma area_next : forall n, INR (m + n) + 1 <= b -> area (S n) = area n + step n.
  Proof.
    intros n B; unfold area, step; rewrite next; symmetry.
    apply (RInt_Chasles f); apply smooth; pose proof (starts n); lra.
  Qed.
  Lemma step_between : forall n lo hi, INR (m + n) + 1 <= b ->
    (forall x, INR (m + n) < x < INR (m + n) + 1 -> lo <= f x <= hi) -> lo <= step n <= hi.
  Proof.
    intros n lo hi B H; unfold step; set (x := INR (m + n)) in *.
    assert (E : ex_RInt f x (x + 1)) by (apply smooth; [apply starts | lra | lra]).
    assert (K : forall v : R, RInt (fun _ => v) x (x + 1) = v)
      by (intros v; rewrite RInt_const; unfold scal; simpl; unfold mult; simpl; ring).
    split.
    - rewrite <- (K lo); apply RInt_le; [lra | apply ex_RInt_const | exact E | intros; apply H; assumption].
    - rewrite <- (K hi); apply RInt_le; [lra | exact E | apply ex_RInt_const | intros; apply H; assumption].
  Qed.

  (* The sum is at most the integral and the largest term. *)
  Lemma sum_below : forall n, INR (m + n) <= b -> sum (S n) <= area n + M /\ (INR (m + n) <= c -> sum (S n) <= area n + at_ n).
  Proof.
    intros n; induction n as [| n IH]; intros B.
    - assert (A : area 0 = 0) by (unfold area; rewrite Nat.add_0_r; exact (RInt_point (INR m) f)).
      rewrite Nat.add_0_r in B.
      unfold sum, at_; simpl; rewrite A, Nat.add_0_r; split; [pose proof (most (INR m) ltac:(lra)); lra | lra].
    - rewrite next in B; destruct IH as [I1 I2]; [lra |].
      assert (S : sum (S (S n)) = sum (S n) + at_ (S n)) by apply rsum_last.
      rewrite S, area_next by exact B; pose proof (starts n) as P; pose proof (starts (Datatypes.S n)) as P'; rewrite next in P'.
      assert (N : at_ (Datatypes.S n) = f (INR (m + n) + 1)) by (unfold at_; now rewrite next).
      rewrite next, N; destruct (Rle_or_lt (INR (m + n) + 1) c) as [L | L].
      + assert (Q : at_ n <= step n).
        { apply (step_between n (at_ n) M B); intros x X; split; [apply rises; lra | apply most; lra]. }
        specialize (I2 ltac:(lra)); pose proof (most (INR (m + n) + 1) ltac:(lra)); split; [lra | intros; lra].
      + split; [| intros; lra]; destruct (Rle_or_lt (INR (m + n)) c) as [K | K].
        * specialize (I2 K).
          assert (Q : Rmin (at_ n) (f (INR (m + n) + 1)) <= step n).
          { apply (step_between n _ M B); intros x X; split; [| apply most; lra]; destruct (Rle_or_lt x c).
            - apply Rle_trans with (at_ n); [apply Rmin_l | apply rises; lra].
            - apply Rle_trans with (f (INR (m + n) + 1)); [apply Rmin_r | apply falls; lra]. }
          pose proof (most (INR (m + n) + 1) ltac:(lra)); assert (at_ n <= M) by (apply most; lra).
          unfold Rmin in Q; destruct (Rle_dec (at_ n) (f (INR (m + n) + 1))); lra.
        * assert (Q : f (INR (m + n) + 1) <= step n).
          { apply (step_between n _ M B); intros x X; split; [apply falls; lra | apply most; lra]. }
          lra.
  Qed.
  (* The integral is at most the sum and the largest term. *)
  Lemma area_below : forall n, INR (m + n) <= b -> (INR (m + n) <= c -> area n <= sum (S n) - at_ 0) /\ area n <= sum n + M.
  Proof.
    intros n; induction n as [| n IH]; intros B.
    - assert (A : area 0 = 0) by (unfold area; rewrite Nat.add_0_r; exact (RInt_point (INR m) f)).
      rewrite Nat.add_0_r in B; unfold sum, at_; simpl; rewrite A, Nat.add_0_r.
      pose proof (sign (INR m) ltac:(lra)); pose proof (most (INR m) ltac:(lra)); split; intros; lra.
    - rewrite next in B; destruct IH as [I1 I2]; [lra |].
      assert (S : sum (S (S n)) = sum (S n) + at_ (S n)) by apply rsum_last.
      assert (S' : sum (Datatypes.S n) = sum n + at_ n) by apply rsum_last.
      pose proof (starts n) as P; rewrite area_next by exact B; rewrite next.
      assert (N : at_ (Datatypes.S n) = f (INR (m + n) + 1)) by (unfold at_; now rewrite next).
      assert (Z : 0 <= at_ 0) by (apply sign; rewrite Nat.add_0_r; lra).
      assert (U : step n <= M).
      { apply (step_between n 0 M B); intros x X; split; [apply sign | apply most]; lra. }
      destruct (Rle_or_lt (INR (m + n)) c) as [L | L].
      + specialize (I1 L); split; [intros K | lra]; rewrite S, N.
        assert (Q : step n <= f (INR (m + n) + 1)).
        { apply (step_between n 0 _ B); intros x X; split; [apply sign; lra | apply rises; lra]. }
        lra.
      + split; [intros; lra |].
        assert (Q : step n <= at_ n).
        { apply (step_between n 0 _ B); intros x X; split; [apply sign; lra | apply falls; lra]. }
        lra.
  Qed.
  Lemma join_sum_by_integral : forall n, (m <= n)%nat -> INR n <= b ->
    RInt f (INR m) (INR n) - M <= tsum m n (fun i => f (INR i)) <= RInt f (INR m) (INR n) + M.
  Proof.
    intros n L B; unfold tsum; replace (S n - m)%nat with (S (n - m)) by lia.
    replace n with (m + (n - m))%nat in B by lia.
    replace n with (m + (n - m))%nat at 1 4 by lia; fold (area (n - m)); fold (sum (S (n - m))).
    split; [| apply sum_below, B].
    assert (S : sum (S (n - m)) = sum (n - m) + at_ (n - m)) by apply rsum_last.
    assert (0 <= at_ (n - m)) by (apply sign; split; [apply starts | exact B]); pose proof (proj2 (area_below (n - m) B)); lra.
  Qed.
End Peak.
(* Without end: the partial sums converge, and so do their bounds. *)
Lemma join_sums_without_end : forall (a : nat -> R) (area : nat -> R) (M A : R), (forall n, 0 <= a n) ->
  (forall n, area n - M <= sum_n a n <= area n + M) -> (forall n, area n <= A) -> is_lim_seq area A ->
  exists l : R, is_series a l /\ A - M <= l <= A + M.
Proof.
  intros a area M A P B U L.
  destruct (ex_finite_lim_seq_incr (sum_n a) (A + M)) as [l S].
  - intros n; rewrite sum_Sn; unfold plus; simpl; specialize (P (Datatypes.S n)); lra.
  - intros n; specialize (B n); specialize (U n); lra.
  - exists l; split; [exact S | split].
    + apply (is_lim_seq_le (fun n => area n - M) (sum_n a) (A - M) l); [intros n; apply B | | exact S].
      apply (is_lim_seq_minus' area (fun _ => M)); [exact L | apply is_lim_seq_const].
    + apply (is_lim_seq_le (sum_n a) (fun _ => A + M) l (A + M)); [| exact S | apply is_lim_seq_const].
      intros n; specialize (B n); specialize (U n); lra.
Qed.

(* Where the slope is a positive factor times one that falls. *)
Section Shape.
  Variables (f w h s : R -> R) (a b : R).
  Hypothesis slope : forall x, a <= x <= b -> is_derive f x (w x * h x).
  Hypothesis positive : forall x, a <= x <= b -> 0 < w x.
  Hypothesis moves : forall x, a <= x <= b -> is_derive h x (s x).
  Hypothesis down : forall x, a <= x <= b -> s x <= 0.
  Lemma by_mean_value : forall (g d : R -> R) x y, a <= x -> x <= y -> y <= b ->
    (forall z, a <= z <= b -> is_derive g z (d z)) -> exists z, x <= z <= y /\ g y - g x = d z * (y - x).
  Proof.
    intros g d x y A H B D; destruct (MVT_gen g x y d) as [z [Z E]].
    - intros z Z; rewrite Rmin_left, Rmax_right in Z by lra; apply D; lra.
    - intros z Z; rewrite Rmin_left, Rmax_right in Z by lra; apply continuity_pt_filterlim, (ex_derive_continuous g).
      exists (d z); apply D; lra.
    - rewrite Rmin_left, Rmax_right in Z by lra; exists z; split; assumption.
  Qed.
  Lemma falling : forall x y, a <= x -> x <= y -> y <= b -> h y <= h x.
  Proof.
    intros x y A H B; destruct (by_mean_value h s x y A H B moves) as [z [Z E]].
    pose proof (down z ltac:(lra)); assert (s z * (y - x) <= 0) by nra; lra.
  Qed.
  Lemma peak : a <= b -> exists c, (forall x y, a <= x -> x <= y -> y <= c -> y <= b -> f x <= f y) /\
    (forall x y, a <= x -> c <= x -> x <= y -> y <= b -> f y <= f x).
  Proof.
    intros H; destruct (completeness (fun x => a <= x <= b /\ (x = a \/ 0 <= h x))) as [c [U L]].
    - exists b; intros x [X _]; lra.
    - exists a; split; [lra | now left].
    - assert (Rises : forall x y, a <= x -> x <= y -> y < c -> y <= b -> f x <= f y).
      { intros x y A O C B; destruct (by_mean_value f (fun z => w z * h z) x y A O B slope) as [z [Z E]].
        assert (P : 0 <= h z).
        { apply Rnot_lt_le; intros N; assert (K : c <= z); [| lra].
          apply L; intros u [Hu [-> | V]]; [lra |]; apply Rnot_lt_le; intros Q.
          pose proof (falling z u ltac:(lra) ltac:(lra) ltac:(lra)); lra. }
        pose proof (positive z ltac:(lra)); assert (0 <= w z * h z) by nra; nra. }
      assert (Falls : forall x y, a <= x -> c < x -> x <= y -> y <= b -> f y <= f x).
      { intros x y A C O B; destruct (by_mean_value f (fun z => w z * h z) x y A O B slope) as [z [Z E]].
        assert (P : h z <= 0).
        { apply Rnot_lt_le; intros N; assert (z <= c); [| lra]; apply U; split; [lra | right; lra]. }
        pose proof (positive z ltac:(lra)); assert (w z * h z <= 0) by nra; nra. }
      assert (AC : a <= c) by (apply U; split; [lra | now left]).
      assert (CB : c <= b) by (apply L; intros x [X _]; lra).
      assert (Zero : forall z, a <= z -> z < c -> 0 <= h z).
      { intros z A C; apply Rnot_lt_le; intros N; assert (K : c <= z); [| lra].
        apply L; intros u [Hu [-> | V]]; [lra |]; apply Rnot_lt_le; intros Q.
        pose proof (falling z u ltac:(lra) ltac:(lra) ltac:(lra)); lra. }
      exists c; split.
      + intros x y A O C B; destruct (Req_dec x y) as [-> | N]; [lra |].
        destruct (MVT_gen f x y (fun z => w z * h z)) as [z [Z E]];
          [intros z Z; rewrite Rmin_left, Rmax_right in Z by lra; apply slope; lra
          | intros z Z; rewrite Rmin_left, Rmax_right in Z by lra; apply continuity_pt_filterlim, (ex_derive_continuous f);
            eexists; apply slope; lra |].
        rewrite Rmin_left, Rmax_right in Z by lra.
        destruct (Req_dec z c) as [-> | M].
        * (* the mean is at the end: nearer points do as well *)
          apply Rnot_lt_le; intros G.
          assert (K : continuous f c) by (apply (ex_derive_continuous f); eexists; apply slope; lra).
          assert (y = c) by lra; subst y.
          destruct (K _ (near_enough (f c) (f x - f c) ltac:(lra))) as [d D].
          set (u := Rmax x (c - d / 2)).
          assert (x <= u < c) by (unfold u; split; [apply Rmax_l | apply Rmax_lub_lt; [lra | destruct d; simpl; lra]]).
          assert (c - d / 2 <= u) by apply Rmax_r.
          assert (Du : f c - (f x - f c) < f u < f c + (f x - f c)).
          { apply D; unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
            destruct d as [d Hd]; simpl in *; apply Rabs_def1; lra. }
          pose proof (Rises x u A ltac:(lra) ltac:(lra) ltac:(lra)); lra.
        * pose proof (Zero z ltac:(lra) ltac:(lra)); pose proof (positive z ltac:(lra)).
          assert (0 <= w z * h z) by nra; nra.
      + intros x y A C O B; destruct (Rle_lt_or_eq_dec c x C) as [K | <-]; [apply Falls; lra |].
        destruct (Req_dec c y) as [-> | N]; [lra |].
        apply Rnot_lt_le; intros G.
        assert (K : continuous f c) by (apply (ex_derive_continuous f); eexists; apply slope; lra).
        destruct (K _ (near_enough (f c) (f y - f c) ltac:(lra))) as [d D].
        set (u := Rmin y (c + d / 2)).
        assert (c < u <= y) by (unfold u; split; [apply Rmin_glb_lt; [lra | destruct d; simpl; lra] | apply Rmin_l]).
        assert (u <= c + d / 2) by apply Rmin_r.
        assert (Du : f c - (f y - f c) < f u < f c + (f y - f c)).
        { apply D; unfold ball; simpl; unfold AbsRing_ball, abs, minus, plus, opp; simpl.
          destruct d as [d Hd]; simpl in *; apply Rabs_def1; lra. }
        pose proof (Falls u y ltac:(lra) ltac:(lra) ltac:(lra) ltac:(lra)); lra.
  Qed.
End Shape.
Lemma join_sum_by_shape : forall (f w h s : R -> R) (m n : nat) (a b M : R), INR m = a -> INR n = b -> (m <= n)%nat ->
  (forall x, a <= x <= b -> 0 <= f x) -> (forall x, a <= x <= b -> f x <= M) ->
  (forall x, a <= x <= b -> is_derive f x (w x * h x)) -> (forall x, a <= x <= b -> 0 < w x) ->
  (forall x, a <= x <= b -> is_derive h x (s x)) -> (forall x, a <= x <= b -> s x <= 0) ->
  exists l : R, is_RInt_gen f (at_point a) (at_point b) l /\ l - M <= tsum m n (fun i => f (INR i)) <= l + M.
Proof.
  intros f w h s m n a b M <- <- H Sg Mo Sl Po Mv Dn; pose proof (le_INR _ _ H) as H'.
  destruct (peak f w h s (INR m) (INR n) Sl Po Mv Dn H') as [c [U D]].
  assert (E : forall x y, INR m <= x -> x <= y -> y <= INR n -> ex_RInt f x y).
  { intros x y A O B; apply (ex_RInt_continuous f); intros z Z; rewrite Rmin_left, Rmax_right in Z by lra.
    apply (ex_derive_continuous f); eexists; apply Sl; lra. }
  exists (RInt f (INR m) (INR n)); split.
  - apply area_between_points, (RInt_correct f), E; lra.
  - apply (join_sum_by_integral f m (INR n) c M Sg Mo U D E n H); lra.
Qed.
Lemma sum_from : forall (f : R -> R) (m n : nat), sum_n (fun i => f (INR (m + i))) n = tsum m (m + n) (fun i => f (INR i)).
Proof.
  intros f m n; unfold tsum; replace (S (m + n) - m)%nat with (S n) by lia; induction n as [| n IH].
  - rewrite sum_O; simpl; rewrite Nat.add_0_r; ring.
  - rewrite sum_Sn, IH, (rsum_last _ (S n)); reflexivity.
Qed.
Lemma area_along : forall (f : R -> R) (m : nat) (l : R), is_RInt_gen f (at_point (INR m)) (Rbar_locally p_infty) l ->
  is_lim_seq (fun n => RInt f (INR m) (INR (m + n))) l.
Proof.
  intros f m l W P HP; destruct (W P HP) as [A B HA [M HB] AB]; unfold filtermap.
  destruct (is_lim_seq_INR (fun y => M < y)) as [k K]; [now exists M |]; exists k; intros n N.
  assert (Q : M < INR (m + n)) by (apply K; lia).
  destruct (AB _ _ HA (HB _ Q)) as [v [V Pv]]; simpl in V; rewrite (is_RInt_unique f _ _ _ V); exact Pv.
Qed.
Lemma join_series_by_shape : forall (f w h s : R -> R) (m : nat) (a M l : R), INR m = a ->
  (forall x, a <= x -> 0 <= f x) -> (forall x, a <= x -> f x <= M) ->
  (forall x, a <= x -> is_derive f x (w x * h x)) -> (forall x, a <= x -> 0 < w x) ->
  (forall x, a <= x -> is_derive h x (s x)) -> (forall x, a <= x -> s x <= 0) ->
  is_RInt_gen f (at_point a) (Rbar_locally p_infty) l ->
  exists v : R, is_series (fun i => f (INR (m + i))) v /\ l - M <= v <= l + M.
Proof.
  intros f w h s m a M l <- Sg Mo Sl Po Mv Dn W.
  assert (O : forall n, INR m <= INR (m + n)) by (intros n; apply le_INR; lia).
  assert (E : forall x y, INR m <= x -> x <= y -> ex_RInt f x y).
  { intros x y A B; apply (ex_RInt_continuous f); intros z Z; rewrite Rmin_left, Rmax_right in Z by lra.
    apply (ex_derive_continuous f); eexists; apply Sl; lra. }
  pose proof (area_along f m l W) as L.
  apply (join_sums_without_end (fun i => f (INR (m + i))) (fun n => RInt f (INR m) (INR (m + n))) M l).
  - intros n; apply Sg, O.
  - intros n; rewrite sum_from.
    destruct (join_sum_by_shape f w h s m (m + n) (INR m) (INR (m + n)) M eq_refl eq_refl ltac:(lia)) as [v [V B]];
      try (intros x X; first [apply Sg | apply Mo | apply Sl | apply Po | apply Mv | apply Dn]; lra).
    apply area_between_points in V; rewrite (is_RInt_unique f _ _ _ V); exact B.
  - apply (is_lim_seq_incr_compare _ l L); intros n.
    rewrite <- (RInt_Chasles f (INR m) (INR (m + n)) (INR (m + S n))).
    + assert (0 <= RInt f (INR (m + n)) (INR (m + S n))).
      { apply RInt_ge_0; [apply le_INR; lia | apply E; [apply O | apply le_INR; lia] |].
        intros x X; apply Sg; pose proof (O n); lra. }
      unfold plus; simpl; lra.
    + apply E; [lra | apply O].
    + apply E; [apply O | apply le_INR; lia].
  - exact L.
Qed.

Lemma limit_alike : forall (F : (R -> Prop) -> Prop) {FF : Filter F} (f g : R -> R) (a b : R), filterlim f F (locally a) ->
  (forall x, f x = g x) -> a = b -> filterlim g F (locally b).
Proof. intros F FF f g a b L E <-; exact (filterlim_ext f g E L). Qed.

(** * What scripts call *)

(* What holds on the way since it holds anyway, and a limit of a function that is written in another way. *)
Ltac join_limit :=
  first [(apply filter_forall; intro; assumption) |
  match goal with H : filterlim _ _ _ |- _ => solve [apply (limit_alike _ _ _ _ _ H); [intros; cbv beta; join_same | join_same]] end].

(* An order at each point of a range, the smaller side first. *)
Ltac join_ordered H :=
  intros; first
  [ apply H; assumption | apply Rge_le, H; assumption | left; apply H; assumption | left; apply Rgt_lt, H; assumption ].
(* A relation that a hypothesis says in another way. *)
Ltac join_found :=
  first
  [ lra | match goal with H : _ |- _ => join_alike H end | (apply Rle_ge; match goal with H : _ <= _ |- _ => join_alike H end) ].
(* Two ways to write one function up to a factor. *)
Ltac join_multiple :=
  intros; cbv beta;
  first [join_same | solve [unfold Rdiv; rewrite ?Rinv_mult; ring] | solve [join_insides; join_same]].
