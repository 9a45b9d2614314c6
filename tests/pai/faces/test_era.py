"""Names, flags and clusters as scripts of TensorFlow 1's time have them: one process of real TensorFlow."""

import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob

SCRIPT = "faces/era_cases.py"


@pytest.fixture(scope="module")
def cases(tmp_path_factory):
    return run_cases(FakeJob(tmp_path_factory.mktemp("era")), SCRIPT)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_era(cases, name):
    assert cases[name] == ""
