"""Numbers of other programs, each traced to the choices that it was made by."""
