"""Numbers of other programs, each traced to the choices that it was made by."""

from .convention import CONVENTIONS, Convention, find_convention

__all__ = ["CONVENTIONS", "Convention", "find_convention"]
