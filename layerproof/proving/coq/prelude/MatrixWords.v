(** Matrix expressions as data, and their expansion into sums of words, which Coq computes: proofs by reflection. *)
From Layerproof Require Export Matrices.
From Coq Require Export List.
From Coq Require Import FunctionalExtensionality.
Import ListNotations.
Open Scope R_scope.

Section Words.
Context {Omega : Type} (Ex : (Omega -> R) -> R) (t : R).

(* A letter by its number: one that stands still, one that is random, one that moves with time (it is A0 at the time
   t, where its velocity V is the letter number v). *)
Inductive base (n m : nat) : Type :=
| Con (k : nat) (A : mat n m)
| Ran (k : nat) (X : Omega -> mat n m)
| Mov (k v : nat) (A : R -> mat n m) (A0 V : mat n m) (HV : mderive A t V) (H0 : A t = A0).

Arguments Con {n m}.
Arguments Ran {n m}.
Arguments Mov {n m}.

(* A letter, its transpose, or the expectation of a word; and words. *)
Inductive letter : nat -> nat -> Type :=
| Str {n m} (b : base n m) : letter n m
| Tur {n m} (b : base n m) : letter m n
| Mom {n m} (w : word n m) : letter n m
with word : nat -> nat -> Type :=
| Nil n : word n n
| Cons {n m p} (L : letter n m) (w : word m p) : word n p.

Scheme letter_rect2 := Induction for letter Sort Prop
  with word_rect2 := Induction for word Sort Prop.
Combined Scheme letter_word_ind from letter_rect2, word_rect2.

(* Values at the time s, and in the case o of the sample space (none where nothing random is left). *)
Definition bden {n m} (b : base n m) (s : R) (o : option Omega) : mat n m :=
  match b with
  | Con _ A => A
  | Ran _ X => match o with Some w => X w | None => mzero n m end
  | Mov _ _ A _ _ _ _ => A s
  end.
Definition before {n m p} (A : mat n m) (w : word m p) : mat m p -> mat n p :=
  match w in word m p return mat n m -> mat m p -> mat n p with
  | Nil _ => fun A _ => A
  | Cons _ _ _ _ _ => fun A B => mmul A B
  end A.
Fixpoint lden {n m} (L : letter n m) (s : R) (o : option Omega) : mat n m :=
  match L with
  | Str _ _ b => bden b s o
  | Tur _ _ b => mtr (bden b s o)
  | Mom _ _ w => mexp Ex (fun u => wden w s (Some u))
  end
with wden {n m} (w : word n m) (s : R) (o : option Omega) : mat n m :=
  match w with
  | Nil k => mid k
  | Cons _ _ _ L v => before (lden L s o) v (wden v s o)
  end.

Fixpoint wapp {n m p} (w : word n m) : word m p -> word n p :=
  match w in word n m return word m p -> word n p with
  | Nil _ => fun v => v
  | Cons _ _ _ L u => fun v => Cons L (wapp u v)
  end.
Fixpoint lflip {n m} (L : letter n m) : letter m n :=
  match L with
  | Str _ _ b => Tur b
  | Tur _ _ b => Str b
  | Mom _ _ w => Mom (wflip w)
  end
with wflip {n m} (w : word n m) : word m n :=
  match w with
  | Nil k => Nil k
  | Cons _ _ _ L v => wapp (wflip v) (Cons (lflip L) (Nil _))
  end.

Lemma before_ok {n m p} (A : mat n m) (w : word m p) s o : before A w (wden w s o) = mmul A (wden w s o).
Proof. revert A. destruct w; intros A; cbn; [symmetry; apply mmul_1r|easy]. Qed.
Lemma wapp_ok {n m p} (w : word n m) (v : word m p) s o : wden (wapp w v) s o = mmul (wden w s o) (wden v s o).
Proof.
  revert v. induction w as [k|n m q L w IH]; intros v; cbn [wapp wden]; [symmetry; apply mmul_1l|].
  now rewrite !before_ok, IH, mmul_assoc.
Qed.
Lemma flip_ok :
  (forall n m (L : letter n m) s o, lden (lflip L) s o = mtr (lden L s o))
  /\ (forall n m (w : word n m) s o, wden (wflip w) s o = mtr (wden w s o)).
Proof.
  apply letter_word_ind; intros; cbn [lflip wflip lden wden].
  - easy.
  - easy.
  - apply mat_eq. intros i j. unfold mexp, mtr. f_equal. extensionality u. now rewrite H.
  - symmetry. apply mtr_1.
  - rewrite wapp_ok, before_ok, mtr_mul. cbn [wden before]. now rewrite H, H0.
Qed.
Lemma wflip_ok {n m} (w : word n m) s o : wden (wflip w) s o = mtr (wden w s o).
Proof. apply flip_ok. Qed.

(* The expectation of a word: what is not random before and after its random core is taken out. *)
Definition isran {n m} (L : letter n m) : bool :=
  match L with Str _ _ (Ran _ _) | Tur _ _ (Ran _ _) => true | _ => false end.
Inductive cut (n m : nat) : Type := Cut (k : nat) (core : word n k) (rest : word k m).
Arguments Cut {n m}.
Definition consc {n m p} (L : letter n m) (c : cut m p) : cut n p :=
  match c with
  | Cut k core rest =>
      match core in word m k return letter n m -> word k p -> cut n p with
      | Nil k => fun L rest => if isran L then Cut k (Cons L (Nil k)) rest else Cut n (Nil n) (Cons L rest)
      | Cons _ _ _ M v => fun L rest => Cut _ (Cons L (Cons M v)) rest
      end L rest
  end.
