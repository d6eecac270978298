"""Theorems of precision-recall space, each with a computed verdict."""

from .record import Theorem
from .registry import tally, theorem, theorems

__all__ = ["Theorem", "tally", "theorem", "theorems"]
