"""akdl's helpers, called as scripts written for Alink call them."""

import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob

MODULES = ("akdl_cases", "akdl_helpers_cases")


@pytest.fixture(scope="module")
def results(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("akdl"))
    return run_cases(job, "alink_tasks/together.py", *MODULES, face="tensorflow2", timeout=400)


@pytest.mark.parametrize("name", case_names(*("alink_tasks/%s.py" % name for name in MODULES)))
def test_case(results, name):
    assert results[name] == ""