Fixpoint split {n m} (w : word n m) : cut n m :=
  match w with
  | Nil k => Cut k (Nil k) (Nil k)
  | Cons _ _ _ L v => consc L (split v)
  end.
Definition close {n m} (c : cut n m) : word n m :=
  match c with Cut _ core rest => Cons (Mom core) rest end.
Fixpoint wexp {n m} (w : word n m) : word n m :=
  match w with
  | Nil k => Nil k
  | Cons _ _ _ L v => if isran L then close (consc L (split v)) else Cons L (wexp v)
  end.

Definition still {n m} (w : word n m) : Prop := forall s o p, wden w s o = wden w s p.
Lemma lstill {n m} (L : letter n m) s o p : isran L = false -> lden L s o = lden L s p.
Proof. destruct L as [n m [] | n m [] | n m w]; cbn; intros H; easy. Qed.
Definition cut_ok {n m} (c : cut n m) (w : word n m) : Prop :=
  match c with Cut _ core rest =>
    (forall s o, wden w s o = mmul (wden core s o) (wden rest s o)) /\ still rest end.
Lemma consc_ok {n m p} (L : letter n m) (c : cut m p) (v : word m p) : cut_ok c v -> cut_ok (consc L c) (Cons L v).
Proof.
  destruct c as [k core rest]. unfold consc. revert L v rest.
  destruct core as [k|m l k M u]; intros L v rest [A B].
  - destruct (isran L) eqn:E; split.
    + intros s o. cbn [wden]. rewrite before_ok, A. cbn. now rewrite mmul_1l.
    + exact B.
    + intros s o. cbn [wden]. rewrite !before_ok, A. cbn. now rewrite !mmul_1l.
    + intros s o q. cbn [wden]. rewrite !before_ok. rewrite (lstill L s o q E). f_equal. apply B.
  - split; [|exact B]. intros s o. cbn [wden]. rewrite !before_ok, A. cbn [wden before].
    now rewrite before_ok, !mmul_assoc.
Qed.
Lemma split_ok {n m} (w : word n m) : cut_ok (split w) w.
Proof.
  induction w as [k|n m p L v IH]; cbn [split]; [|now apply consc_ok].
  split; [|easy]. intros s o. cbn. now rewrite mmul_1l.
Qed.
Lemma wexp_ok (HE : expectation Ex) {n m} (w : word n m) s o :
  mexp Ex (fun u => wden w s (Some u)) = wden (wexp w) s o.
Proof.
  induction w as [k|n m p L v IH]; cbn [wexp]; [apply (mexp_const HE (mid k))|].
  destruct (isran L) eqn:E.
  - generalize (consc_ok L (split v) v (split_ok v)). destruct (consc L (split v)) as [k core rest]. intros [A B].
    transitivity (mexp Ex (fun u => mmul (wden core s (Some u)) (wden rest s o))).
    + f_equal. extensionality u. rewrite A. f_equal. apply B.
    + cbn [close wden]. rewrite before_ok. apply (mexp_mul_r HE).
  - cbn [wden]. rewrite before_ok, <- IH, <- (mexp_mul_l HE). f_equal. extensionality u.
    rewrite before_ok. f_equal. now apply lstill.
Qed.

(** Expressions, and their sums of words. *)
Inductive mexpr : nat -> nat -> Type :=
| xL {n m} (b : base n m) : mexpr n m
| xI n : mexpr n n
| xZ n m : mexpr n m
| xA {n m} (a b : mexpr n m) : mexpr n m
| xS {n m} (c : R) (a : mexpr n m) : mexpr n m
| xM {n m p} (a : mexpr n m) (b : mexpr m p) : mexpr n p
| xT {n m} (a : mexpr n m) : mexpr m n
| xE {n m} (a : mexpr n m) : mexpr n m.
Fixpoint eden {n m} (e : mexpr n m) (s : R) (o : option Omega) : mat n m :=
  match e with
  | xL _ _ b => bden b s o
  | xI n => mid n
  | xZ n m => mzero n m
  | xA _ _ a b => madd (eden a s o) (eden b s o)
  | xS _ _ c a => mscal c (eden a s o)
  | xM _ _ _ a b => mmul (eden a s o) (eden b s o)
  | xT _ _ a => mtr (eden a s o)
  | xE _ _ a => mexp Ex (fun u => eden a s (Some u))
  end.
(* A coefficient; none for 1, which would only be in the way. *)
Definition coef : Type := option R.
Definition value (c : coef) : R := match c with None => 1 | Some c => c end.
Definition ctimes (c d : coef) : coef :=
  match c, d with None, d => d | c, None => c | Some c, Some d => Some (c * d) end.
Definition weighed (c : coef) (x : R) : R := match c with None => x | Some c => c * x end.
Lemma ctimes_ok c d : value (ctimes c d) = value c * value d.
Proof. destruct c, d; cbn; ring. Qed.
Lemma weighed_ok c x : weighed c x = value c * x.
Proof. destruct c; cbn; ring. Qed.
Definition words (n m : nat) : Type := list (coef * word n m).
Definition each {n m p q} (f : word n m -> word p q) : words n m -> words p q :=
  fix go l := match l with [] => [] | (c, w) :: r => (c, f w) :: go r end.
