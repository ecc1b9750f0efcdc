(** Numbers with definite values: [numeric] proves inequalities between closed terms by interval arithmetic.
    It computes with the integers of the standard library: primitive floats would bring axioms of their own.
    (A precision above 53 bits is what makes the tactic leave primitive floats.) *)
From Layerproof Require Export Base.
From Interval Require Import Specific_stdz Specific_ops.
From Interval Require Tactic.
Module Digits := SpecificFloat StdZRadix2.
Module Intervals := Interval.Tactic.IntervalTactic Digits.
Import Intervals.
Ltac numeric := interval with (Interval.Tactic.i_prec 64).
(** The same along a letter [x] between two numbers that are in sight, in boxes, and by the slope in each. *)
Ltac numeric_along x :=
  interval with (Interval.Tactic.i_prec 64, Interval.Tactic.i_bisect x, Interval.Tactic.i_autodiff x,
                 Interval.Tactic.i_depth 24).
