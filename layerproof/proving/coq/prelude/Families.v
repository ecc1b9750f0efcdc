(** Means over a family of independent variables with one finite law: of what is quadratic in a sum over the family. *)
From Layerproof Require Export Normals Powers Sums.
Import ListNotations.

(** The sum of a function of each entry of a list, and its mean under a table of values and chances. *)
Definition over_list (u : R -> R) (xs : list R) : R := fold_right (fun x rest => u x + rest) 0 xs.
Definition weighed (table : list (R * R)) (u : R -> R) : R :=
  fold_right (fun row rest => snd row * u (fst row) + rest) 0 table.
Fixpoint mean_of (table : list (R * R)) (n : nat) (f : list R -> R) : R :=
  match n with
  | O => f nil
  | S m => weighed table (fun x => mean_of table m (fun xs => f (x :: xs)))
  end.

Lemma iterated_mean : forall table n f, iterated (repeat (finite table) n) f (mean_of table n f).
Proof.
  intros table n; induction n as [| n IH]; intro f; simpl; [reflexivity |].
  exists (fun x => mean_of table n (fun xs => f (x :: xs))). split; [intro x; apply IH | reflexivity].
Qed.
Lemma weighed_same : forall table u v, (forall x, u x = v x) -> weighed table u = weighed table v.
Proof.
  intros table u v H; induction table as [| row rest IH]; [reflexivity |].
  unfold weighed in *; simpl. now rewrite H, IH.
Qed.
Lemma mean_same : forall table n f g, (forall xs, length xs = n -> f xs = g xs) -> mean_of table n f = mean_of table n g.
Proof.
  intros table n; induction n as [| n IH]; intros f g H; simpl; [now apply H |].
  apply weighed_same. intro x. apply IH. intros xs L. apply H. simpl. now rewrite L.
Qed.
Lemma weighed_quadratic : forall table u a b c,
  weighed table (fun x => a + b * u x + c * u x ^ 2)
  = a * weighed table (fun _ => 1) + b * weighed table u + c * weighed table (fun x => u x ^ 2).
Proof.
  intros table u a b c; induction table as [| row rest IH]; unfold weighed in *; cbn [fold_right]; [ring |].
  rewrite IH. ring.
Qed.
Lemma mean_quadratic : forall table u mu nu n, weighed table (fun _ => 1) = 1 -> weighed table u = mu ->
  weighed table (fun x => u x ^ 2) = nu -> forall a b c,
  mean_of table n (fun xs => a + b * over_list u xs + c * over_list u xs ^ 2)
  = a + b * (INR n * mu) + c * (INR n * nu + INR n * (INR n - 1) * mu ^ 2).
Proof.
  intros table u mu nu n One M N; induction n as [| n IH]; intros a b c; [simpl; ring |].
  cbn [mean_of]. rewrite (weighed_same _ _ (fun x =>
    (a + b * (INR n * mu) + c * (INR n * nu + INR n * (INR n - 1) * mu ^ 2)) + (b + 2 * c * (INR n * mu)) * u x
    + c * u x ^ 2)).
  - rewrite weighed_quadratic, One, M, N, S_INR. ring.
  - intro x. rewrite (mean_same _ _ _ (fun xs => (a + b * u x + c * u x ^ 2) + (b + 2 * c * u x) * over_list u xs
      + c * over_list u xs ^ 2)).
    + rewrite IH. ring.
    + intros xs _. unfold over_list; simpl. ring.
Qed.

(** A sum over the family is a sum over the list of its values. *)
Lemma sum_of_list : forall (u : R -> R) xs n, length xs = n ->
  tsum 1 n (fun k => u (nth (k - 1) xs 0)) = over_list u xs.
Proof.
  intros u xs n <-. unfold tsum. replace (S (length xs) - 1)%nat with (length xs) by lia.
  assert (H : forall past rest, rsum (fun k => u (nth (k - 1) (past ++ rest) 0)) (S (length past)) (length rest)
    = over_list u rest).
  { intros past rest; revert past; induction rest as [| x rest IH]; intro past; [reflexivity |].
    cbn [length rsum over_list fold_right]. f_equal.
    - f_equal. rewrite app_nth2 by lia. now replace (S (length past) - 1 - length past)%nat with 0%nat by lia.
    - specialize (IH (past ++ [x])). rewrite <- app_assoc, app_length in IH. cbn [length app] in IH.
      rewrite Nat.add_1_r in IH. exact IH. }
  exact (H nil xs).
Qed.

(** The mean is there, since a finite law has one of every function. *)
Lemma expectation_quadratic : forall table u mu nu n (f : list R -> R) a b c v,
  weighed table (fun _ => 1) = 1 -> weighed table u = mu -> weighed table (fun x => u x ^ 2) = nu ->
  (forall xs, length xs = n -> f xs = a + b * over_list u xs + c * over_list u xs ^ 2) ->
  a + b * (INR n * mu) + c * (INR n * nu + INR n * (INR n - 1) * mu ^ 2) = v ->
  expectation (repeat (finite table) n) f v.
Proof.
  intros table u mu nu n f a b c v One M N F <-. split.
  - rewrite <- (mean_quadratic table u mu nu n One M N a b c), <- (mean_same table n f _ F). apply iterated_mean.
  - exists (fun xs => Rabs (f xs)), (mean_of table n (fun xs => Rabs (f xs))). split; [intro; apply Rle_refl |].
    apply iterated_mean.
Qed.
