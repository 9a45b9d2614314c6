"""A server over a home of its own, and clients of the registries against it."""

import os
import subprocess
import textwrap

import arrow_client
import pytest

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
BINARY = os.path.abspath(os.environ.get("PAISQL_BINARY", os.path.join(ROOT, "build", "paisql")))
CLIENTS = os.path.join(ROOT, ".deps", "clients", "bin", "python")


class Server:
    """A home, and `paisql server` over it."""

    def __init__(self, folder):
        self.home = os.path.join(str(folder), "home")
        self.process = None
        self.endpoint = ""

    def start(self, *flags, **how):
        command = [BINARY, "server", "--home", self.home, "--port", "0", *flags]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, **how)
        self.endpoint = self.process.stdout.readline().strip()
        assert self.endpoint.startswith("http"), "the server has not begun"

    def stop(self):
        if self.process is not None:
            self.process.terminate()
            self.process.wait(30)
            self.process.stdout.close()
            self.process = None

    def sql(self, *statements):
        """Runs statements by the program itself; what it prints as tsv."""
        words = [word for statement in statements for word in ("-e", statement)]
        command = [BINARY, "--home", self.home, "--format", "tsv", "--no-header", *words]
        done = subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        assert done.returncode == 0, done.stderr
        return done.stdout

    def pyodps(self, code, *arguments, python=CLIENTS):
        """Runs Python with PyODPS, where `o` is its ODPS object; what it prints."""
        head = "from odps import ODPS, options\no = ODPS('id', 'secret', 'default_project', endpoint=%r)\n"
        text = head % self.endpoint + textwrap.dedent(code)
        done = subprocess.run(
            [python, "-c", text, *arguments], capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False
        )
        assert done.returncode == 0, done.stderr
        return done.stdout


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path)
    made.start()
    yield made
    made.stop()


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """One server for all tests of a file."""
    made = Server(tmp_path_factory.mktemp("server"))
    made.start()
    yield made
    made.stop()


@pytest.fixture
def pyodps(shared_server):
    """Runs Python with PyODPS, pandas and Arrow against the shared server; what it prints."""
    return lambda code: arrow_client.run(shared_server.endpoint, code)
