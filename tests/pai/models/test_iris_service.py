"""The model that the iris example trains, as a service: split over two versions, rolled and rolled back under load."""

import json
import os
import re
import subprocess
import sys
import time
import urllib.request

import pytest
from fake_job import ROOT
from paisql_home import BINARY, SCRIPTS

IRIS = os.path.join(ROOT, "docs", "examples", "iris", "iris.sql")
LOAD = os.path.join(SCRIPTS, "models/iris_load.py")
LIMIT_S = 240
# Measures as in the middle of each of the three kinds.
FLOWERS = {"setosa": [5.0, 3.4, 1.5, 0.2], "versicolor": [5.9, 2.8, 4.3, 1.3], "virginica": [6.6, 3.0, 5.6, 2.0]}


def paisql(home, *arguments):
    command = [BINARY, "--home", home.path, "--project", "iris_project", "--format", "tsv", "--no-header"]
    done = subprocess.run(
        command + list(arguments),
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        stdin=subprocess.DEVNULL,
        env=home.environment(),
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


class Load:
    """A client process that asks for known flowers until it is told to stop, and counts every answer."""

    def __init__(self, address, token):
        self.process = subprocess.Popen(
            [sys.executable, LOAD, address, token, json.dumps(FLOWERS)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout.readline() == "asking\n"

    def stop(self):
        out, _ = self.process.communicate(timeout=LIMIT_S)
        return json.loads(out)


class Service:
    def __init__(self, address, token):
        self.address, self.token = address, token

    def answered(self):
        """Requests answered 200 by each version so far."""
        metrics = self.address.split("/api/")[0] + "/metrics"
        with urllib.request.urlopen(metrics, timeout=LIMIT_S) as answer:
            text = answer.read().decode()
        found = re.findall(
            r'^paisql_front_requests_total\{service="iris",version="(\d+)",code="200"\} (\d+)$', text, re.M
        )
        return {int(version): int(count) for version, count in found}

    def await_answers(self, version, count):
        """Waits until the version has answered so many more requests; gives what each version has answered meanwhile."""
        before = self.answered()
        deadline = time.monotonic() + LIMIT_S
        while True:
            meanwhile = {one: total - before.get(one, 0) for one, total in self.answered().items()}
            if meanwhile.get(version, 0) >= count:
                return meanwhile
            if time.monotonic() >= deadline:
                raise TimeoutError(meanwhile)


@pytest.fixture
def iris(home):
    """The trained example as a model of two versions, deployed with the first one."""
    paisql(home, "-f", IRIS)
    made = paisql(
        home,
        "-e",
        "CREATE MODEL iris FROM 'oss://iris-models/softmax/';"
        "ALTER MODEL iris ADD VERSION FROM 'oss://iris-models/softmax/';"
        "DEPLOY SERVICE iris USING MODEL iris VERSION 1 PROPERTIES ('metadata.instance'='2');",
    )
    facts = dict(line.split("\t") for line in made.splitlines() if "\t" in line)
    yield Service(facts["Address"], facts["Token"])
    paisql(home, "-e", "DROP SERVICE iris;")


def test_iris_is_deployed_split_rolled_and_rolled_back_under_load(home, iris):
    def sql(text):
        return paisql(home, "-e", text)

    load = Load(iris.address, iris.token)
    iris.await_answers(1, 100)

    sql("RELEASE SERVICE iris MODEL iris VERSION 2 WEIGHT 10;")
    split = iris.await_answers(2, 50)
    # Of each 10 requests in a row one; the counts were read while more came.
    assert split[1] == pytest.approx(9 * split[2], abs=40), split

    sql("SWITCH SERVICE iris;")
    sql("ALTER SERVICE iris USING MODEL iris VERSION 1;")
    iris.await_answers(3, 100)
    sql("ROLLBACK SERVICE iris;")
    rolled_back = iris.await_answers(2, 100)
    assert set(one for one, count in rolled_back.items() if count) <= {2, 3}

    counts = load.stop()
    assert counts["failed"] == {} and counts["wrong"] == 0, counts
    # Nobody else has asked, and no request was computed twice.
    assert counts["right"] == sum(iris.answered().values()) > 450
