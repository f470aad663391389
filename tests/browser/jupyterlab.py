"""A JupyterLab of its own, which knows nothing of the user's."""

from __future__ import annotations

import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browser.browsing import chromium
from support import ROOT

SECONDS = 60
# No news, no questions, and every cell drawn, also those below the window.
SETTINGS = {
    "apputils-extension/notification": {"fetchNews": "false", "checkForUpdates": False},
    "notebook-extension/tracker": {"windowingMode": "none"},
}


@contextmanager
def serving(home: Path, notebook: str) -> Iterator[str]:
    """Yield the address of a copy of a notebook in a JupyterLab of its own.

    Settings, port, token and what it trusts are its alone.
    """
    chromium()
    (home / "notebooks").mkdir()
    shutil.copy(ROOT / "notebooks" / notebook, home / "notebooks")
    for name, settings in SETTINGS.items():
        file = home / "settings/@jupyterlab" / f"{name}.jupyterlab-settings"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(json.dumps(settings))
    token = secrets.token_hex()
    folders = {
        "JUPYTER_CONFIG_DIR": "config",
        "JUPYTER_DATA_DIR": "data",
        "JUPYTER_RUNTIME_DIR": "runtime",
        "JUPYTERLAB_SETTINGS_DIR": "settings",
        "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
        "IPYTHONDIR": "ipython",
    }
    environment = os.environ | {name: str(home / folder) for name, folder in folders.items()}
    environment |= {"PYTHONPATH": str(ROOT / "src"), "KAPPABOOK_ROOT": str(ROOT)}
    command = [
        *(sys.executable, "-m", "jupyterlab", "--no-browser", "--ServerApp.port=0"),
        *(f"--ServerApp.root_dir={home / 'notebooks'}", f"--IdentityProvider.token={token}"),
        *("--ServerApp.ip=127.0.0.1", "--ServerApp.allow_root=True"),
    ]
    log = home / "log"
    with log.open("w") as stream:
        server = subprocess.Popen(command, env=environment, stdout=stream, stderr=stream)
    try:
        yield f"{_address(home / 'runtime', server, log)}lab/tree/{notebook}?token={token}"
    finally:
        server.terminate()
        try:
            server.wait(SECONDS / 3)
        except subprocess.TimeoutExpired:  # it waits for a kernel that was still starting
            server.kill()
            server.wait()


def _address(runtime, server, log):
    """Wait for the file in which the server says where it listens, and for it to answer."""
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        for file in runtime.glob("jpserver-*.json"):
            said = re.search(r"http://127\.0\.0\.1:[1-9]\d*/", file.read_text())
            if said:
                return said[0]
        time.sleep(0.1)
    raise AssertionError(f"JupyterLab did not start:\n{log.read_text()[-2000:]}")
