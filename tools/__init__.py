"""Tools that export, run and compare; each works on any folder laid out as this one."""

import shutil
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
JUNK = shutil.ignore_patterns(".ipynb_checkpoints", "__pycache__", ".last_checked")


def copy_sources(root, folder):
    """Copy what the notebooks need to run, without what they write, and return the copy."""
    folder = Path(folder)
    shutil.copytree(root / "nbs", folder / "nbs", ignore=JUNK)
    for page in pages(folder):
        (folder / page).unlink()
    shutil.copy(root / "settings.ini", folder)
    if (root / "benchmarks").exists():
        shutil.copytree(root / "benchmarks" / "results", folder / "benchmarks" / "results")
    (folder / "figures").mkdir()
    return folder


def pages(root):
    """The Markdown pages that notebooks write beside themselves, with their bytes."""
    return {p.relative_to(root).as_posix(): p.read_bytes() for p in (root / "nbs").rglob("*.md")}


def files(folder):
    """All files below a folder by relative name, with their bytes."""
    paths = (p for p in folder.rglob("*") if p.is_file() and "__pycache__" not in p.parts)
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in paths}


def changed(committed, fresh):
    """How two maps of files differ, one line per file."""
    lines = []
    for name in sorted(committed.keys() | fresh.keys()):
        if name not in fresh:
            lines.append(f"{name}: no notebook makes it")
        elif name not in committed:
            lines.append(f"{name}: missing")
        elif committed[name] != fresh[name]:
            lines.append(f"{name}: differs")
    return lines
