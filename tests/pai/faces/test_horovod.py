"""Horovod where it is not installed: the names that scripts use, in a world of one process."""

import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob

SCRIPT = "faces/horovod_cases.py"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    return run_cases(FakeJob(tmp_path_factory.mktemp("horovod")), SCRIPT)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
