(** What every lemma may use: signs, roots, and the tactics that the templates call. *)
Require Export Reals Lra Psatz Lia.
From Layerproof Require Export Signs.
Open Scope R_scope.
Lemma pos_nz : forall x, 0 < x -> x <> 0. Proof. intros; lra. Qed.
Lemma neg_nz : forall x, x < 0 -> x <> 0. Proof. intros; lra. Qed.
Lemma INR_pos : forall n, (1 <= n)%nat -> 0 < INR n. Proof. intros; apply lt_0_INR; lia. Qed.

Ltac pos :=
  match goal with
  | |- 0 < _ => first [assumption | lra
     | apply exp_pos | apply PI_RGT_0 | (apply INR_pos; lia)
     | (apply Rmult_lt_0_compat; pos) | (apply Rdiv_lt_0_compat; pos) | (apply Rinv_0_lt_compat; pos)
     | (apply pow_lt; pos) | (apply sqrt_lt_R0; pos) | (apply Rplus_lt_0_compat; pos)
     | (apply Rplus_lt_le_0_compat; [pos | nneg]) | (apply Rplus_le_lt_0_compat; [nneg | pos])
     | nra ]
  end
with nneg :=
  match goal with
  | |- 0 <= _ => first [assumption | lra | apply sqrt_pos | apply Rabs_pos | apply pos_INR
     | apply pow2_ge_0 | apply Rle_0_sqr
     | (apply Rmult_le_pos; nneg) | (apply Rplus_le_le_0_compat; nneg) | (apply pow_le; nneg)
     | (left; pos) | nra ]
  end.

Ltac nz :=
  match goal with
  | |- _ <> 0 => first [assumption | lra | (apply Rmult_integral_contrapositive_currified; nz)
     | (apply pow_nonzero; nz) | (apply Rinv_neq_0_compat; nz)
     | (apply pos_nz; pos) | (apply neg_nz; nra) | nra ]
  end.

Ltac name_roots :=
  repeat match goal with
  | |- context [sqrt ?x] =>
     let k := fresh "k" in let Hk := fresh "Hk" in let Pk := fresh "Pk" in
     assert (Hk : sqrt x * sqrt x = x) by (apply sqrt_sqrt; nneg);
     assert (Pk : 0 <= sqrt x) by apply sqrt_pos;
     try (let Qk := fresh "Qk" in assert (Qk : 0 < sqrt x) by (apply sqrt_lt_R0; pos));
     set (k := sqrt x) in *; clearbody k
  end.
Ltac side := match goal with |- _ <> 0 => nz | |- 0 < _ => pos | |- 0 <= _ => nneg | |- _ => first [lra | lia | nra] end.
Ltac ident := name_roots;
  first [ ring | lra | (field; repeat split; nz)
   | match goal with
     | H : ?k * ?k = _, H2 : ?j * ?j = _ |- _ => field [H H2]; repeat split; nz
     | H : ?k * ?k = _ |- _ => field [H]; repeat split; nz end
   | nra ].
