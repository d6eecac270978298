"""Theorems of precision-recall space, each with a computed verdict."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .record import Theorem
    from .registry import tally, theorem, theorems

__all__ = ["Theorem", "tally", "theorem", "theorems"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'prspace.theory' has no attribute {name!r}")
    from . import registry  # holds every chapter; one of them does not need the others

    globals()[name] = found = getattr(registry, name)
    return found
