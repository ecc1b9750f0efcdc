(** Matrices of every size: what the statements say.  Sizes are natural numbers, and a product that does not conform
    is no term. *)
From Layerproof Require Export Base.
From Coq Require Fin.
From Coquelicot Require Export Coquelicot.
From Coq Require Import FunctionalExtensionality.
Open Scope R_scope.

Definition mat (n m : nat) : Type := Fin.t n -> Fin.t m -> R.

(* The sum of finitely many numbers. *)
Fixpoint fsum {n : nat} : (Fin.t n -> R) -> R :=
  match n with
  | O => fun _ => 0
  | S _ => fun f => f Fin.F1 + fsum (fun i => f (Fin.FS i))
  end.

Definition mid (n : nat) : mat n n := fun i j => if Fin.eq_dec i j then 1 else 0.
Definition mzero (n m : nat) : mat n m := fun _ _ => 0.
Definition madd {n m : nat} (A B : mat n m) : mat n m := fun i j => A i j + B i j.
Definition mscal {n m : nat} (c : R) (A : mat n m) : mat n m := fun i j => c * A i j.
Definition mmul {n m p : nat} (A : mat n m) (B : mat m p) : mat n p := fun i j => fsum (fun k => A i k * B k j).
Definition mtr {n m : nat} (A : mat n m) : mat m n := fun i j => A j i.
Fixpoint mpow {n : nat} (A : mat n n) (k : nat) : mat n n :=
  match k with O => mid n | S l => mmul A (mpow A l) end.
Definition trace {n : nat} (A : mat n n) : R := fsum (fun i => A i i).
Definition diagonal {n : nat} (A : mat n n) : Prop := forall i j, i <> j -> A i j = 0.

(* An expectation is linear, and keeps constants; that of a matrix is taken entry by entry. *)
Definition expectation {Omega : Type} (Ex : (Omega -> R) -> R) : Prop :=
  (forall f g, Ex (fun w => f w + g w) = Ex f + Ex g)
  /\ (forall c f, Ex (fun w => c * f w) = c * Ex f)
  /\ Ex (fun _ => 1) = 1.
Definition mexp {Omega : Type} (Ex : (Omega -> R) -> R) {n m : nat} (X : Omega -> mat n m) : mat n m :=
  fun i j => Ex (fun w => X w i j).

(* The derivative of a matrix at a time, entry by entry. *)
Definition mderive {n m : nat} (A : R -> mat n m) (t : R) (V : mat n m) : Prop :=
  forall i j, is_derive (fun s => A s i j) t (V i j).

(* G is the gradient of L at W: the slope of L in each direction D is tr(G^T D). *)
Definition is_gradient {n m : nat} (L : mat n m -> R) (W G : mat n m) : Prop :=
  forall D, is_derive (fun h => L (madd W (mscal h D))) 0 (trace (mmul (mtr G) D)).

(* At the time t, W moves against the gradient of L. *)
Definition descends {n m : nat} (L : mat n m -> R) (W : R -> mat n m) (t : R) : Prop :=
  forall G, is_gradient L (W t) G -> mderive W t (mscal (-1) G).

(** The laws of matrices. *)
Lemma mat_eq {n m} (A B : mat n m) : (forall i j, A i j = B i j) -> A = B.
Proof. intros H. extensionality i. extensionality j. apply H. Qed.

Lemma fsum_ext {n} (f g : Fin.t n -> R) : (forall i, f i = g i) -> fsum f = fsum g.
Proof. intros H. f_equal. extensionality i. apply H. Qed.
Lemma fsum_0 {n} : fsum (fun _ : Fin.t n => 0) = 0.
Proof. induction n as [|n IH]; cbn; [easy|]. rewrite IH. ring. Qed.
Lemma fsum_add {n} (f g : Fin.t n -> R) : fsum (fun i => f i + g i) = fsum f + fsum g.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma fsum_scal {n} c (f : Fin.t n -> R) : fsum (fun i => c * f i) = c * fsum f.
Proof. induction n as [|n IH]; cbn; [ring|]. rewrite IH. ring. Qed.
Lemma fsum_swap {n m} (f : Fin.t n -> Fin.t m -> R) :
  fsum (fun i => fsum (fun j => f i j)) = fsum (fun j => fsum (fun i => f i j)).
Proof.
  induction n as [|n IH]; cbn; [now rewrite fsum_0|].
  now rewrite (IH (fun i j => f (Fin.FS i) j)), <- fsum_add.