Fixpoint scaled {n m} (c : coef) (l : words n m) : words n m :=
  match l with [] => [] | (d, w) :: r => (ctimes c d, w) :: scaled c r end.
Definition prefixed {n m p} (c : coef) (w : word n m) : words m p -> words n p :=
  fix go l := match l with [] => [] | (d, v) :: r => (ctimes c d, wapp w v) :: go r end.
Fixpoint joined {n m} (l k : words n m) : words n m := match l with [] => k | x :: r => x :: joined r k end.
Fixpoint times {n m p} (l : words n m) (k : words m p) : words n p :=
  match l with [] => [] | (c, w) :: r => joined (prefixed c w k) (times r k) end.
Fixpoint norm {n m} (e : mexpr n m) : words n m :=
  match e with
  | xL _ _ b => [(None, Cons (Str b) (Nil _))]
  | xI n => [(None, Nil n)]
  | xZ n m => []
  | xA _ _ a b => joined (norm a) (norm b)
  | xS _ _ c a => scaled (Some c) (norm a)
  | xM _ _ _ a b => times (norm a) (norm b)
  | xT _ _ a => each wflip (norm a)
  | xE _ _ a => each wexp (norm a)
  end.
Fixpoint nden {n m} (l : words n m) (s : R) (o : option Omega) : mat n m :=
  match l with [] => mzero n m | (c, w) :: r => madd (mscal (value c) (wden w s o)) (nden r s o) end.

Ltac entries := apply mat_eq; intros ? ?; unfold madd, mscal, mzero, mtr; try ring.
Lemma joined_ok {n m} (l k : words n m) s o : nden (joined l k) s o = madd (nden l s o) (nden k s o).
Proof. induction l as [|[c w] l IH]; cbn [joined nden]; [entries|]. rewrite IH. entries. Qed.
Lemma scaled_ok {n m} c (l : words n m) s o : nden (scaled c l) s o = mscal (value c) (nden l s o).
Proof. induction l as [|[d w] l IH]; cbn [scaled nden]; [entries|]. rewrite IH, ctimes_ok. entries. Qed.
Lemma prefixed_ok {n m p} c (w : word n m) (l : words m p) s o :
  nden (prefixed c w l) s o = mmul (mscal (value c) (wden w s o)) (nden l s o).
Proof.
  induction l as [|[d v] l IH]; cbn [prefixed nden]; [symmetry; apply mmul_0r|].
  rewrite IH, ctimes_ok, mmul_add_r, wapp_ok, mmul_scal_r, !mmul_scal_l. entries.
Qed.
Lemma times_ok {n m p} (l : words n m) (k : words m p) s o :
  nden (times l k) s o = mmul (nden l s o) (nden k s o).
Proof.
  induction l as [|[c w] l IH]; cbn [times nden]; [symmetry; apply mmul_0l|].
  now rewrite joined_ok, IH, prefixed_ok, mmul_add_l.
Qed.
Lemma flips_ok {n m} (l : words n m) s o : nden (each wflip l) s o = mtr (nden l s o).
Proof. induction l as [|[c w] l IH]; cbn [each nden]; [easy|]. rewrite IH, wflip_ok. entries. Qed.
Lemma exps_ok (HE : expectation Ex) {n m} (l : words n m) s o :
  nden (each wexp l) s o = mexp Ex (fun u => nden l s (Some u)).
Proof.
  induction l as [|[c w] l IH]; cbn [each nden]; [symmetry; apply (mexp_const HE (mzero n m))|].
  now rewrite IH, (mexp_add HE), (mexp_scal HE), (wexp_ok HE w s o).
Qed.
Lemma norm_ok (HE : expectation Ex) {n m} (e : mexpr n m) s : forall o, eden e s o = nden (norm e) s o.
Proof.
  induction e; intros o; cbn [eden norm].
  - cbn. entries.
  - cbn. entries.
  - easy.
  - now rewrite joined_ok, IHe1, IHe2.
  - now rewrite scaled_ok, IHe.
  - now rewrite times_ok, IHe1, IHe2.
  - now rewrite flips_ok, IHe.
  - rewrite (exps_ok HE). f_equal. extensionality u. apply IHe.
Qed.

(* The sum of words at the time t, at one place of the matrix. *)
Fixpoint at_ {n m} (l : words n m) (i : Fin.t n) (j : Fin.t m) : R :=
  match l with [] => 0 | (c, w) :: r => weighed c (wden w t None i j) + at_ r i j end.
Lemma at_ok {n m} (l : words n m) i j : nden l t None i j = at_ l i j.
Proof. induction l as [|[c w] l IH]; cbn [nden at_]; [easy|]. now rewrite <- IH, weighed_ok. Qed.

(** Certificates: sums of c * L * (P - Q) * R where P = Q is known. *)
Inductive item (n m : nat) : Type :=
| Item (c : coef) {a b : nat} (L : mexpr n a) (P Q : mexpr a b) (H : eden P t None = eden Q t None) (Z : mexpr b m).
Arguments Item {n m}.
Fixpoint spent {n m} (l : list (item n m)) : words n m :=
  match l with
  | [] => []
  | Item c _ _ L P Q _ Z :: r =>
      joined (scaled c (times (norm L) (times (joined (norm P) (scaled (Some (-1)) (norm Q))) (norm Z)))) (spent r)
  end.
