(** Counterexamples to matrix identities: small matrices of numbers, computed entry by entry. *)
From Layerproof Require Export Matrices RefutedFlows.
From Coq Require Import List.
Open Scope R_scope.

(** A matrix by its rows. *)
Fixpoint place {n} (i : Fin.t n) : nat := match i with @Fin.F1 _ => O | @Fin.FS _ k => S (place k) end.
Definition rows (n m : nat) (l : list (list R)) : mat n m := fun i j => nth (place j) (nth (place i) l nil) 0.

(** What holds of every entry, as a finite conjunction. *)
Fixpoint every {n : nat} : (Fin.t n -> Prop) -> Prop :=
  match n with
  | O => fun _ => True
  | S _ => fun P => P Fin.F1 /\ every (fun i => P (Fin.FS i))
  end.
Lemma every_all : forall n (P : Fin.t n -> Prop), every P -> forall i, P i.
Proof.
  intros n P H i. induction i as [n|n i IH]; destruct H as [H K]; [exact H|]. now apply (IH (fun i => P (Fin.FS i))).
Qed.
Lemma by_entries : forall n m (A B : mat n m), every (fun i => every (fun j => A i j = B i j)) -> A = B.
Proof. intros n m A B H. apply mat_eq. intros i j. now apply (every_all _ _ (every_all _ _ H i)). Qed.
Lemma diagonal_entries : forall n (A : mat n n), every (fun i => every (fun j => i = j \/ A i j = 0)) -> diagonal A.
Proof.
  intros n A H i j N. destruct (every_all _ _ (every_all _ _ H i) j) as [E|E]; [contradiction | exact E].
Qed.

(** Everything but the operations on numbers is computed. *)
Ltac entries := cbv -[Rplus Rmult Ropp Rinv Rminus Rdiv IZR sqrt exp ln Rlt Rle Rgt Rge is_derive].
Ltac entries_in H := cbv -[Rplus Rmult Ropp Rinv Rminus Rdiv IZR sqrt exp ln Rlt Rle Rgt Rge is_derive not] in H.
Ltac same_entry := first [ reflexivity | lra | (field; repeat split; lra) ].
Ltac matrices_settled :=
  first
  [ lia
  | (apply by_entries; entries; repeat split; same_entry)
  | (apply diagonal_entries; entries; repeat split; first [ (left; reflexivity) | (right; same_entry) ])
  | (repeat split; intros; entries; same_entry)
  | (intros; entries; first [ lra | nra | numeric ]) ].
(** A straight line against the gradient, which the slopes in every direction show to be that, is a flow. *)
Ltac descends_straight :=
  apply descends_line; let D := fresh "D" in intro D; entries; eapply D_to; [derive | first [ ring | same_entry ]].