Qed.
Lemma if_eq {n} (i j : Fin.t n) (a b : R) : i = j -> (if Fin.eq_dec i j then a else b) = a.
Proof. intros H. now destruct (Fin.eq_dec i j). Qed.
Lemma if_ne {n} (i j : Fin.t n) (a b : R) : i <> j -> (if Fin.eq_dec i j then a else b) = b.
Proof. intros H. now destruct (Fin.eq_dec i j). Qed.
Lemma fsum_one {n} (i : Fin.t n) (f : Fin.t n -> R) : fsum (fun k => (if Fin.eq_dec i k then 1 else 0) * f k) = f i.
Proof.
  induction i as [n|n i IH]; cbn [fsum].
  - rewrite if_eq by easy. rewrite (fsum_ext _ (fun _ => 0)).
    + rewrite fsum_0. ring.
    + intros k. rewrite if_ne by easy. ring.
  - rewrite if_ne by easy. rewrite <- (IH (fun k => f (Fin.FS k))), Rmult_0_l, Rplus_0_l.
    apply fsum_ext. intros k. destruct (Fin.eq_dec i k) as [<-|E].
    + now rewrite if_eq.
    + rewrite if_ne; [easy|]. intros F. now apply E, Fin.FS_inj.
Qed.

Lemma mmul_assoc {n m p q} (A : mat n m) (B : mat m p) (C : mat p q) : mmul (mmul A B) C = mmul A (mmul B C).
Proof.
  apply mat_eq. intros i j. unfold mmul.
  rewrite (fsum_ext _ (fun k => fsum (fun l => A i l * B l k * C k j))).
  2:{ intros k. rewrite Rmult_comm, <- fsum_scal. apply fsum_ext. intros. ring. }
  rewrite fsum_swap. apply fsum_ext. intros k. rewrite <- fsum_scal. apply fsum_ext. intros. ring.
Qed.
Lemma mmul_1l {n m} (A : mat n m) : mmul (mid n) A = A.
Proof. apply mat_eq. intros i j. unfold mmul, mid. apply (fsum_one i (fun k => A k j)). Qed.
Lemma mtr_mul {n m p} (A : mat n m) (B : mat m p) : mtr (mmul A B) = mmul (mtr B) (mtr A).
Proof. apply mat_eq. intros i j. apply fsum_ext. intros k. unfold mtr. ring. Qed.
Lemma mtr_tr {n m} (A : mat n m) : mtr (mtr A) = A.
Proof. easy. Qed.
Lemma mtr_1 {n} : mtr (mid n) = mid n.
Proof.
  apply mat_eq. intros i j. unfold mtr, mid. destruct (Fin.eq_dec i j) as [<-|E]; [now apply if_eq|].
  apply if_ne. congruence.
Qed.
Lemma mmul_1r {n m} (A : mat n m) : mmul A (mid m) = A.
Proof. rewrite <- (mtr_tr (mmul A (mid m))), mtr_mul, mtr_1, mmul_1l. apply mtr_tr. Qed.
Lemma mmul_add_l {n m p} (A B : mat n m) (C : mat m p) : mmul (madd A B) C = madd (mmul A C) (mmul B C).
Proof.
  apply mat_eq. intros i j. unfold mmul, madd. rewrite <- fsum_add. apply fsum_ext. intros. ring.
Qed.
Lemma mmul_add_r {n m p} (A : mat n m) (B C : mat m p) : mmul A (madd B C) = madd (mmul A B) (mmul A C).
Proof.
  apply mat_eq. intros i j. unfold mmul, madd. rewrite <- fsum_add. apply fsum_ext. intros. ring.
Qed.
Lemma mmul_scal_l {n m p} c (A : mat n m) (B : mat m p) : mmul (mscal c A) B = mscal c (mmul A B).
Proof. apply mat_eq. intros i j. unfold mmul, mscal. rewrite <- fsum_scal. apply fsum_ext. intros. ring. Qed.
Lemma mmul_scal_r {n m p} c (A : mat n m) (B : mat m p) : mmul A (mscal c B) = mscal c (mmul A B).
Proof. apply mat_eq. intros i j. unfold mmul, mscal. rewrite <- fsum_scal. apply fsum_ext. intros. ring. Qed.
Lemma mmul_0l {n m p} (B : mat m p) : mmul (mzero n m) B = mzero n p.
Proof.
  apply mat_eq. intros i j. unfold mmul, mzero. rewrite (fsum_ext _ (fun _ => 0)) by (intros; ring). apply fsum_0.