Lemma spent_ok (HE : expectation Ex) {n m} (l : list (item n m)) : nden (spent l) t None = mzero n m.
Proof.
  induction l as [|[c a b L P Q H Z] l IH]; cbn [spent]; [easy|].
  rewrite joined_ok, IH, scaled_ok, !times_ok, joined_ok, scaled_ok, <- !(norm_ok HE), H. cbn [value].
  replace (madd (eden Q t None) (mscal (-1) (eden Q t None))) with (mzero a b) by entries.
  rewrite mmul_0l, mmul_0r. entries.
Qed.
Lemma by_words (HE : expectation Ex) {n m} (e f : mexpr n m) (l : list (item n m)) :
  (forall i j, at_ (norm e) i j = at_ (norm f) i j + at_ (spent l) i j) -> eden e t None = eden f t None.
Proof.
  intros H. rewrite !(norm_ok HE). apply mat_eq. intros i j. rewrite !at_ok, H, <- (at_ok (spent l)).
  rewrite (spent_ok HE). unfold mzero. ring.
Qed.

(** Derivatives in time. *)
Fixpoint lfixed {n m} (L : letter n m) : bool :=
  match L with
  | Str _ _ (Mov _ _ _ _ _ _ _) | Tur _ _ (Mov _ _ _ _ _ _ _) => false
  | Mom _ _ w => wfixed w
  | _ => true
  end
with wfixed {n m} (w : word n m) : bool :=
  match w with Nil _ => true | Cons _ _ _ L v => if lfixed L then wfixed v else false end.
(* Letters at the time t; a moment must not move. *)
Definition bfreeze {n m} (b : base n m) : base n m :=
  match b with Mov k _ _ A0 _ _ _ => Con k A0 | c => c end.
Definition freeze {n m} (L : letter n m) : letter n m :=
  match L with Str _ _ b => Str (bfreeze b) | Tur _ _ b => Tur (bfreeze b) | Mom _ _ w => Mom w end.
Fixpoint frozen {n m} (w : word n m) : word n m :=
  match w with Nil k => Nil k | Cons _ _ _ L v => Cons (freeze L) (frozen v) end.
Definition slope {n m} (L : letter n m) : option (letter n m) :=
  match L with
  | Str _ _ (Mov _ v _ _ V _ _) => Some (Str (Con v V))
  | Tur _ _ (Mov _ v _ _ V _ _) => Some (Tur (Con v V))
  | _ => None
  end.
Fixpoint onto {n m p} (L : letter n m) (l : list (word m p)) : list (word n p) :=
  match l with [] => [] | w :: r => Cons L w :: onto L r end.
Fixpoint wrate {n m} (w : word n m) : list (word n m) :=
  match w with
  | Nil _ => []
  | Cons _ _ _ L v =>
      match slope L with
      | Some M => Cons M (frozen v) :: onto (freeze L) (wrate v)
      | None => onto (freeze L) (wrate v)
      end
  end.
Fixpoint weigh {n m} (c : coef) (l : list (word n m)) : words n m :=
  match l with [] => [] | w :: r => (c, w) :: weigh c r end.
Fixpoint rate {n m} (l : words n m) : words n m :=
  match l with [] => [] | (c, w) :: r => joined (weigh c (wrate w)) (rate r) end.
Definition lgood {n m} (L : letter n m) : bool := match L with Mom _ _ w => wfixed w | _ => true end.
Fixpoint wgood {n m} (w : word n m) : bool :=
  match w with Nil _ => true | Cons _ _ _ L v => if lgood L then wgood v else false end.
Fixpoint good {n m} (l : words n m) : bool :=
  match l with [] => true | (_, w) :: r => if wgood w then good r else false end.

Lemma fixed_ok :
  (forall n m (L : letter n m), lfixed L = true -> forall s r o, lden L s o = lden L r o)
  /\ (forall n m (w : word n m), wfixed w = true -> forall s r o, wden w s o = wden w r o).
Proof.
  apply letter_word_ind; cbn [lfixed wfixed lden wden].
  - now intros n m [].
  - now intros n m [].
  - intros n m w IH H s r _. f_equal. extensionality u. now apply IH.
  - easy.
  - intros n m p L IL v IV H s r o. rewrite !before_ok. destruct (lfixed L); [|easy].
    now rewrite (IL eq_refl s r o), (IV H s r o).
Qed.
Lemma freeze_ok {n m} (L : letter n m) o : lden (freeze L) t o = lden L t o.
Proof. destruct L as [n m [] | n m [] | n m w]; cbn; congruence. Qed.
Lemma frozen_ok {n m} (w : word n m) o : wden (frozen w) t o = wden w t o.
Proof.
  induction w as [k|n m p L v IH]; [easy|]. cbn [frozen wden]. now rewrite !before_ok, IH, freeze_ok.
Qed.
Lemma slope_ok {n m} (L : letter n m) o :
  lgood L = true ->
  mderive (fun s => lden L s o) t (match slope L with Some M => lden M t o | None => mzero n m end).
Proof.
  destruct L as [n m [] | n m [] | n m w]; cbn [lden slope bden lgood]; intros H.
  1, 2, 4, 5: apply mderive_const.
  1: exact HV.
  1: exact (mderive_tr _ _ _ HV).
  intros i j. apply (is_derive_ext (fun _ => mexp Ex (fun u => wden w t (Some u)) i j)).
  - intros s. unfold mexp. f_equal. extensionality u. now rewrite (proj2 fixed_ok _ _ w H s t).
  - apply (mderive_const _ t i j).
