"""Services as people type them: real processes from DEPLOY to DROP."""

import json
import os
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import BINARY, ROOT, TIMEOUT

MODELS = ROOT / "tests" / "data" / "models"
EIGHT_AND_ONE = 100


class Home:
    """A home with the models dense (x -> y) as two versions of churn."""

    def __init__(self, path):
        self.path = path

    def run(self, sql, status=0):
        done = subprocess.run(
            [BINARY, "--home", str(self.path), "--format", "tsv", "--no-header", "-e", sql],
            capture_output=True, text=True, timeout=2 * TIMEOUT, check=False)
        assert done.returncode == status, done.stderr
        return done

    def facts(self, sql):
        return dict(line.split("\t") for line in self.run(sql).stdout.splitlines())


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    made = Home(tmp_path_factory.mktemp("services") / "home")
    made.run(f"CREATE MODEL churn FROM '{MODELS / 'linear'}';"
             f"ALTER MODEL churn ADD VERSION FROM '{MODELS / 'linear'}';")
    yield made
    for line in made.run("SHOW SERVICES;").stdout.splitlines():
        made.run(f"DROP SERVICE {line.split(chr(9))[0]};")