Qed.
Lemma mmul_0r {n m p} (A : mat n m) : mmul A (mzero m p) = mzero n p.
Proof.
  apply mat_eq. intros i j. unfold mmul, mzero. rewrite (fsum_ext _ (fun _ => 0)) by (intros; ring). apply fsum_0.
Qed.
Lemma trace_swap {n m} (A : mat n m) (B : mat m n) : trace (mmul A B) = trace (mmul B A).
Proof.
  unfold trace, mmul. rewrite fsum_swap. apply fsum_ext. intros i. apply fsum_ext. intros k. ring.
Qed.
Lemma trace_tr {n} (A : mat n n) : trace (mtr A) = trace A.
Proof. easy. Qed.
Lemma trace_1 {n} : trace (mid n) = INR n.
Proof.
  unfold trace. rewrite (fsum_ext _ (fun _ => 1)).
  - induction n as [|n IH]; [easy|]. rewrite S_INR, <- IH. cbn. ring.
  - intros i. now apply if_eq.
Qed.
Lemma trace_add {n} (A B : mat n n) : trace (madd A B) = trace A + trace B.
Proof. apply (fsum_add (fun i => A i i)). Qed.
Lemma trace_scal {n} c (A : mat n n) : trace (mscal c A) = c * trace A.
Proof. apply (fsum_scal c (fun i => A i i)). Qed.
Lemma trace_0 {n} : trace (mzero n n) = 0.
Proof. apply fsum_0. Qed.
(* A 1 x 1 matrix is its trace. *)
Lemma mat11_eq (A B : mat 1 1) : trace A = trace B -> A = B.
Proof.
  unfold trace. cbn. intros H. apply mat_eq. intros i j.
  apply (Fin.caseS' i). 2:{ intros k. inversion k. }
  apply (Fin.caseS' j). 2:{ intros k. inversion k. }
  lra.
Qed.

Lemma number_tr (A : mat 1 1) : mtr A = A.
Proof. apply mat11_eq, trace_tr. Qed.
Lemma number_commute (A B : mat 1 1) : mmul A B = mmul B A.
Proof. apply mat11_eq, trace_swap. Qed.

Lemma diagonal_tr {n} (A : mat n n) : diagonal A -> mtr A = A.
Proof.
  intros H. apply mat_eq. intros i j. unfold mtr. destruct (Fin.eq_dec i j) as [<-|E]; [easy|].
  now rewrite (H i j), (H j i) by congruence.
Qed.
Lemma diagonal_mul {n} (A B : mat n n) i j : diagonal A -> mmul A B i j = A i i * B i j.
Proof.
  intros H. unfold mmul. rewrite <- (fsum_one i (fun k => A i k * B k j)). apply fsum_ext. intros k.
  destruct (Fin.eq_dec i k) as [<-|E]; [ring|]. rewrite H by easy. ring.
Qed.
(* Diagonal matrices commute. *)
Lemma diagonal_commute {n} (A B : mat n n) : diagonal A -> diagonal B -> mmul A B = mmul B A.
Proof.
  intros H K. apply mat_eq. intros i j. rewrite (diagonal_mul A B i j H), (diagonal_mul B A i j K).
  destruct (Fin.eq_dec i j) as [<-|E]; [ring|]. rewrite (H i j E), (K i j E). ring.
Qed.

(** Expectations. *)
Section Expectation.
Context {Omega : Type} {Ex : (Omega -> R) -> R} (HE : expectation Ex).
Lemma ex_add f g : Ex (fun w => f w + g w) = Ex f + Ex g. Proof. apply HE. Qed.
Lemma ex_scal c f : Ex (fun w => c * f w) = c * Ex f. Proof. apply HE. Qed.
Lemma ex_const c : Ex (fun _ => c) = c.
Proof.
  destruct HE as (_ & S & I). transitivity (Ex (fun _ => c * 1)).
  - f_equal. extensionality w. ring.
  - rewrite S, I. ring.
Qed.
Lemma ex_fsum {n} (f : Omega -> Fin.t n -> R) : Ex (fun w => fsum (f w)) = fsum (fun i => Ex (fun w => f w i)).
Proof.
  induction n as [|n IH]; cbn [fsum]; [apply ex_const|]. rewrite ex_add. f_equal.
  apply (IH (fun w i => f w (Fin.FS i))).
Qed.
Lemma mexp_mul_l {n m p} (A : mat n m) (X : Omega -> mat m p) :
  mexp Ex (fun w => mmul A (X w)) = mmul A (mexp Ex X).
Proof.
  apply mat_eq. intros i j. unfold mexp, mmul. rewrite ex_fsum. apply fsum_ext. intros k. apply ex_scal.
Qed.
Lemma mexp_mul_r {n m p} (X : Omega -> mat n m) (A : mat m p) :
  mexp Ex (fun w => mmul (X w) A) = mmul (mexp Ex X) A.
Proof.
  apply mat_eq. intros i j. unfold mexp, mmul. rewrite ex_fsum. apply fsum_ext. intros k.
  unfold mexp. rewrite (Rmult_comm _ (A k j)). rewrite <- ex_scal. f_equal. extensionality w. ring.
Qed.
Lemma mexp_add {n m} (X Y : Omega -> mat n m) :
  mexp Ex (fun w => madd (X w) (Y w)) = madd (mexp Ex X) (mexp Ex Y).
Proof. apply mat_eq. intros i j. apply (ex_add (fun w => X w i j) (fun w => Y w i j)). Qed.
Lemma mexp_scal {n m} c (X : Omega -> mat n m) : mexp Ex (fun w => mscal c (X w)) = mscal c (mexp Ex X).
Proof. apply mat_eq. intros i j. apply (ex_scal c (fun w => X w i j)). Qed.
Lemma mexp_const {n m} (A : mat n m) : mexp Ex (fun _ => A) = A.
Proof. apply mat_eq. intros i j. apply (ex_const (A i j)). Qed.
Lemma ex_trace {n} (X : Omega -> mat n n) : Ex (fun w => trace (X w)) = trace (mexp Ex X).
Proof. apply (ex_fsum (fun w i => X w i i)). Qed.
End Expectation.
(* Where nothing is random, the value stands for the expectation. *)
Definition sure (f : unit -> R) : R := f tt.
Lemma expectation_sure : expectation sure.
Proof. now repeat split. Qed.

(** Derivatives. *)
Lemma is_derive_fsum {n} (f : R -> Fin.t n -> R) t (v : Fin.t n -> R) :
  (forall i, is_derive (fun s => f s i) t (v i)) -> is_derive (fun s => fsum (f s)) t (fsum v).
Proof.
  induction n as [|n IH]; intros H; cbn [fsum]; [apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule))|].
  apply (is_derive_plus (fun s => f s Fin.F1) (fun s => fsum (fun i => f s (Fin.FS i))) t); [apply H|].
  apply (IH (fun s i => f s (Fin.FS i)) (fun i => v (Fin.FS i))). intros i. apply H.