Qed.
Lemma weigh_ok {n m} c (l : list (word n m)) o : nden (weigh c l) t o = mscal (value c) (nden (weigh None l) t o).
Proof. induction l as [|w l IH]; cbn [weigh nden value]; [entries|]. rewrite IH. entries. Qed.
Lemma onto_ok {n m p} (L : letter n m) (l : list (word m p)) o :
  nden (weigh None (onto L l)) t o = mmul (lden L t o) (nden (weigh None l) t o).
Proof.
  induction l as [|w l IH]; cbn [onto weigh nden]; [symmetry; apply mmul_0r|].
  now rewrite IH, mmul_add_r, mmul_scal_r; cbn [wden value]; rewrite before_ok.
Qed.
Lemma wrate_ok {n m} (w : word n m) o :
  wgood w = true -> mderive (fun s => wden w s o) t (nden (weigh None (wrate w)) t o).
Proof.
  induction w as [k|n m p L v IH]; intros H; [exact (mderive_const (mid k) t)|].
  cbn [wgood] in H. destruct (lgood L) eqn:G; [|easy].
  assert (K := mderive_mul _ _ t _ _ (slope_ok L o G) (IH H)).
  intros i j. apply (is_derive_ext (fun s => mmul (lden L s o) (wden v s o) i j)).
  { intros s. cbn [wden]. now rewrite before_ok. }
  replace (nden (weigh None (wrate (Cons L v))) t o i j) with
    (madd (mmul (match slope L with Some M => lden M t o | None => mzero n m end) (wden v t o))
          (mmul (lden L t o) (nden (weigh None (wrate v)) t o)) i j); [apply (K i j)|].
  cbn [wrate]. destruct (slope L) as [M|]; cbn [weigh nden value]; rewrite onto_ok, freeze_ok.
  - cbn [wden]. rewrite before_ok, frozen_ok. unfold madd, mscal. ring.
  - rewrite mmul_0l. unfold madd, mzero. ring.
Qed.
Lemma rate_ok {n m} (l : words n m) o : good l = true -> mderive (fun s => nden l s o) t (nden (rate l) t o).
Proof.
  induction l as [|[c w] l IH]; cbn [good]; intros H; [exact (mderive_const (mzero n m) t)|].
  destruct (wgood w) eqn:G; [|easy]. cbn [rate nden]. rewrite joined_ok, weigh_ok.
  apply mderive_add; [|now apply IH]. apply mderive_scal, (wrate_ok w o G).
Qed.
Lemma by_rate (HE : expectation Ex) {n m} (e f : mexpr n m) (l : list (item n m)) :
  good (norm e) = true ->
  (forall i j, at_ (rate (norm e)) i j = at_ (norm f) i j + at_ (spent l) i j) ->
  mderive (fun s => eden e s None) t (eden f t None).
Proof.
  intros G H.
  replace (eden f t None) with (nden (rate (norm e)) t None).
  - intros i j. apply (is_derive_ext (fun s => nden (norm e) s None i j)).
    + intros s. now rewrite (norm_ok HE).
    + apply (rate_ok _ None G i j).
  - rewrite (norm_ok HE). apply mat_eq. intros i j. rewrite !at_ok, H, <- (at_ok (spent l)), (spent_ok HE).
    unfold mzero. ring.
Qed.

(** Traces: cyclic words.  Of all turns of a word and of its transpose, the least is taken. *)
Fixpoint lcode {n m} (L : letter n m) : list nat :=
  match L with
  | Str _ _ (Con k _) | Str _ _ (Ran k _) | Str _ _ (Mov k _ _ _ _ _ _) => [k; 0%nat]
  | Tur _ _ (Con k _) | Tur _ _ (Ran k _) | Tur _ _ (Mov k _ _ _ _ _ _) => [k; 1%nat]
  | Mom _ _ w => 0%nat :: app (wcode w) [0%nat]
  end
with wcode {n m} (w : word n m) : list nat :=
  match w with Nil _ => [] | Cons _ _ _ L v => app (lcode L) (wcode v) end.
Fixpoint codes {n m} (w : word n m) : list (list nat) :=
  match w with Nil _ => [] | Cons _ _ _ L v => lcode L :: codes v end.
Fixpoint less (a b : list nat) : bool :=
  match a, b with
  | _, [] => false
  | [], _ => true
  | x :: a, y :: b => match Nat.compare x y with Lt => true | Gt => false | Eq => less a b end
  end.
(* The number of letters to move from the front to the back, to have the least code; with that code. *)
Fixpoint least (todo : list (list nat)) (now : list (list nat)) (k best : nat) (code : list nat) : nat * list nat :=
  match todo, now with
  | _ :: todo, c :: rest =>
      let next := app rest [c] in
      let this := concat next in
      if less this code then least todo next (S k) (S k) this else least todo next (S k) best code
  | _, _ => (best, code)
  end.
