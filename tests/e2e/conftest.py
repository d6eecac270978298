"""A real Chromium that can reach this machine only, the built site, and a JupyterLab on copies."""

import json
import os
import secrets
import shutil
import socket
import subprocess
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
ALONE = ["--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1", "--no-sandbox"]
NEWS = {"fetchNews": "false", "checkForUpdates": False, "doNotDisturbMode": True}


@pytest.fixture(scope="session")
def browser():
    """The system's Chromium, without a window."""
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    assert path, "needs Chromium: on Debian, apt-get install chromium"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=ALONE)
        yield browser
        browser.close()


class Watched:
    """A page that remembers what went wrong on it and what it asked for from elsewhere."""

    def __init__(self, page):
        self.page, self.errors, self.outside = page, [], []
        page.on("console", self.hear)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", self.note)

    def hear(self, message):
        if message.type == "error":
            self.errors.append(f"{message.text} ({message.location['url']})")

    def note(self, request):
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            self.outside.append(request.url)

    def assert_clean(self):
        assert (self.errors, self.outside) == ([], [])

    def assert_fits(self):
        """Nothing sticks out to the right of the window."""
        wide = self.page.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        assert wide <= 0, f"{self.page.url} is {wide} pixels wider than the window"


@pytest.fixture
def open_page(browser):
    """A function that opens an address at a width and in a color scheme, watched."""
    contexts = {}

    def opened(url, width=1280, scheme="light"):
        size = {"width": width, "height": 900}
        if (width, scheme) not in contexts:
            contexts[width, scheme] = browser.new_context(viewport=size, color_scheme=scheme)
        watched = Watched(contexts[width, scheme].new_page())
        watched.page.goto(url)
        return watched

    yield opened
    for context in contexts.values():
        context.close()


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


@pytest.fixture(scope="session")
def site():
    """Address of the built site."""
    built = ROOT / "_docs"
    assert (built / "index.html").exists(), "build the site first: make docs"
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(built)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def answers(url):
    try:
        return urlopen(url, timeout=5).status == 200
    except (URLError, OSError):
        return False


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Address of a JupyterLab on a copy of the notebooks, without any setting of the user's; {} is a path."""
    home, port, token = tmp_path_factory.mktemp("lab"), free_port(), secrets.token_hex(16)
    for part in ("nbs", "figures", "benchmarks/results"):
        shutil.copytree(ROOT / part, home / "work" / part)
    for name in ("settings", "home"):
        (home / name).mkdir()
    overrides = {"@jupyterlab/apputils-extension:notification": NEWS}
    (home / "settings" / "overrides.json").write_text(json.dumps(overrides))
    command = [str(ROOT / ".venv" / "bin" / "python"), "-m", "jupyterlab", "--no-browser"]
    command += ["--allow-root", "--ip=127.0.0.1", f"--port={port}", "--ServerApp.port_retries=0"]
    command += [f"--IdentityProvider.token={token}", "--expose-app-in-browser"]
    command += ["--LabApp.news_url=None", f"--notebook-dir={home / 'work'}"]
    command += ["--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate"]
    command += [f"--LabApp.app_settings_dir={home / 'settings'}"]
    command += [f"--LabApp.{kind}_dir={home / kind}" for kind in ("user_settings", "workspaces")]
    kinds = ("JUPYTER_CONFIG_DIR", "JUPYTER_DATA_DIR", "JUPYTER_RUNTIME_DIR", "IPYTHONDIR", "HOME")
    env = os.environ | {name: str(home / name.lower()) for name in kinds} | {"PYTHONHASHSEED": "0"}
    with open(home / "log", "w") as log:
        server = subprocess.Popen(command, env=env, stdout=log, stderr=log, cwd=home)
    try:
        end = time.monotonic() + 90
        while not answers(f"http://127.0.0.1:{port}/api/status?token={token}"):
            assert server.poll() is None, (home / "log").read_text()[-2000:]
            assert time.monotonic() < end, "JupyterLab does not answer"
            time.sleep(0.3)
        yield f"http://127.0.0.1:{port}/lab/tree/{{}}?token={token}&reset"
    finally:
        server.terminate()
        server.wait(timeout=30)
