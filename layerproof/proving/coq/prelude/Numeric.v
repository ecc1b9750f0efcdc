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
