"""Kernels that start at once: each is a fork of one process that has already imported the heavy packages.

What a notebook sees is a new process with an empty namespace, as ever; it only need not wait for
IPython, numpy, SymPy and matplotlib. Nothing of prspace is imported beforehand.
"""

import importlib
import json
import os
import signal
import socket
import subprocess
import sys

from jupyter_client.provisioning import LocalProvisioner

BEFOREHAND = """
    ipykernel.kernelapp ipykernel.zmqshell numpy sympy mpmath
    matplotlib.figure matplotlib.backends.backend_svg
"""


class Server:
    """The process that is forked; it ends with this one, or when closed."""

    def __init__(self, env):
        self.socket, theirs = socket.socketpair()
        # -P, so that the folder of this file is not searched for modules
        argv = [sys.executable, "-P", __file__]
        self.process = subprocess.Popen(argv, stdin=theirs, env=env)
        theirs.close()
        self.line = self.socket.makefile("rw")

    def start(self, argv, folder):
        """Fork a kernel that works in a folder."""
        print(json.dumps([argv, str(folder)]), file=self.line, flush=True)
        return Forked(int(self.line.readline()))

    def close(self):
        """End the server; kernels that still run end with it."""
        self.line.close()
        self.socket.close()
        self.process.kill()
        self.process.wait()


class Forked:
    """A kernel's process, with what a provisioner asks of a Popen; the server is its parent and buries it."""

    stdin = stdout = stderr = None

    def __init__(self, pid):
        self.pid = pid

    def poll(self):
        """None while it runs."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def wait(self):
        """Only called when it has ended."""
        return self.poll()

    def send_signal(self, number):
        """Pass a signal on."""
        os.kill(self.pid, number)

    def kill(self):
        """End it at once."""
        os.kill(self.pid, signal.SIGKILL)

    def terminate(self):
        """Ask it to end."""
        os.kill(self.pid, signal.SIGTERM)


class Provisioner(LocalProvisioner):
    """Launches a kernel in a fork of the server."""

    server = None

    async def launch_kernel(self, cmd, **kwargs):
        """As its base does, but for the process."""
        _, _, *argv = cmd[1:]  # "-m ipykernel_launcher" and its arguments
        self.process = self.server.start(argv, kwargs["cwd"])
        self.pid = self.process.pid
        self.pgid = self.pid  # it leads its own session
        return self.connection_info


def become_kernel(argv, folder):
    """In the fork: leave what the server holds, and run a kernel."""
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nothing, 0)
    os.chdir(folder)
    sys.argv = ["ipykernel_launcher", *argv]
    from ipykernel import kernelapp

    kernelapp.launch_new_instance()


def serve():
    """Fork a kernel for each line on standard input, which is a socket, and answer with its number."""
    os.environ["JPY_PARENT_PID"] = str(os.getpid())
    os.environ["MPLBACKEND"] = "module://matplotlib_inline.backend_inline"  # as a kernel sets it
    for name in BEFOREHAND.split():
        importlib.import_module(name)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended kernels leave nothing
    with socket.socket(fileno=os.dup(0)) as connection:
        while line := connection.recv(1 << 16):
            pid = os.fork()
            if not pid:
                connection.close()
                become_kernel(*json.loads(line))
                os._exit(0)
            connection.sendall(f"{pid}\n".encode())


if __name__ == "__main__":
    serve()