Definition turn {n m} (w : word n m) : nat * list nat := least (codes w) (codes w) 0 0 (concat (codes w)).
(* A word times another, after the first k letters of the first went to the back. *)
Definition cycle := {a : nat & word a a}.
Fixpoint turned {n m} (w : word n m) (k : nat) : word m n -> cycle :=
  match w in word n m return word m n -> cycle with
  | Nil a => fun v => existT _ a v
  | Cons _ _ _ L u => fun v =>
      match k with
      | O => existT _ _ (Cons L (wapp u v))
      | S l => turned u l (wapp v (Cons L (Nil _)))
      end
  end.
Definition tden (c : cycle) (s : R) (o : option Omega) : R := trace (wden (projT2 c) s o).
Lemma turned_ok {n m} (w : word n m) k (v : word m n) s o :
  tden (turned w k v) s o = trace (mmul (wden w s o) (wden v s o)).
Proof.
  revert k v. induction w as [a|n m p L u IH]; intros k v; cbn [turned].
  - unfold tden. cbn [projT2 wden]. now rewrite mmul_1l.
  - destruct k as [|l].
    + unfold tden. cbn [projT2 wden]. now rewrite !before_ok, wapp_ok, mmul_assoc.
    + rewrite IH, wapp_ok. cbn [wden]. rewrite before_ok. cbn [before]. rewrite <- mmul_assoc, trace_swap.
      now rewrite mmul_assoc.
Qed.
Definition canon (c : cycle) : cycle :=
  match c with existT a w =>
    let (k, code) := turn w in
    let f := wflip w in
    let (l, flipped) := turn f in
    if less flipped code then turned f l (Nil a) else turned w k (Nil a)
  end.
Lemma canon_ok (c : cycle) s o : tden (canon c) s o = tden c s o.
Proof.
  destruct c as [a w]. unfold canon. destruct (turn w) as [k code], (turn (wflip w)) as [l flipped].
  destruct (less flipped code); rewrite turned_ok; cbn [wden]; rewrite mmul_1r; [|easy].
  rewrite wflip_ok. apply trace_tr.
Qed.
(* For an expectation: turned so that the word between its first and last random letter is short. *)
Fixpoint wlen {n m} (w : word n m) : nat := match w with Nil _ => O | Cons _ _ _ _ v => S (wlen v) end.
Definition size_ {n m} (w : word n m) : nat :=
  match w with
  | Cons _ _ _ L v => if isran L then match consc L (split v) with Cut _ core _ => wlen core end else S (S (wlen v))
  | Nil _ => O
  end.
Definition width (c : cycle) : nat := size_ (projT2 c).
Fixpoint shortest (todo : nat) (k : nat) (w : cycle) (best : cycle) : cycle :=
  match todo with
  | O => best
  | S r => match w with existT a v =>
      let next := turned v k (Nil a) in
      match Nat.compare (width next) (width best) with
      | Lt => shortest r (S k) w next
      | _ => shortest r (S k) w best
      end end
  end.
Definition cexp (c : cycle) : cycle :=
  match shortest (wlen (projT2 c)) 1 c c with existT a w => existT _ a (wexp w) end.
Lemma shortest_ok todo k w best s o : tden best s o = tden w s o -> tden (shortest todo k w best) s o = tden w s o.
Proof.
  revert k best. induction todo as [|r IH]; intros k best H; [easy|]. destruct w as [a v]. cbn [shortest].
  assert (K : tden (turned v k (Nil a)) s o = tden (existT (fun a => word a a) a v) s o).
  { rewrite turned_ok. cbn [wden]. now rewrite mmul_1r. }
  destruct (Nat.compare _ _); now apply IH.
Qed.
Lemma cexp_ok (HE : expectation Ex) (c : cycle) s o : tden (cexp c) s o = Ex (fun u => tden c s (Some u)).
Proof.
  unfold cexp. assert (H : forall u, tden (shortest (wlen (projT2 c)) 1 c c) s (Some u) = tden c s (Some u)).
  { intros u. now apply shortest_ok. }
  destruct (shortest _ 1 c c) as [a w]. transitivity (trace (wden (wexp w) s o)); [easy|].
  rewrite <- (wexp_ok HE w s o), <- (ex_trace HE). f_equal. extensionality u. apply (H u).
Qed.

Definition cycles : Type := list (coef * cycle).
Fixpoint closed {n} (l : words n n) : cycles :=
  match l with [] => [] | (c, w) :: r => (c, existT _ n w) :: closed r end.
Fixpoint cexps (l : cycles) : cycles := match l with [] => [] | (c, w) :: r => (c, cexp w) :: cexps r end.
Fixpoint cden (l : cycles) (s : R) (o : option Omega) : R :=
  match l with [] => 0 | (c, w) :: r => value c * tden w s o + cden r s o end.
Lemma closed_ok {n} (l : words n n) s o : cden (closed l) s o = trace (nden l s o).
Proof.
  induction l as [|[c w] l IH]; cbn [closed cden nden]; [symmetry; apply trace_0|].
  now rewrite IH, trace_add, trace_scal.
Qed.
Lemma cexps_ok (HE : expectation Ex) (l : cycles) s o : cden (cexps l) s o = Ex (fun u => cden l s (Some u)).
Proof.
  induction l as [|[c w] l IH]; cbn [cexps cden]; [symmetry; apply (ex_const HE)|].
  now rewrite IH, (cexp_ok HE), (ex_add HE), (ex_scal HE).
Qed.
Fixpoint crate (l : cycles) : cycles :=
  match l with
  | [] => []
  | (c, existT a w) :: r => app (closed (weigh c (wrate w))) (crate r)
  end.
