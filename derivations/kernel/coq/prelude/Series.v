(** Sums by telescoping. *)
From Layerproof Require Export Sums Integrals.
Open Scope R_scope.

Lemma rsum_telescopes : forall b a n lo, (forall j, (lo <= j < lo + n)%nat -> b j - b (j + 1)%nat = a j) ->
  rsum a lo n = b lo - b (lo + n)%nat.
Proof.
  induction n as [|n IH]; intros lo H; simpl.
  - rewrite Nat.add_0_r. ring.
  - rewrite IH by (intros; apply H; lia). rewrite <- (H lo) by lia.
    replace (S lo) with (lo + 1)%nat by lia. replace (lo + 1 + n)%nat with (lo + S n)%nat by lia. ring.
Qed.
(** A sum whose terms are the differences of a sequence. *)
Lemma tsum_telescopes : forall b a lo hi, (lo <= S hi)%nat ->
  (forall j, (lo <= j <= hi)%nat -> b j - b (j + 1)%nat = a j) -> tsum lo hi a = b lo - b (S hi).
Proof.
  intros b a lo hi H E. unfold tsum. rewrite (rsum_telescopes b); [f_equal; f_equal; lia|]. intros; apply E; lia.
Qed.

(** An index, and what it is as a real number. *)
Ltac at_next :=
  cbv beta; rewrite ?plus_INR, ?mult_INR, ?S_INR; simpl INR;
  first [ reflexivity | ring | (unfold Rdiv; ring) | (repeat f_equal; field; repeat split; asked) ].
