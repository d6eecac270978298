"""Theorems of precision-recall space, each with a computed verdict."""
