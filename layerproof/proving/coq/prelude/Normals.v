(** Means under normal, uniform and finite laws: what they are, and those of piecewise polynomials and exponentials. *)
From Layerproof Require Export Bell.
Import ListNotations.

(** A law says which number, if any, is the mean of a function. *)
Definition law := (R -> R) -> R -> Prop.
Definition normal (m s : R) : law := fun f v => over_line (fun z => f (m + s * z) * density z) v.
Definition uniform (a b : R) : law := fun f v => is_RInt f a b ((b - a) * v).
Definition finite (table : list (R * R)) : law :=
  fun f v => fold_right (fun row rest => snd row * f (fst row) + rest) 0 table = v.

(** The mean of a function of independent variables, one after the other, the last one first. It is there if that of
    something that is nowhere below the absolute value is. *)
Fixpoint iterated (laws : list law) (f : list R -> R) (v : R) : Prop :=
  match laws with
  | nil => f nil = v
  | first :: others => exists h : R -> R, (forall x, iterated others (fun xs => f (x :: xs)) (h x)) /\ first h v
  end.
Definition expectation (laws : list law) (f : list R -> R) (v : R) : Prop :=
  iterated laws f v /\ exists g w, (forall xs, Rabs (f xs) <= g xs) /\ iterated laws g w.

Lemma by_halves : forall (f : R -> R) (ps ms : list R), (forall z, 0 <= z -> f z = poly ps z) ->
  (forall z, 0 <= z -> f (- z) = poly ms z) ->
  over_line (fun z => f z * density z) (moments right 0 ps + moments right 0 ms).
Proof.
  intros f ps ms P M. rewrite Rplus_comm.
  apply (is_RInt_gen_Chasles (Fa := Rbar_locally m_infty) (Fc := Rbar_locally p_infty) (V := R_NormedModule) (fun z => f z * density z) 0).
  - apply from_left. refine (right_ext (fun z => poly ms z * density z) (fun z => f (- z) * density (- z)) (moments right 0 ms) _ (poly_right ms)).
    intros z Hz. rewrite M by lra.
    f_equal. unfold density. replace ((- z) ^ 2) with (z ^ 2) by ring. reflexivity.
  - refine (right_ext (fun z => poly ps z * density z) (fun z => f z * density z) (moments right 0 ps) _ (poly_right ps)).
    intros z Hz. rewrite P by lra. reflexivity.
Qed.

(** The mean of what is a polynomial on either side of the middle, and of exponentials times polynomials. *)
Lemma normal_by_halves : forall m s (f : R -> R) ps ms v, (forall r z, 0 <= z -> r = m + s * z -> f r = poly ps z) ->
  (forall r z, 0 <= z -> r = m + s * - z -> f r = poly ms z) -> moments right 0 ps + moments right 0 ms = v -> normal m s f v.
Proof. intros m s f ps ms v P M <-. apply (by_halves (fun z => f (m + s * z)) ps ms); intros; [now apply P | now apply M]. Qed.
Fixpoint waves (ws : list (R * list R)) (z : R) : R :=
  match ws with nil => 0 | w :: rest => exp (fst w * z) * poly (snd w) z + waves rest z end.
Fixpoint mean_of_waves (ws : list (R * list R)) : R :=
  match ws with
  | nil => 0
  | w :: rest => exp (fst w ^ 2 / 2) * moments (tilted (fst w)) 0 (snd w) + mean_of_waves rest
  end.
Lemma normal_by_waves : forall m s (f : R -> R) ws v, (forall r z, r = m + s * z -> f r = waves ws z) -> mean_of_waves ws = v ->
  normal m s f v.
Proof.
  intros m s f ws v E <-.
  assert (H : over_line (fun z => waves ws z * density z) (mean_of_waves ws)).
  { clear E. induction ws as [|[c ps] ws IH].
    - apply (same_function (Rbar_locally m_infty) (Rbar_locally p_infty) (fun z => 0 * (exp (0 * z) * poly nil z * density z)) _
        (0 * (exp (0 ^ 2 / 2) * moments (tilted 0) 0 nil))); try typeclasses eauto.
      + intro z. simpl. ring.
      + simpl. ring.
      + apply scaled with (exp (0 ^ 2 / 2) * moments (tilted 0) 0 nil); try typeclasses eauto; [apply poly_tilted | reflexivity].
    - apply (same_function (Rbar_locally m_infty) (Rbar_locally p_infty) (fun z => exp (c * z) * poly ps z * density z + waves ws z * density z) _
        (exp (c ^ 2 / 2) * moments (tilted c) 0 ps + mean_of_waves ws)); try typeclasses eauto.
      + intro z. simpl. ring.
      + reflexivity.
      + apply added; try typeclasses eauto; [apply poly_tilted | exact IH]. }
  apply (same_function (Rbar_locally m_infty) (Rbar_locally p_infty) (fun z => waves ws z * density z) _ (mean_of_waves ws)); try typeclasses eauto;
    [| reflexivity | exact H]. intro z. now rewrite (E _ z eq_refl).
Qed.

(** Bounds for what is averaged, part by part. *)
Lemma bound_const : forall x, Rabs x <= Rabs x. Proof. intro; lra. Qed.
Lemma bound_letter : forall x, Rabs x <= 1 + x ^ 2.
Proof. intro x. unfold Rabs. destruct (Rcase_abs x); nra. Qed.
Lemma bound_plus : forall x y a b, Rabs x <= a -> Rabs y <= b -> Rabs (x + y) <= a + b.
Proof. intros. pose proof (Rabs_triang x y). lra. Qed.
Lemma bound_mult : forall x y a b, Rabs x <= a -> Rabs y <= b -> Rabs (x * y) <= a * b.
Proof. intros. rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos. Qed.
Lemma bound_div : forall x y a, Rabs x <= a -> Rabs (x / y) <= a * Rabs (/ y).
Proof. intros. unfold Rdiv. rewrite Rabs_mult. apply Rmult_le_compat_r; [apply Rabs_pos | assumption]. Qed.
Lemma bound_pow : forall n x a, Rabs x <= a -> Rabs (x ^ n) <= a ^ n.
Proof. intros. rewrite <- RPow_abs. apply pow_incr. split; [apply Rabs_pos | assumption]. Qed.
Lemma bound_exp : forall x, Rabs (exp x) <= exp x.
Proof. intro x. rewrite Rabs_right; [lra | left; apply exp_pos]. Qed.
Lemma bound_abs : forall x a, Rabs x <= a -> Rabs (Rabs x) <= a.
Proof. intros. now rewrite Rabs_Rabsolu. Qed.
Lemma bound_max : forall x y a b, Rabs x <= a -> Rabs y <= b -> Rabs (Rmax x y) <= a + b.
Proof.
  intros x y a b. pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  unfold Rmax. destruct (Rle_dec x y); lra.
Qed.
Lemma bound_min : forall x y a b, Rabs x <= a -> Rabs y <= b -> Rabs (Rmin x y) <= a + b.
Proof.
  intros x y a b. pose proof (Rabs_pos x). pose proof (Rabs_pos y).
  unfold Rmin. destruct (Rle_dec x y); lra.
Qed.
