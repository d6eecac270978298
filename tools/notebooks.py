"""Run the notebooks in clean kernels; compare with the committed outputs, or rewrite them (--write)."""

import argparse
import asyncio
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import nbformat
from jupyter_client import AsyncKernelManager
from jupyter_client.kernelspec import KernelSpecManager
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError
from nbdev.clean import clean_nb

from tools import ROOT, copy_sources
from tools.kernels import Provisioner, Server

AT_ONCE = 2
KEPT = ["tags", "mystnb"]
LEAKS = ("IN_TEST", "PYTHONPATH", "PYTHONSTARTUP", "MATPLOTLIBRC", "MPLBACKEND")


@dataclass(frozen=True)
class Run:
    """One notebook as it comes out of a clean kernel."""

    name: str
    text: str
    error: str
    seconds: float


def find(root, under=""):
    """The notebooks below nbs/, or one of them, by path."""
    top = root / "nbs" / under
    paths = [top] if top.is_file() else sorted(top.rglob("*.ipynb"))
    return [p for p in paths if ".ipynb_checkpoints" not in p.parts]


def clean(text):
    """A notebook's JSON without counters, memory addresses and editor metadata."""
    notebook = json.loads(text)
    clean_nb(notebook, allowed_cell_metadata_keys=KEPT)
    return nbformat.writes(nbformat.from_dict(notebook)) + "\n"


def environment(home):
    """Environment for kernels: no configuration of the user's, no random hashes."""
    env = {k: v for k, v in os.environ.items() if k not in LEAKS}
    names = ("IPYTHONDIR", "JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR")
    env |= {name: str(home / name.lower()) for name in names}
    return env | {"MPLCONFIGDIR": str(home / "matplotlib"), "PYTHONHASHSEED": "0"}


def client(notebook, folder, connection, server):
    """A client whose kernel is this very Python."""
    kernel = AsyncKernelManager(
        kernel_name="python3",
        kernel_spec_manager=KernelSpecManager(kernel_dirs=[]),
        connection_file=str(connection),
    )
    kernel.provisioner = Provisioner(
        kernel_id=connection.stem, kernel_spec=kernel.kernel_spec, parent=kernel
    )
    kernel.provisioner.server = server
    return NotebookClient(
        notebook,
        km=kernel,
        timeout=600,
        coalesce_streams=True,
        extra_arguments=["--IPKernelApp.log_level=40"],
        resources={"metadata": {"path": str(folder)}},
    )


def where_it_failed(notebook, failure):
    """The failing cell's id, the line it stopped at, and the error."""
    cells = (c for c in notebook.cells for o in c.get("outputs", []) if o.output_type == "error")
    plain = re.sub(r"\x1b\[[\d;]*m", "", failure.traceback)
    lines = [line for line in plain.splitlines() if re.match(r"-+> *\d+ ", line)]
    told = [f"cell {next(cells).id}", *lines[:1], f"{failure.ename}: {failure.evalue}"]
    return "\n".join(told)


async def run_one(path, name, home, gate, server):
    """Run one notebook and clean it; a failing cell is reported, not raised."""
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    async with gate:
        start, error = time.perf_counter(), ""
        try:
            connection = home / f"{name.replace('/', '+')}.json"
            runner = client(notebook, path.parent, connection, server)
            await runner.async_execute(cleanup_kc=True)
        except CellExecutionError as failure:
            error = where_it_failed(notebook, failure)
        except (CellTimeoutError, DeadKernelError) as failure:
            error = f"one cell: {type(failure).__name__}: {failure}"
        return Run(name, clean(nbformat.writes(notebook)), error, time.perf_counter() - start)


def run(root, paths, tell=lambda run: None):
    """Run notebooks, two at a time; each one's Run, by name relative to the root."""

    if not paths:
        raise ValueError(f"expected notebooks below {root / 'nbs'}, found none")

    async def all_of_them(home, server):
        gate = asyncio.Semaphore(AT_ONCE)
        jobs = [run_one(p, p.relative_to(root).as_posix(), home, gate, server) for p in paths]
        runs = {}
        for job in asyncio.as_completed(jobs):
            done = await job
            runs[done.name] = done
            tell(done)
        return runs

    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        # matplotlib's font list is built once here, so that no notebook shows its warning
        warm = [sys.executable, "-c", "import matplotlib.font_manager"]
        subprocess.run(warm, env=environment(home), check=True, capture_output=True)
        with closing(Server(environment(home))) as server:
            return asyncio.run(all_of_them(home, server))


def shown(cell):
    """A cell as a reader sees it, by lines: source, then outputs."""
    lines = cell["source"].splitlines()
    for output in cell.get("outputs", []):
        data = output.get("data") or {
            output["output_type"]: output.get("text", output.get("evalue"))
        }
        for kind, text in data.items():
            lines += [f"[{kind}]", *str(text).splitlines()]
    return lines


def difference(committed, fresh):
    """'' when equal byte for byte, else a short diff of the first cell that differs."""
    if committed == fresh:
        return ""
    old, new = (nbformat.reads(text, 4).cells for text in (committed, fresh))
    if len(old) != len(new):
        return f"{len(old)} cells committed, {len(new)} run"
    for number, (a, b) in enumerate(zip(old, new, strict=True), 1):
        if a != b:
            lines = difflib.unified_diff(
                shown(a), shown(b), "committed", "run afresh", "", "", 1, ""
            )
            where = f"cell {number} ({a.get('id', 'no id')})"
            return "\n".join(
                [where, *(line[:160] for line in list(lines)[:20] or ["its metadata differ"])]
            )
    return "metadata or layout of the file differ: make notebooks rewrites them"


def miss(done, committed):
    """'' when a run gives the committed notebook, else what to show."""
    if done.error:
        return f"{done.name} fails in {done.error}"
    diff = difference(committed, done.text)
    return diff and f"{done.name} differs in {diff}"


def tell(done):
    print(f"  {done.seconds:5.1f} s  {done.name}", file=sys.stderr)


def rewrite(root, under=""):
    """Run the notebooks where they stand and store what comes out."""
    runs = run(root, find(root, under), tell)
    for done in runs.values():
        if not done.error:
            (root / done.name).write_text(done.text, encoding="utf-8")
    return [f"{done.name} fails in {done.error}" for done in runs.values() if done.error]


def check(root, under=""):
    """Run a copy of the notebooks; what differs from the committed ones."""
    with tempfile.TemporaryDirectory() as folder:
        copy = copy_sources(root, folder)
        runs = run(copy, find(copy, under), tell)
    found = (miss(runs[n], (root / n).read_text(encoding="utf-8")) for n in sorted(runs))
    return [text for text in found if text]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("under", nargs="?", default="", help="only this folder or notebook of nbs/")
    parser.add_argument("--write", action="store_true", help="rewrite the notebooks in place")
    options = parser.parse_args()
    problems = (rewrite if options.write else check)(ROOT, options.under)
    print("\n".join(problems), file=sys.stderr, end="\n" if problems else "")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