Qed.
Lemma is_derive_times (f g : R -> R) t u v :
  is_derive f t u -> is_derive g t v -> is_derive (fun s => f s * g s) t (u * g t + f t * v).
Proof. intros F G. apply (is_derive_mult f g t u v F G). intros; apply Rmult_comm. Qed.
Lemma mderive_const {n m} (A : mat n m) t : mderive (fun _ => A) t (mzero n m).
Proof. intros i j. apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule) (A i j)). Qed.
Lemma mderive_add {n m} (A B : R -> mat n m) t U V :
  mderive A t U -> mderive B t V -> mderive (fun s => madd (A s) (B s)) t (madd U V).
Proof. intros F G i j. apply (is_derive_plus (fun s => A s i j) (fun s => B s i j) t (U i j) (V i j)); auto. Qed.
Lemma mderive_mul {n m p} (A : R -> mat n m) (B : R -> mat m p) t U V :
  mderive A t U -> mderive B t V -> mderive (fun s => mmul (A s) (B s)) t (madd (mmul U (B t)) (mmul (A t) V)).
Proof.
  intros F G i j. unfold madd, mmul. rewrite <- fsum_add.
  apply (is_derive_fsum (fun s k => A s i k * B s k j) t (fun k => U i k * B t k j + A t i k * V k j)).
  intros k. apply (is_derive_times (fun s => A s i k) (fun s => B s k j)); auto.
Qed.
Lemma mderive_scal {n m} c (A : R -> mat n m) t V : mderive A t V -> mderive (fun s => mscal c (A s)) t (mscal c V).
Proof. intros F i j. apply (is_derive_scal (fun s => A s i j) t c (V i j) (F i j)). Qed.
Lemma mderive_tr {n m} (A : R -> mat n m) t V : mderive A t V -> mderive (fun s => mtr (A s)) t (mtr V).
Proof. intros F i j. exact (F j i). Qed.
Lemma is_derive_trace {n} (A : R -> mat n n) t V : mderive A t V -> is_derive (fun s => trace (A s)) t (trace V).
Proof. intros F. apply (is_derive_fsum (fun s i => A s i i) t (fun i => V i i)). intros i. exact (F i i). Qed.
Lemma line_mderive {n m} (W D : mat n m) : mderive (fun h => madd W (mscal h D)) 0 D.
Proof. intros i j. unfold madd, mscal. auto_derive; [easy|ring]. Qed.
Lemma line_0 {n m} (W D : mat n m) : madd W (mscal 0 D) = W.
Proof. apply mat_eq. intros i j. unfold madd, mscal. ring. Qed.

