"""What the tests of workflows share: the binary, a fresh home, and a folder with nodes."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 180
DAY = "20260101"


class Flows:
    """Runs `paisql flow` on one home and one folder of nodes."""

    def __init__(self, path):
        self.home = path / "home"
        self.folder = path / "work"
        self.folder.mkdir()

    def write(self, **files):
        """Files of the workflow: a_sql=… is a.sql."""
        for name, text in files.items():
            stem, _, end = name.rpartition("_")
            (self.folder / f"{stem}.{end}").write_text(text)

    def command(self, *arguments):
        return [BINARY, "--home", str(self.home), *map(str, arguments)]

    def flow(self, verb, *arguments, **options):
        words = [] if verb in ("status", "log") else [self.folder]
        options.setdefault("timeout", TIMEOUT)
        return subprocess.run(
            self.command("flow", verb, *words, *arguments), text=True, capture_output=True, check=False, **options
        )

    def run(self, *arguments, **options):
        return self.flow("run", "--bizdate", DAY, *arguments, **options)

    def start(self, *arguments, **options):
        return subprocess.Popen(
            self.command("flow", "run", self.folder, "--bizdate", DAY, *arguments),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            **options,
        )

    def events(self, *arguments):
        done = self.run("--output", "jsonl", *arguments)
        return done, [json.loads(line) for line in done.stdout.splitlines()]

    def states(self, run="last"):
        """Node -> state of a run, as `flow status` tells."""
        done = self.flow("status", run)
        assert done.returncode == 0, done.stderr
        lines = done.stdout.split("\n\n")[1].splitlines()[1:]
        return {line.split()[0]: line.split()[2] for line in lines}

    def rows(self, sql):
        done = subprocess.run(
            self.command("--format", "tsv", "--no-header", "-e", "SET odps.sql.allow.fullscan=true;" + sql),
            text=True,
            capture_output=True,
            check=False,
            timeout=TIMEOUT,
        )
        assert done.returncode == 0, done.stderr
        return [line.split("\t") for line in done.stdout.splitlines()]


@pytest.fixture
def flows(tmp_path):
    return Flows(tmp_path)
