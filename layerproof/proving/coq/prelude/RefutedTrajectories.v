From Layerproof Require Export RefutedFlows.
Open Scope R_scope.

(** The root [D ^ (- 1 / n)], and its power. *)
Definition root (n : nat) (D : R) : R := exp (- (ln D / INR n)).
Lemma root_power : forall n D, 0 < INR n -> 0 < D -> root n D ^ n = / D.
Proof.
  intros n D P Q. unfold root. rewrite <- (exp_times (- ln D) (- (ln D / INR n)) n) by (field; lra).
  now rewrite exp_Ropp, exp_ln.
Qed.
Lemma root_1 : forall n, root n 1 = 1.
Proof. intro n. unfold root, Rdiv. now rewrite ln_1, Rmult_0_l, Ropp_0, exp_0. Qed.

(** The solution of Bernoulli's equation that starts at 1, from its power [D]. *)
Lemma bernoulli : forall n a b (D : R -> R) s, 0 < INR n -> 0 < D s ->
  is_derive D s (INR n * (b - a * D s)) ->
  is_derive (fun s => root n (D s)) s (a * root n (D s) - b * root n (D s) ^ (n + 1)).
Proof.
  intros n a b D s P Q H. unfold root at 1.
  eapply D_to.
  - apply D_exp, D_opp, D_div_r, D_ln; [exact (D_of _ _ _ H) | exact Q].
  - rewrite pow_add, root_power by assumption. unfold root. field. lra.
Qed.
Lemma bernoulli_growing : forall n a r, 0 < INR n -> 0 < a -> 0 < r ->
  exists u, u 0 = 1 /\ u 1 = root n (r + (1 - r) * exp (- (INR n * a)))
    /\ forall s, 0 <= s <= 1 -> is_derive u s (a * u s - a * r * u s ^ (n + 1)).
Proof.
  intros n a r N A P. exists (fun s => root n (r + (1 - r) * exp (- (INR n * a) * s))). split; [|split].
  - rewrite Rmult_0_r, exp_0. replace (r + (1 - r) * 1) with 1 by ring. apply root_1.
  - now rewrite Rmult_1_r.
  - intros s [S _].
    apply (bernoulli n a (a * r) (fun s => r + (1 - r) * exp (- (INR n * a) * s))); [exact N| |].
    + set (e := exp (- (INR n * a) * s)). assert (0 < e) by apply exp_pos.
      assert (e <= 1). { unfold e. rewrite <- exp_0. 
        assert (0 <= INR n * a * s) by nneg. destruct (Req_dec (- (INR n * a) * s) 0) as [->|Z]; [lra|].
        left. apply exp_increasing. lra. }
      assert (0 < r * (1 - e) + e); [|lra]. assert (0 <= r * (1 - e)) by (apply Rmult_le_pos; lra). lra.
    + eapply D_to; [derive | ring].
Qed.
Lemma bernoulli_falling : forall n b, 0 < INR n -> 0 < b ->
  exists u, u 0 = 1 /\ u 1 = root n (1 + INR n * b)
    /\ forall s, 0 <= s <= 1 -> is_derive u s (0 * u s - b * u s ^ (n + 1)).
Proof.
  intros n b N B. exists (fun s => root n (1 + INR n * b * s)). split; [|split].
  - rewrite Rmult_0_r, Rplus_0_r. apply root_1.
  - now rewrite Rmult_1_r.
  - intros s [S _]. apply (bernoulli n 0 b (fun s => 1 + INR n * b * s)); [exact N| |].
    + assert (0 <= INR n * b * s) by nneg. lra.
    + eapply D_to; [derive | ring].
Qed.
(** A parameter that is [u] follows the flow: its slope, which [U] gives, is minus that of the loss. *)
Lemma slope_is : forall (f : R -> R) (x v w : R), is_derive f x v -> v = w -> is_derive f x w.
Proof. intros; subst; assumption. Qed.
Ltac follows_ray v H U Us :=
  let E := fresh "E" in
  computed_in H; computed; slope_of H E; subst v;
  eapply slope_is; [exact (U _ Us) | match goal with |- ?a = ?b => change (@eq R a b) end; cbv [Nat.add INR]; first [ ring | (field; repeat split; lra) ]].
(** What is assumed of constants and of initial values, or at all times of equal parameters. *)
Ltac at_the_start U0 :=
  first [ settled
        | (intros; repeat match goal with |- context [match ?n with _ => _ end] => destruct n end;
           computed; rewrite ?U0; first [ ring | lra | numeric | field ])
        | (intros; computed; ring) ].
