(** What holds at every index from one on: of the first few one by one, and of each later one if of those before it. *)
From Layerproof Require Export Powers Sums Flows.
Open Scope R_scope.

(** The step looks at one case before it, at two, or at three. *)
Lemma from_one (P : nat -> Prop) (s : nat) : P s -> (forall m, (s <= m)%nat -> P m -> P (m + 1)%nat) ->
  forall n, (s <= n)%nat -> P n.
Proof.
  intros A H n L. replace n with (s + (n - s))%nat by lia. induction (n - s)%nat as [| k IH].
  - now rewrite Nat.add_0_r.
  - replace (s + S k)%nat with ((s + k) + 1)%nat by lia. apply H; [lia | exact IH].
Qed.
Lemma from_two (P : nat -> Prop) (s : nat) : P s -> P (s + 1)%nat ->
  (forall m, (s <= m)%nat -> P m -> P (m + 1)%nat -> P (m + 2)%nat) -> forall n, (s <= n)%nat -> P n.
Proof.
  intros A B H n L. apply (from_one (fun m => P m /\ P (m + 1)%nat) s); [now split | | exact L].
  intros m M [C D]. split; [exact D |]. replace (m + 1 + 1)%nat with (m + 2)%nat by lia. now apply H.
Qed.
Lemma from_three (P : nat -> Prop) (s : nat) : P s -> P (s + 1)%nat -> P (s + 2)%nat ->
  (forall m, (s <= m)%nat -> P m -> P (m + 1)%nat -> P (m + 2)%nat -> P (m + 3)%nat) -> forall n, (s <= n)%nat -> P n.
Proof.
  intros A B C H n L. apply (from_two (fun m => P m /\ P (m + 1)%nat) s); [now split | | | exact L].
  - split; [exact B |]. now replace (s + 1 + 1)%nat with (s + 2)%nat by lia.
  - intros m M [D E] [_ F]. replace (m + 1 + 1)%nat with (m + 2)%nat in F by lia.
    split; [exact F |]. replace (m + 2 + 1)%nat with (m + 3)%nat by lia. now apply H.
Qed.

(** The derivative of a function that is the same everywhere as one whose derivative is known. *)
Lemma slope_of_same (f g : R -> R) (x y v : R) : (forall s, g s = f s) -> slope_at f x y v -> is_derive g x v.
Proof. intros E [_ D]. exact (is_derive_ext f g x v (fun s => eq_sym (E s)) D). Qed.
Lemma slope_there (f : R -> R) (x : R) : ex_derive f x -> slope_at f x (f x) (Derive f x).
Proof. intro E. split; [reflexivity | now apply Derive_correct]. Qed.

(** Two ways to write one number, where an index is a sum of naturals, or is given in digits. *)
Ltac same_number :=
  cbn [Nat.add Nat.sub Nat.mul]; rewrite ?plus_INR, ?mult_INR; cbn [INR];
  first [same | rewrite ?pow_add; same].
