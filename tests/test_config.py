"""The configuration files agree with each other, and the lock is sound."""

import configparser
import re
import tomllib
from importlib.metadata import version
from pathlib import Path

import prspace
from tools import ROOT

SETTINGS = configparser.ConfigParser()
SETTINGS.read(ROOT / "settings.ini")
SETTINGS = SETTINGS["DEFAULT"]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
LOCK = (ROOT / "requirements.lock").read_text()
PINS = {m[1]: m[2] for m in re.finditer(r"^([a-z0-9._-]+)==([^ ;\\]+)", LOCK, re.MULTILINE)}
MACHINE_PATH = re.compile(rb"(?<![\w.:/*])/(?:home|root|work|Users|farm)/\w|[A-Z]:\\\\Users")


def requirement(line):
    """Name as pip spells it in a lock."""
    return re.match(r"[A-Za-z0-9._-]+", line)[0].lower().replace("_", "-")


def committed():
    """Files of the project, without what .gitignore names; git itself may be absent."""
    ignored = [line.strip("/") for line in (ROOT / ".gitignore").read_text().split()] + [".git"]
    tops = [p for p in ROOT.iterdir() if not any(p.match(pattern) for pattern in ignored)]
    found = [p for top in tops for p in ([top] if top.is_file() else top.rglob("*")) if p.is_file()]
    return [p for p in found if not {"__pycache__", ".ipynb_checkpoints"} & set(p.parts)]


def test_settings_and_pyproject_agree():
    """Name, description, licence, authors and the lowest Python stand in both files."""
    assert PROJECT["name"] == SETTINGS["lib_name"] == SETTINGS["lib_path"]
    assert PROJECT["description"] == SETTINGS["description"]
    assert PROJECT["authors"] == [{"name": SETTINGS["author"]}]
    assert PROJECT["requires-python"].split(",")[0] == f">={SETTINGS['min_python']}"
    assert PROJECT["license"] == "Apache-2.0" and SETTINGS["license"] == "apache2"


def test_version_is_said_once():
    """The installed package and CITATION.cff carry the version of settings.ini."""
    citation = re.search(r"^version: (\S+)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)
    assert version("prspace") == citation[1] == SETTINGS["version"]
    assert SETTINGS["version"] in (ROOT / "CHANGELOG.md").read_text()


def test_nbdev_leaves_pyproject_alone():
    """With the default, nbdev rewrites lines of pyproject.toml at each export."""
    assert SETTINGS["update_pyproject"] == "False"


def test_lock_has_hashes_and_no_address():
    """Every pin has a hash; no index, URL or path tells where it came from."""
    blocks = re.split(r"^(?=[a-z0-9])", LOCK, flags=re.MULTILINE)[1:]
    assert len(blocks) == len(PINS) and all("--hash=sha256:" in block for block in blocks)
    assert not re.search(r"://|--index|--find-links|--extra|file:| @ ", LOCK)


def test_lock_holds_every_requirement():
    """What the .in file and pyproject.toml ask for is pinned."""
    lines = (ROOT / "requirements-dev.in").read_text().splitlines()
    asked = [line for line in lines if line and not line.startswith("#")] + PROJECT["dependencies"]
    assert {requirement(line) for line in asked} <= PINS.keys()
    exact = dict(line.split("==") for line in asked if "==" in line)
    assert {name: PINS[name] for name in exact} == exact


def test_the_lowest_packages_are_those_of_pyproject():
    """make lowest runs with what pyproject.toml calls enough, with hashes and without addresses."""
    lock = (ROOT / "requirements-lowest.lock").read_text()
    pins = dict(re.findall(r"^([a-z0-9._-]+)==([^ ;\\]+)", lock, re.MULTILINE))
    extras = PROJECT["optional-dependencies"]
    for line in PROJECT["dependencies"] + extras["files"] + extras["polars"]:
        lowest = (line.split(">=")[1] + ".0.0").split(".")[:3]
        assert (pins[requirement(line)] + ".0").split(".")[:3] == lowest, line
    assert lock.count("--hash=sha256:") >= len(pins) and "://" not in lock


def test_the_extra_s_lock_holds_what_the_extra_asks_for():
    """With hashes, without an address, and with the package's own numpy."""
    lock = (ROOT / "requirements-fast.lock").read_text()
    asked = (ROOT / "requirements-fast.in").read_text().splitlines()[1:]
    names = {requirement(line) for line in PROJECT["optional-dependencies"]["fast"] + asked}
    pins = set(re.findall(r"^([a-z0-9._-]+)==", lock, re.MULTILINE))
    assert names <= pins and lock.count("--hash=sha256:") >= len(pins)
    assert "://" not in lock and f"\nnumpy=={PINS['numpy']} " in lock


def test_installed_packages_are_the_pinned_ones():
    """An old .venv would compare other bytes."""
    for name in ("numpy", "sympy", "matplotlib", "nbdev"):
        assert version(name) == PINS[name], f"{name}: run make setup"


def test_no_path_of_a_machine():
    """No file names a folder of the machine it was made on."""
    own = Path(__file__).resolve()
    assert [p for p in committed() if p != own and MACHINE_PATH.search(p.read_bytes())] == []


def test_the_package_tested_is_this_one():
    """An editable install of another clone would be tested in silence."""
    assert Path(prspace.__file__).resolve().parent == ROOT / "prspace"
