"""Statements about services, as people type them."""

import subprocess

from conftest import BINARY, TIMEOUT


class Session:
    """Statements on a home, each run by a program of its own."""

    def __init__(self, folder):
        self.folder = folder

    def start(self, sql):
        return subprocess.Popen(
            [BINARY, "--home", str(self.folder), "--format", "tsv", "--no-header", "-e", sql],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    def run(self, sql, status=0):
        program = self.start(sql)
        out, errors = program.communicate(timeout=4 * TIMEOUT)
        assert program.returncode == status, errors
        return out if status == 0 else errors

    def facts(self, service):
        """The facts of DESC SERVICE; of those with one name a list."""
        found = {}
        for line in self.run(f"DESC SERVICE {service};").splitlines():
            name, value = line.split("\t")
            found.setdefault(name, []).append(value)
        return found
