(** The rules that join lines of a proof, those of logic and algebra: one lemma a rule, or several where a rule has kinds. *)
From Layerproof Require Export Base Sums.
From Coq Require Import List Classical.
Import ListNotations.
Open Scope R_scope.

(** * Instance: what holds of all values that satisfy some hypotheses holds of one that does *)
Lemma join_instance : forall (A : Type) (given says : A -> Prop) (value : A),
  (forall x, given x -> says x) -> given value -> says value.
Proof. intros A given says value H G; exact (H value G). Qed.

(** * Follows: what holds under a premise holds, where the premise does *)
Lemma join_follows : forall premise says : Prop, (premise -> says) -> premise -> says.
Proof. intros premise says H P; exact (H P). Qed.

(** * Combination: a sum of differences, each times a multiplier *)
Fixpoint weighted (terms : list (R * R)) : R :=
  match terms with nil => 0 | (m, s) :: rest => m * s + weighted rest end.

Lemma weighted_nonneg : forall terms, (forall m s, In (m, s) terms -> 0 <= m * s) -> 0 <= weighted terms.
Proof.
  intros terms; induction terms as [| [m s] rest IH]; intros H; simpl; [lra |].
  apply Rplus_le_le_0_compat; [apply H; now left | apply IH; intros; apply H; now right].
Qed.
(* Of an equation the multiplier has any sign; of an inequality it is not negative. *)
Definition may_be_added (term : R * R) : Prop := snd term = 0 \/ (0 <= fst term /\ 0 <= snd term).
Lemma join_combination : forall slack terms, slack = weighted terms ->
  (forall term, In term terms -> may_be_added term) -> 0 <= slack.
Proof.
  intros slack terms -> H; apply weighted_nonneg; intros m s I.
  destruct (H (m, s) I) as [E | [M S]]; simpl in *; [rewrite E; lra | apply Rmult_le_pos; assumption].
Qed.
Lemma join_combination_equal : forall slack terms, slack = weighted terms ->
  (forall term, In term terms -> snd term = 0) -> slack = 0.
Proof.
  intros slack terms ->; induction terms as [| [m s] rest IH]; intros H; simpl; [reflexivity |].
  rewrite IH by (intros; apply H; now right); pose proof (H (m, s) (or_introl eq_refl)) as E; simpl in E; rewrite E; ring.
Qed.
Lemma join_combination_strict : forall slack terms m s, slack = weighted terms ->
  (forall term, In term terms -> may_be_added term) -> In (m, s) terms -> 0 < m -> 0 < s -> 0 < slack.
Proof.
  intros slack terms m s -> H I M S.
  destruct (in_split _ _ I) as [before [after E]]; rewrite E in H |- *.
  assert (W : forall one other, weighted (one ++ (m, s) :: other) = weighted (one ++ other) + m * s).
  { intros one other; induction one as [| [k r] one IH]; simpl; [ring | rewrite IH; ring]. }
  rewrite W; apply Rplus_le_lt_0_compat; [| apply Rmult_lt_0_compat; assumption].
  apply (join_combination _ (before ++ after) eq_refl); intros term T; apply H.
  apply in_app_or in T; apply in_or_app; destruct T; [left | right; right]; assumption.
Qed.

(** * Summed: a relation at each value of an index, summed over its range *)
Lemma join_summed_equal : forall lo hi f g, (forall i, (lo <= i <= hi)%nat -> f i = g i) -> tsum lo hi f = tsum lo hi g.
Proof. exact tsum_ext. Qed.
Lemma join_summed : forall lo hi f g, (forall i, (lo <= i <= hi)%nat -> f i <= g i) -> tsum lo hi f <= tsum lo hi g.
Proof. exact tsum_le. Qed.
Lemma join_summed_strict : forall lo hi f g, (lo <= hi)%nat ->
  (forall i, (lo <= i <= hi)%nat -> f i < g i) -> tsum lo hi f < tsum lo hi g.
Proof.
  intros lo hi f g L H; apply Rminus_gt_0_lt.
  replace (tsum lo hi g - tsum lo hi f) with (tsum lo hi (fun i => g i + (-1) * f i)).
  - apply tsum_pos; [exact L | intros i Hi; specialize (H i Hi); lra].
  - rewrite tsum_plus, tsum_scal; ring.
Qed.

(** * Cases: of which one holds always *)
Lemma join_cases : forall one other says : Prop, one \/ other -> (one -> says) -> (other -> says) -> says.
Proof. intros one other says [H | H] F G; auto. Qed.
(* The last case is proved to hold where none of the others does. *)
Lemma join_cases_last : forall one rest says : Prop, (one -> says) -> (~ one -> rest) -> (rest -> says) -> says.
Proof. intros one rest says F L G; destruct (classic one) as [H | H]; auto. Qed.
Lemma join_cases_of_three : forall (a b : R) (says : Prop),
  (a > b -> says) -> (a = b -> says) -> (a < b -> says) -> says.
