"""Fixtures of the tests around PAI: jobs made by hand, and case scripts that run once a module."""

import glob
import json
import os
import re
import sys
import tempfile

import pytest

HERE = os.path.dirname(os.path.abspath(__file__))
# What the tests of one folder share with those of another is found by its name.
TOPICS = sorted({os.path.dirname(path) for path in glob.glob(os.path.join(HERE, "*", "test_*.py"))})
sys.path[:0] = [HERE, *TOPICS]

from fake_job import FakeJob  # noqa: E402
from paisql_home import BINARY, PaisqlHome  # noqa: E402

SCRIPTS = os.path.join(HERE, "scripts")


def case_names(*scripts):
    """The names of the functions that case scripts mark with @case."""
    found = []
    for script in scripts:
        with open(os.path.join(SCRIPTS, script), encoding="utf-8") as stream:
            found += re.findall(r"^@case\ndef (\w+)", stream.read(), re.MULTILINE)
    return found


def run_cases(job, script, *arguments, **options):
    """Runs a case script; gives {case: "" or traceback}."""
    done = job.run(os.path.join(SCRIPTS, script), *arguments, **options)
    assert done.returncode == 0, done.stderr + done.stdout
    return json.loads(done.stdout.rstrip().rsplit("\n", 1)[-1])


@pytest.fixture(scope="session")
def alink_models(tmp_path_factory):
    """The folder with the SavedModels of alink_models_home.make_models, which nobody changes."""
    from alink_models_home import make_models

    return make_models(tmp_path_factory.mktemp("alink-models"))


@pytest.fixture
def job(tmp_path):
    return FakeJob(tmp_path)


def pytest_configure(config):
    config.addinivalue_line("markers", "confined: the home stands where a confined job cannot look")


@pytest.fixture
def closed_path():
    """A folder that a confined job may not open: all below /dev, where tests may lie, is open to it."""
    with tempfile.TemporaryDirectory(dir="/var/tmp") as folder:
        yield folder


@pytest.fixture
def home(request, tmp_path):
    if not os.path.exists(BINARY):
        pytest.skip("%s was not built" % BINARY)
    confined = request.node.get_closest_marker("confined")
    made = PaisqlHome(request.getfixturevalue("closed_path") if confined else tmp_path)
    yield made
    made.end_jobs()
