"""Build the wheel and the source archive, and try both where nothing of this folder is seen."""

import re
import subprocess
import sys
import tarfile
import tempfile
import venv
import zipfile
from pathlib import Path

from tools import ROOT

NUMBERS = """
import prspace, sys
counts = prspace.count_thresholds([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
assert abs(prspace.average_precision(counts) - 5 / 6) < 1e-15
assert prspace.feasible(n_pos=100, n_neg=200, precision="0.200", recall="0.600").verdict == "impossible"
assert not {"scipy", "sympy", "matplotlib"} & set(sys.modules)
print("prspace", prspace.__version__, "works with numpy", sys.modules["numpy"].__version__, "alone")
"""
PICTURES = """
from pathlib import Path
import prspace
evaluation = prspace.evaluate([1, 0, 1, 0], [0.9, 0.8, 0.7, 0.1])
prspace.save_report("report.html", evaluation)
assert "<svg" in Path("report.html").read_text(encoding="utf-8")
print("the report works with the packages it asks for")
"""

# Python 3.11 has it from 3.11.4 on
SAFE = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}


def pinned(names, to):
    """The part of the lock that pins some packages and what they need, for pip."""
    blocks = re.split(
        r"^(?=[a-z0-9])", (ROOT / "requirements.lock").read_text(), flags=re.MULTILINE
    )
    by_name = {re.match(r"[a-z0-9._-]+", block)[0]: block for block in blocks[1:]}
    wanted, todo = {}, list(names)
    while todo:
        name = todo.pop()
        wanted[name] = by_name[name]
        todo += [n for n, b in by_name.items() if n not in wanted and needed_by(b) & {name}]
    to.write_text("".join(wanted[name] for name in sorted(wanted)))
    return to


def needed_by(block):
    """Which packages a pin stands in the lock for."""
    return {line.strip("# ").removeprefix("via ") for line in re.findall(r"^ +# +.*", block, re.M)}


def run(*command, folder=None, quiet=False):
    out = subprocess.DEVNULL if quiet else None
    subprocess.run([str(part) for part in command], cwd=folder, check=True, stdout=out)


def build(out):
    """Paths of the wheel and the source archive, made from this folder."""
    run(
        sys.executable,
        "-m",
        "hatchling",
        "build",
        "-d",
        out,
        "-t",
        "sdist",
        "-t",
        "wheel",
        quiet=True,
    )
    return next(out.glob("*.whl")), next(out.glob("*.tar.gz"))


def rebuild(archive, out):
    """The wheel that the source archive gives."""
    with tarfile.open(archive) as tar:
        tar.extractall(out, **SAFE)
    source = next(out.iterdir())
    hatch = [sys.executable, "-m", "hatchling", "build"]
    run(*hatch, "-d", out / "wheel", "-t", "wheel", folder=source, quiet=True)
    return next((out / "wheel").glob("*.whl"))


def contents(wheel):
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def install(out, wheel, names):
    """A new environment with some pinned packages and the wheel; its folder of programs."""
    venv.create(out, with_pip=True)
    pip = [out / "bin" / "python", "-m", "pip", "install", "-qq"]
    run(*pip, "--require-hashes", "-r", pinned(names, out / "pins.txt"))
    run(*pip, "--no-deps", wheel)
    return out / "bin"


def main():
    import tomllib

    asked = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder)
        wheel, archive = build(out)
        if contents(wheel) != contents(rebuild(archive, out / "source")):
            sys.exit("the source archive gives another wheel than this folder")
        print(f"{wheel.name}: {len(contents(wheel))} files, the same from {archive.name}")
        lean = install(out / "lean", wheel, ["numpy"])
        run(lean / "python", "-W", "error", "-c", NUMBERS, folder=out)
        full = install(out / "full", wheel, [re.match(r"\w+", line)[0] for line in asked])
        run(full / "python", "-W", "error", "-c", PICTURES, folder=out)
        (out / "scores.csv").write_text("label,score\n1,.9\n0,.8\n1,.7\n0,.1\n")
        run(
            full / "prspace",
            *["evaluate", "scores.csv", "--true", "label", "--score", "score"],
            folder=out,
        )
        run(full / "prspace", "theorems", folder=out, quiet=True)


if __name__ == "__main__":
    main()
