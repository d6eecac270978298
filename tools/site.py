"""Build the site into _docs/ with Sphinx, warnings being errors, and check its links."""

import os
import shutil
import subprocess
import sys

from tools import ROOT, site_links, site_pages


def build(root):
    """Stage, build, check; the site before stays where it is until the new one is right."""
    work = root / "_build"
    site_pages.stage(root, work / "pages")
    shutil.rmtree(work / "html", ignore_errors=True)
    command = [sys.executable, "-m", "sphinx", "-q", "-E", "-W", "--keep-going", "-n", "-j", "2"]
    command += ["-d", str(work / "doctrees"), str(work / "pages"), str(work / "html")]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": "0"})
    wrong, looked_at = site_links.check(work / "html")
    if wrong:
        sys.exit("\n".join(wrong))
    shutil.rmtree(root / "_docs", ignore_errors=True)
    shutil.move(work / "html", root / "_docs")
    return looked_at


if __name__ == "__main__":
    try:
        print(f"_docs/index.html: {build(ROOT)}, all sound")
    except subprocess.CalledProcessError as failure:
        sys.exit(failure.returncode)