Fixpoint cgood (l : cycles) : bool :=
  match l with [] => true | (_, existT a w) :: r => if wgood w then cgood r else false end.
Lemma capp_ok (l k : cycles) s o : cden (app l k) s o = cden l s o + cden k s o.
Proof. induction l as [|[c w] l IH]; cbn [app cden]; [ring|]. rewrite IH. ring. Qed.
Lemma crate_ok (l : cycles) o : cgood l = true -> is_derive (fun s => cden l s o) t (cden (crate l) t o).
Proof.
  induction l as [|[c [a w]] l IH]; cbn [cgood]; intros H.
  - apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule) 0).
  - destruct (wgood w) eqn:G; [|easy]. cbn [crate cden]. rewrite capp_ok, closed_ok, weigh_ok, trace_scal.
    apply (is_derive_plus (fun s => value c * tden (existT _ a w) s o) (fun s => cden l s o)); [|now apply IH].
    apply (is_derive_scal (fun s => tden (existT _ a w) s o)). apply is_derive_trace, (wrate_ok w o G).
Qed.

(* The value at the time t, each cyclic word in its least form. *)
Fixpoint cval (l : cycles) : R :=
  match l with [] => 0 | (c, w) :: r => weighed c (tden (canon w) t None) + cval r end.
Lemma cval_ok (l : cycles) : cval l = cden l t None.
Proof. induction l as [|[c w] l IH]; cbn [cval cden]; [easy|]. now rewrite IH, weighed_ok, canon_ok. Qed.

(** Scalars: traces, expectations of sums of traces, and what is made of them. *)
Inductive sum_ : Type :=
| rC (c : R)
| rT {n} (e : mexpr n n)
| rA (a b : sum_)
| rM (c : R) (a : sum_).
Fixpoint rden (a : sum_) (s : R) (o : option Omega) : R :=
  match a with
  | rC c => c
  | rT _ e => trace (eden e s o)
  | rA a b => rden a s o + rden b s o
  | rM c a => c * rden a s o
  end.
Fixpoint cscaled (c : R) (l : cycles) : cycles :=
  match l with [] => [] | (d, w) :: r => (ctimes (Some c) d, w) :: cscaled c r end.
Fixpoint rnorm (a : sum_) : cycles :=
  match a with
  | rC c => [(Some c, existT _ 1%nat (Nil 1))]
  | rT _ e => closed (norm e)
  | rA a b => app (rnorm a) (rnorm b)
  | rM c a => cscaled c (rnorm a)
  end.
Lemma rnorm_ok (HE : expectation Ex) (a : sum_) s o : rden a s o = cden (rnorm a) s o.
Proof.
  induction a; cbn [rden rnorm].
  - cbn [cden value]. unfold tden. cbn [projT2 wden]. rewrite trace_1. cbn. ring.
  - now rewrite closed_ok, (norm_ok HE).
  - now rewrite capp_ok, IHa1, IHa2.
  - rewrite IHa. generalize (rnorm a). intros l. induction l as [|[d w] l IH]; cbn [cscaled cden]; [ring|].
    rewrite <- IH, ctimes_ok. cbn [value]. ring.
Qed.

Inductive sexp : Type :=
| sC (c : R)
| sT {n} (e : mexpr n n)
| sE (a : sum_)
| sA (a b : sexp)
| sM (a b : sexp).
Fixpoint sden (e : sexp) (s : R) : R :=
  match e with
  | sC c => c
  | sT _ e => trace (eden e s None)
  | sE a => Ex (fun u => rden a s (Some u))
  | sA a b => sden a s + sden b s
  | sM a b => sden a s * sden b s
  end.
Fixpoint sval (e : sexp) : R :=
  match e with
  | sC c => c
  | sT _ e => cval (closed (norm e))
  | sE a => cval (cexps (rnorm a))
  | sA a b => sval a + sval b
  | sM a b => sval a * sval b
  end.
Fixpoint srate (e : sexp) : R :=
  match e with
  | sC c => 0
  | sT _ e => cval (crate (closed (norm e)))
  | sE a => cval (crate (cexps (rnorm a)))
  | sA a b => srate a + srate b
  | sM a b => srate a * sval b + sval a * srate b
  end.
Fixpoint sgood (e : sexp) : bool :=
  match e with
  | sC c => true
  | sT _ e => cgood (closed (norm e))
  | sE a => cgood (cexps (rnorm a))
  | sA a b | sM a b => if sgood a then sgood b else false
  end.
Lemma sTden (HE : expectation Ex) {n} (e : mexpr n n) s o : trace (eden e s o) = cden (closed (norm e)) s o.
Proof. now rewrite closed_ok, (norm_ok HE). Qed.
Lemma sEden (HE : expectation Ex) (a : sum_) s :
  Ex (fun u => rden a s (Some u)) = cden (cexps (rnorm a)) s None.
Proof. rewrite (cexps_ok HE). f_equal. extensionality u. apply (rnorm_ok HE). Qed.
Lemma sval_ok (HE : expectation Ex) (e : sexp) : sden e t = sval e.
Proof.
  induction e; cbn [sden sval]; try congruence.
  - rewrite (sTden HE). now rewrite cval_ok.
  - rewrite (sEden HE). now rewrite cval_ok.
