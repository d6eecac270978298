"""Numbers of other programs, each traced to the choices that it was made by."""

from .convention import CONVENTIONS, Convention, find_convention
from .systems import explain, which_area

__all__ = ["CONVENTIONS", "Convention", "explain", "find_convention", "which_area"]
