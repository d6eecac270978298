"""Foreign data as counts, and counts on disk."""

from importlib import import_module

# imported when first asked for, so that the front door opens quickly
_LAZY = {
    "prspace.adapters.frame": "count_frame read_exact write_exact",
    "prspace.adapters.store": "PartStore load_counts merge_counts save_counts",
}

__all__ = ["PartStore", "count_frame", "load_counts", "merge_counts", "read_exact", "save_counts", "write_exact"]


def __getattr__(name):
    for module, names in _LAZY.items():
        if name in names.split():
            return getattr(import_module(module), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__():
    return sorted({*globals(), *__all__})