Proof. intros a b says F G H; destruct (Rtotal_order a b) as [L | [E | L]]; auto. Qed.

(** * Induction over the whole numbers from 1 *)
Lemma join_induction : forall says : nat -> Prop, says 1%nat ->
  (forall n, (1 <= n)%nat -> says n -> says (n + 1)%nat) -> forall n, (1 <= n)%nat -> says n.
Proof.
  intros says B S n; induction n as [| [| n] IH]; intros L; [lia | exact B |].
  replace (Datatypes.S (Datatypes.S n)) with (Datatypes.S n + 1)%nat by lia; apply S; [lia | apply IH; lia].
Qed.

(** * Vanishing: of a sum of squares that is no more than zero each is zero *)
Lemma join_vanishing : forall w a b r, 0 < w -> 0 <= r -> w * (a - b) ^ 2 + r <= 0 -> a = b.
Proof.
  intros w a b r W P H; destruct (Req_dec a b) as [E | N]; [exact E | exfalso].
  assert (0 < (a - b) ^ 2) by (replace ((a - b) ^ 2) with (Rsqr (a - b)) by (unfold Rsqr; ring); apply Rsqr_pos_lt; lra); nra.
Qed.
Lemma rsum_at_least : forall f n lo, (forall i, (lo <= i < lo + n)%nat -> 0 <= f i) ->
  forall k, (lo <= k < lo + n)%nat -> f k <= rsum f lo n.
Proof.
  intros f n; induction n as [| n IH]; intros lo H k K; [lia |]; simpl.
  assert (P : 0 <= rsum f (S lo) n) by (apply rsum_nonneg; intros; apply H; lia).
  destruct (Nat.eq_dec k lo) as [-> | N]; [lra |].
  assert (Q : 0 <= f lo) by (apply H; lia); specialize (IH (S lo)); enough (f k <= rsum f (S lo) n) by lra.
  apply IH; [intros; apply H |]; lia.
Qed.
Lemma join_vanishing_sum : forall lo hi (w a b : nat -> R) r, (forall i, (lo <= i <= hi)%nat -> 0 < w i) -> 0 <= r ->
  tsum lo hi (fun i => w i * (a i - b i) ^ 2) + r <= 0 -> forall i, (lo <= i <= hi)%nat -> a i = b i.
Proof.
  intros lo hi w a b r W P H i I; apply (join_vanishing (w i) (a i) (b i) r (W i I) P).
  assert (L : w i * (a i - b i) ^ 2 <= tsum lo hi (fun i => w i * (a i - b i) ^ 2)).
  { apply (rsum_at_least (fun i => w i * (a i - b i) ^ 2)); [| lia].
    intros k K; apply Rmult_le_pos; [left; apply W; lia | apply pow2_ge_0]. }
  lra.
Qed.

(** * What scripts call *)
Lemma like_eq : forall a b c d : R, a = b -> a = c -> b = d -> c = d. Proof. congruence. Qed.
Lemma like_le : forall a b c d : R, a <= b -> a = c -> b = d -> c <= d. Proof. intros; congruence || (subst; assumption). Qed.
Lemma like_lt : forall a b c d : R, a < b -> a = c -> b = d -> c < d. Proof. intros; subst; assumption. Qed.
Lemma like_ge : forall a b c d : R, a >= b -> a = c -> b = d -> c >= d. Proof. intros; subst; assumption. Qed.
Lemma like_gt : forall a b c d : R, a > b -> a = c -> b = d -> c > d. Proof. intros; subst; assumption. Qed.
Lemma like_ne : forall a b c d : R, a <> b -> a = c -> b = d -> c <> d. Proof. intros; subst; assumption. Qed.
Lemma exp_of_more : forall a b, a <= b -> exp a <= exp b.
Proof. intros a b [L | ->]; [left; now apply exp_increasing | lra]. Qed.
Lemma power_of_more : forall x p q, 1 <= x -> p <= q -> Rpower x p <= Rpower x q.
Proof. intros x p q X [L | ->]; [| lra]; destruct X as [X | <-]; [now apply Rlt_le, Rpower_lt | unfold Rpower; rewrite ln_1, !Rmult_0_r; lra]. Qed.
Lemma power_below_whole : forall x p n, 1 <= x -> p <= INR n -> Rpower x p <= x ^ n.
Proof. intros x p n X L; rewrite <- Rpower_pow by lra; now apply power_of_more. Qed.
Ltac join_nz := first [assumption | nz | (apply Rgt_not_eq; assumption)].
(* The same with a root of what is positive: it has a name, and its square is what it is the root of. *)
Ltac join_root :=
  match goal with |- context [sqrt ?x] =>
    let P := fresh in let S := fresh in let N := fresh in
    assert (P : 0 < x) by first [assumption | lra | pos | (apply lt_0_INR; lia)];
    assert (S : sqrt x * sqrt x = x) by (apply sqrt_sqrt; lra);
    assert (N : 0 < sqrt x) by (apply sqrt_lt_R0; exact P);
    revert N S; generalize (sqrt x); intros ? N S;
    field [S]; repeat split; join_nz
  end.