Qed.
Lemma srate_ok (HE : expectation Ex) (e : sexp) : sgood e = true -> is_derive (fun s => sden e s) t (srate e).
Proof.
  induction e; cbn [sden srate sgood]; intros G.
  - apply (is_derive_const (K := R_AbsRing) (V := R_NormedModule) c).
  - rewrite cval_ok. eapply is_derive_ext; [intros s; symmetry; apply (sTden HE)|]. now apply crate_ok.
  - rewrite cval_ok. eapply is_derive_ext; [intros s; symmetry; apply (sEden HE)|]. now apply crate_ok.
  - destruct (sgood e1); [|easy]. apply (is_derive_plus (sden e1) (sden e2)); auto.
  - destruct (sgood e1); [|easy]. rewrite <- !(sval_ok HE). apply is_derive_times; auto.
Qed.

(* Certificates for scalars: traces of items, multiplied by a scalar. *)
Definition closed_item : Type := (option sexp * {n : nat & item n n})%type.
Fixpoint cspent (l : list closed_item) : R :=
  match l with
  | [] => 0
  | (None, existT n x) :: r => cval (closed (spent [x])) + cspent r
  | (Some m, existT n x) :: r => sval m * cval (closed (spent [x])) + cspent r
  end.
Lemma cspent_ok (HE : expectation Ex) (l : list closed_item) : cspent l = 0.
Proof.
  induction l as [|[[m|] [n x]] l IH]; [easy| |];
    cbn [cspent]; rewrite cval_ok, closed_ok, (spent_ok HE), trace_0, IH; ring.
Qed.
Lemma by_traces (HE : expectation Ex) (e f : sexp) (l : list closed_item) :
  sval e = sval f + cspent l -> sden e t = sden f t.
Proof. intros H. rewrite !(sval_ok HE), H, (cspent_ok HE). ring. Qed.
Lemma by_slope (HE : expectation Ex) (e f : sexp) (l : list closed_item) :
  sgood e = true -> srate e = sval f + cspent l -> is_derive (fun s => sden e s) t (sden f t).
Proof.
  intros G H. rewrite (sval_ok HE f). replace (sval f) with (srate e); [now apply srate_ok|].
  rewrite H, (cspent_ok HE). ring.
Qed.
(* A 1 x 1 matrix is its trace. *)
Lemma by_number (HE : expectation Ex) (e f : mexpr 1 1) (l : list closed_item) :
  cval (closed (norm e)) = cval (closed (norm f)) + cspent l -> eden e t None = eden f t None.
Proof. intros H. apply mat11_eq. exact (by_traces HE (sT e) (sT f) l H). Qed.
Lemma by_rate_of_number (HE : expectation Ex) (e f : mexpr 1 1) (l : list closed_item) :
  good (norm e) = true ->
  cval (closed (rate (norm e))) = cval (closed (norm f)) + cspent l ->
  mderive (fun s => eden e s None) t (eden f t None).
Proof.
  intros G H.
  replace (eden f t None) with (nden (rate (norm e)) t None).
  - intros i j. apply (is_derive_ext (fun s => nden (norm e) s None i j)).
    + intros s. now rewrite (norm_ok HE).
    + apply (rate_ok _ None G i j).
  - rewrite (norm_ok HE). apply mat11_eq. rewrite <- !closed_ok, <- !cval_ok, H, (cspent_ok HE). ring.
Qed.
End Words.

Arguments Con {Omega t n m}.
Arguments Ran {Omega t n m}.
Arguments Mov {Omega t n m}.
Arguments xL {Omega t n m}.
Arguments xI {Omega t}.
Arguments xZ {Omega t}.
Arguments xA {Omega t n m}.
Arguments xS {Omega t n m}.
Arguments xM {Omega t n m p}.
Arguments xT {Omega t n m}.
Arguments xE {Omega t n m}.
Arguments Item {Omega Ex t n m} c {a b}.
Arguments sC {Omega t}.
Arguments sT {Omega t n}.
Arguments sE {Omega t}.
Arguments rC {Omega t}.
Arguments rT {Omega t n}.
Arguments rA {Omega t}.
Arguments rM {Omega t}.
Arguments sA {Omega t}.
Arguments sM {Omega t}.

(* Computes sums of words; the arithmetic of their coefficients is left as it is. *)
Ltac expand :=
  cbv [at_ weighed ctimes norm spent joined scaled prefixed times each wapp lflip wflip wden lden before bden isran
       consc split close wexp rate weigh wrate onto slope freeze bfreeze frozen closed cexps cexp cval tden canon turn
       least less concat app codes lcode wcode turned shortest width size_ wlen projT2 projT1 crate rnorm cscaled sval
       srate cspent Nat.compare];
  rewrite ?trace_1; change (INR 1) with 1.
Ltac combine := intros; expand; ring.
Ltac combine_fractions := intros; expand; field; repeat split; first [assumption | nz].
(* An exponential as the writer of terms has it. *)
Lemma exp_less x : exp ((- 1) * x) = / exp x.
Proof. rewrite <- exp_Ropp. f_equal. ring. Qed.
Ltac combine_exponentials :=
  field; repeat split; repeat apply Rmult_integral_contrapositive_currified;
  first [apply pos_nz, exp_pos | assumption | nz].
Ltac combine_roots :=
  first [combine_fractions
        | intros; expand; rewrite ?exp_plus, ?exp_less, ?exp_Ropp; first [ident | combine_exponentials]].