(** What `descends` says: a gradient is unique, and a flow exists. *)
Lemma fsum_pos {n} (f : Fin.t n -> R) : (forall i, 0 <= f i) -> 0 <= fsum f.
Proof.
  induction n as [|n IH]; intros H; cbn [fsum]; [lra|].
  assert (0 <= fsum (fun i => f (Fin.FS i))) by (apply IH; intros i; apply H). specialize (H Fin.F1). lra.
Qed.
Lemma fsum_none {n} (f : Fin.t n -> R) : (forall i, 0 <= f i) -> fsum f = 0 -> forall i, f i = 0.
Proof.
  intros H E i. induction i as [n|n i IH]; cbn [fsum] in E;
    assert (P := fsum_pos (fun i => f (Fin.FS i)) (fun i => H (Fin.FS i))); assert (Q := H Fin.F1).
  - lra.
  - apply (IH (fun i => f (Fin.FS i)) (fun i => H (Fin.FS i))). lra.
Qed.
Lemma gradient_unique {n m} (L : mat n m -> R) (W G H : mat n m) : is_gradient L W G -> is_gradient L W H -> G = H.
Proof.
  intros A B. set (D := madd G (mscal (-1) H)).
  assert (E : trace (mmul (mtr D) D) = 0).
  { assert (K := is_derive_unique _ _ _ (A D)). rewrite (is_derive_unique _ _ _ (B D)) in K.
    unfold D at 1. replace (mtr (madd G (mscal (-1) H))) with (madd (mtr G) (mscal (-1) (mtr H))) by easy.
    rewrite mmul_add_l, mmul_scal_l, trace_add, trace_scal, K. ring. }
  apply mat_eq. intros i j.
  assert (S : forall k, fsum (fun l => D l k * D l k) = 0).
  { apply (fsum_none (fun k => fsum (fun l => D l k * D l k))); [|exact E].
    intros k. apply fsum_pos. intros l. apply Rle_0_sqr. }
  assert (Z := fsum_none (fun l => D l j * D l j) (fun l => Rle_0_sqr (D l j)) (S j) i).
  assert (D i j = 0) by (now apply Rsqr_0_uniq). unfold D, madd, mscal in H0. lra.
Qed.
(* A straight line along minus the gradient is a flow, at its start. *)
Lemma descends_line {n m} (L : mat n m -> R) (W G : mat n m) :
  is_gradient L W G -> descends L (fun s => madd W (mscal s (mscal (-1) G))) 0.
Proof.
  intros A H B. rewrite line_0 in B. rewrite (gradient_unique L W H G B A). apply line_mderive.
Qed.

(* What has the derivative zero on an open interval is constant there. *)
Lemma constant_on (f : R -> R) lo hi :
  (forall s, lo < s < hi -> is_derive f s 0) -> forall a b, lo < a < hi -> lo < b < hi -> f a = f b.
Proof.
  intros H. assert (K : forall a b, lo < a -> a < b -> b < hi -> f a = f b).
  - intros a b A AB B. destruct (MVT_gen f a b (fun _ => 0)) as (c & _ & E).
    + intros x. rewrite Rmin_left, Rmax_right by lra. intros X. apply H. lra.
    + intros x. rewrite Rmin_left, Rmax_right by lra. intros X.
      apply derivable_continuous_pt. exists 0. apply is_derive_Reals, H. lra.
    + lra.
  - intros a b A B. destruct (Rtotal_order a b) as [L|[->|L]]; [apply K; lra|easy|symmetry; apply K; lra].
Qed.
Lemma mconstant_on {n m} (A : R -> mat n m) lo hi :
  (forall s, lo < s < hi -> mderive A s (mzero n m)) -> forall a b, lo < a < hi -> lo < b < hi -> A a = A b.
Proof.
  intros H a b X Y. apply mat_eq. intros i j. apply (constant_on (fun s => A s i j) lo hi); auto.
  intros s S. apply (H s S i j).
Qed.
