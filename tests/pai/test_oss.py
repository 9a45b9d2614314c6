"""The oss:// file system plugin inside real TensorFlow."""

import os

import pytest
from conftest import case_names, run_cases
from fake_job import OSS_PLUGIN, FakeJob

SCRIPT = "oss_cases.py"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    if not os.path.exists(OSS_PLUGIN):
        pytest.skip("%s was not built" % OSS_PLUGIN)
    return run_cases(FakeJob(tmp_path_factory.mktemp("oss")), SCRIPT)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