(* Two terms that say the same, written in two ways. *)
Ltac join_same :=
  first
  [ reflexivity
  | solve [ring]
  | solve [unfold Rdiv; ring]
  | solve [field; repeat split; join_nz]
  | solve [join_root]
  | match goal with |- context [kron ?a ?a] => rewrite (kron_eq a); solve [join_same] end
  | match goal with
    | |- ?L = ?R =>
      match L with
      | context [kron ?a ?b] => match R with context [kron b a] => rewrite (kron_sym a b); solve [join_same] end
      end
    end
  | solve [apply tsum_ext; intros; cbv beta; join_same]
  | match goal with
    | |- ?L = ?R =>
      match L with
      | context [tsum ?a ?b ?f] =>
        match R with
        | context [tsum a b ?g] =>
          lazymatch f with
          | g => fail
          | _ => let E := fresh in
                 assert (E : tsum a b f = tsum a b g) by (apply tsum_ext; intros; cbv beta; solve [join_same]);
                 rewrite E; clear E; solve [join_same]
          end
        end
      end
    end
  | solve [progress f_equal; join_same] ].
Ltac join_alike Q :=
  cbv beta in Q;
  first
  [ exact Q
  | solve [eapply like_eq; [exact Q | join_same | join_same]]
  | solve [eapply like_le; [exact Q | join_same | join_same]]
  | solve [eapply like_ge; [exact Q | join_same | join_same]]
  | solve [eapply like_lt; [exact Q | join_same | join_same]]
  | solve [eapply like_gt; [exact Q | join_same | join_same]]
  | solve [eapply like_ne; [exact Q | join_same | join_same]] ].
(* What a premise asks for at its values. *)
Ltac join_asked :=
  cbv beta; intros;
  first [assumption | lia | lra | nz | pos
        | match goal with
          | H : forall _, _ -> _ |- _ => first [apply H; first [assumption | lia] | (let Q := fresh in pose proof H as Q; eapply Q; eassumption)]
          end].
(* What it asks for where values are roots. *)
Ltac join_squares :=
  rewrite ?Rpow_mult_distr;
  repeat match goal with
  | |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by first [assumption | lra | nz | pos]
  end;
  first [lra | join_same].
Ltac join_term := first [left; lra | right; split; lra].
Ltac join_vanishes S := first [lra | (eapply Rle_trans; [right; symmetry; etransitivity; [exact S | join_same] | lra])].
(* Exponentials and powers of one thing that is written in two ways. *)
Ltac join_insides :=
  repeat match goal with |- ?L = ?R =>
    match L with
    | context [exp ?a] => match R with context [exp ?b] =>
        lazymatch a with b => fail | _ => replace (exp a) with (exp b) by (f_equal; ring) end end
    | context [Rpower ?x ?a] => match R with context [Rpower ?y ?b] =>
        lazymatch constr:((x, a)) with (y, b) => fail | _ => replace (Rpower x a) with (Rpower y b) by (f_equal; ring) end end
    end
  end.
Lemma exp_square : forall a, exp a ^ 2 = exp (2 * a).
Proof. intros a; replace (2 * a) with (a + a) by ring; rewrite exp_plus; ring. Qed.
Ltac join_inside := first [join_same | (join_insides; join_same)].
Ltac join_squares_as H :=
  rewrite ?Rpow_mult_distr;
  repeat match goal with
  | |- context [sqrt ?a ^ 2] => rewrite (pow2_sqrt a) by first [assumption | apply Rge_le; assumption | nneg]
  end;
  rewrite ?exp_square;
  first
  [ solve [eapply like_ge; [exact H | join_inside | join_inside]] | solve [eapply like_le; [exact H | join_inside | join_inside]]
  | solve [eapply like_gt; [exact H | join_inside | join_inside]] | solve [eapply like_lt; [exact H | join_inside | join_inside]] ].
