"""The oss:// file system plugin inside real TensorFlow."""

import os

import pytest
from conftest import case_names, run_cases
from fake_job import OSS_PLUGIN, TENSORFLOW, FakeJob

SCRIPT = "oss_cases.py"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    if not os.path.exists(OSS_PLUGIN):
        if TENSORFLOW:
            pytest.fail("%s was not built, although TensorFlow is installed" % OSS_PLUGIN)
        pytest.skip("%s was not built: scripts/setup installed no TensorFlow" % OSS_PLUGIN)
    return run_cases(FakeJob(tmp_path_factory.mktemp("oss")), SCRIPT)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
