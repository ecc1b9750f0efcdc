"""Tests of conservation laws."""
