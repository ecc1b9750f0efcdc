"""Tests of the exported documents."""
