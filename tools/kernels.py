"""Kernels forked from one warm process: clean, but the large packages are read from disk only once."""

import json
import os
import subprocess
import sys
from functools import cache
from multiprocessing import get_context
from pathlib import Path

PRELOAD = ["tools.kernels", "ipykernel.kernelapp", "IPython", "numpy", "sympy"]
PRELOAD += ["matplotlib.pyplot", "matplotlib_inline.backend_inline"]
FORKS = get_context("forkserver")
INLINE = "module://matplotlib_inline.backend_inline"


def warm(env):
    """Start the process that kernels are forked from, with the environment that all of them share."""
    from multiprocessing.forkserver import ensure_running

    FORKS.set_forkserver_preload(PRELOAD)
    old = dict(os.environ)
    os.environ.clear()
    # matplotlib reads its backend when it is first imported
    os.environ.update(env | {"MPLBACKEND": INLINE})
    try:
        ensure_running()
    finally:
        os.environ.clear()
        os.environ.update(old)


@cache
def clean_path():
    """Where a fresh Python looks for modules, without the folder it was started in."""
    code = "import json, sys; print(json.dumps(sys.path[1:]))"
    return json.loads(subprocess.check_output([sys.executable, "-c", code], text=True))


def serve(arguments, folder, env, path):
    """Be the kernel: what `python -m ipykernel_launcher` does, in the process just forked."""
    from ipykernel.kernelapp import launch_new_instance

    os.setsid()
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[:] = path
    sys.argv[:] = ["ipykernel_launcher", *arguments]
    # the kernel ends itself when the warm process is gone
    launch_new_instance(argv=[*arguments, f"--IPKernelApp.parent_handle={os.getppid()}"])


class Forked:
    """A forked kernel with the part of Popen's interface that jupyter_client uses."""

    stdin = stdout = stderr = None

    def __init__(self, arguments, folder, env, path):
        self.process = FORKS.Process(target=serve, args=(arguments, folder, env, path))
        self.process.start()
        self.pid = self.process.pid

    def poll(self):
        return self.process.exitcode

    def wait(self):
        self.process.join()
        return self.process.exitcode

    def send_signal(self, number):
        if self.poll() is None:
            os.kill(self.pid, number)


def provisioner(manager):
    """What starts and ends a manager's kernel: a local one that forks."""
    from jupyter_client.provisioning import LocalProvisioner

    class Provisioner(LocalProvisioner):
        async def launch_kernel(self, cmd, **options):
            arguments = cmd[cmd.index("ipykernel_launcher") + 1 :]
            self.cwd = options.get("cwd", Path.cwd())
            self.process = Forked(arguments, str(self.cwd), dict(options["env"]), clean_path())
            self.pid, self.pgid = self.process.pid, None
            return self.connection_info

    return Provisioner(parent=manager, kernel_id="forked", kernel_spec=manager.kernel_spec)
