"""Tests of closed forms on request."""
