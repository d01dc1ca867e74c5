"""Frozen values that the rest of PMI passes around; no I/O, no decisions."""
