(** The order of symmetric matrices as quadratic forms: what the statements say, and what is never negative. *)
From Layerproof Require Export MatrixWords.
Open Scope R_scope.

Definition form {n : nat} (A : mat n n) (x : mat n 1) : R := trace (mmul (mtr x) (mmul A x)).
Definition psd {n : nat} (A : mat n n) : Prop := mtr A = A /\ forall x, 0 <= form A x.
Definition pd {n : nat} (A : mat n n) : Prop := mtr A = A /\ forall x, x <> mzero n 1 -> 0 < form A x.

Lemma form_0 {n} (A : mat n n) : form A (mzero n 1) = 0.
Proof. unfold form. now rewrite mmul_0r, mmul_0r, trace_0. Qed.
Lemma pd_psd {n} (A : mat n n) : pd A -> psd A.
Proof.
  intros [S H]. split; [easy|]. intros x. destruct (Rle_lt_dec 0 (form A x)) as [|N]; [easy|].
  assert (x <> mzero n 1) by (intros ->; rewrite form_0 in N; lra). specialize (H x H0). lra.
Qed.

(* Each column of c adds a value of the form. *)
Lemma psd_columns {n m} (A : mat n n) (c : mat n m) : psd A -> 0 <= trace (mmul (mtr c) (mmul A c)).
Proof.
  intros [_ H]. apply fsum_pos. intros j. specialize (H (fun i _ => c i j)). unfold form, trace in H. cbn [fsum] in H.
  rewrite Rplus_0_r in H. exact H.
Qed.
Lemma psd_1 {n} : psd (mid n).
Proof.
  split; [apply mtr_1|]. intros x. unfold form. rewrite mmul_1l. apply fsum_pos. intros i. apply fsum_pos. intros k.
  apply Rle_0_sqr.
Qed.
Lemma pd_1 {n} : pd (mid n).
Proof.
  split; [apply mtr_1|]. intros x N. destruct (Rle_lt_dec (form (mid n) x) 0) as [L|]; [|easy].
  exfalso. apply N. apply mat_eq. intros i j. unfold mzero.
  assert (E : form (mid n) x = 0) by (apply Rle_antisym; [easy|apply psd_1]).
  unfold form, trace in E. rewrite mmul_1l in E.
  assert (P : forall k, 0 <= mmul (mtr x) x k k).
  { intros k. apply fsum_pos. intros l. apply Rle_0_sqr. }
  assert (Z := fsum_none _ P E j). apply Rsqr_0_uniq.
  exact (fsum_none (fun l => x l j * x l j) (fun l => Rle_0_sqr (x l j)) Z i).
Qed.

(* Cauchy and Schwarz. *)
Lemma no_roots a b c : 0 <= c -> (forall s, 0 <= a + 2 * s * b + s * s * c) -> b * b <= a * c.
Proof.
  intros C H. destruct (Req_dec c 0) as [->|N].
  - destruct (Req_dec b 0) as [->|M]; [lra|]. specialize (H (- (a + 1) / (2 * b))).
    replace (a + 2 * (- (a + 1) / (2 * b)) * b + - (a + 1) / (2 * b) * (- (a + 1) / (2 * b)) * 0) with (-1) in H
      by (field; lra). lra.
  - assert (K := H (- b / c)). replace (a + 2 * (- b / c) * b + - b / c * (- b / c) * c) with (a - b * b / c) in K
      by (field; lra).
    assert (a * c - b * b = (a - b * b / c) * c) by (field; lra).
    assert (0 <= (a - b * b / c) * c) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma cauchy_schwarz {n m} (A : mat n n) (x y : mat n m) : psd A ->
  0 <= trace (mmul (mtr x) (mmul A x)) * trace (mmul (mtr y) (mmul A y))
       + (-1) * (trace (mmul (mtr x) (mmul A y)) * trace (mmul (mtr x) (mmul A y))).
Proof.
  intros H. enough (trace (mmul (mtr x) (mmul A y)) * trace (mmul (mtr x) (mmul A y))
    <= trace (mmul (mtr x) (mmul A x)) * trace (mmul (mtr y) (mmul A y))) by lra.
  apply no_roots; [now apply psd_columns|]. intros s.
  assert (K := psd_columns A (madd x (mscal s y)) H).
  assert (E : trace (mmul (mtr y) (mmul A x)) = trace (mmul (mtr x) (mmul A y))).
  { rewrite <- trace_tr, !mtr_mul, mtr_tr. destruct H as [-> _]. now rewrite mmul_assoc. }
  replace (mtr (madd x (mscal s y))) with (madd (mtr x) (mscal s (mtr y))) in K by easy.
  rewrite ?mmul_add_l, ?mmul_add_r, ?mmul_scal_l, ?mmul_scal_r in K.
  repeat rewrite ?mmul_add_r, ?mmul_scal_r, ?trace_add, ?trace_scal in K. rewrite E in K. lra.
Qed.
