"""intraOpParallelism counts wherever a component computes with TensorFlow."""

import json
import os

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "alink_tasks/thread_cases.py"


@pytest.fixture(scope="module")
def results(tmp_path_factory, alink_models):
    job = FakeJob(tmp_path_factory.mktemp("threads"))
    fields = columns(("id", "BIGINT"))
    settings = {
        "main": "main.py",
        "input": job.input("t", fields, [job.file(arrow(id=pa.array([1], pa.int64())))]),
        "output": job.output("out", fields),
        "columns": ["id"],
        "user_params": {},
        "even": True,
        "nulls": "error",
        "convert": False,
    }
    cluster = {"worker": ["127.0.0.1:1"]}
    variables = {
        "PAISQL_PROCESS": "worker-0",
        # Arrow's own allocator starts a thread when it likes, which has no name yet for a moment.
        "ARROW_DEFAULT_MEMORY_POOL": "system",
        "TF_CONFIG": json.dumps({"cluster": cluster, "task": {"type": "worker", "index": 0}}),
    }
    model = os.path.join(alink_models, "linear")
    return run_cases(job, SCRIPT, json.dumps(settings), model, face="tensorflow2", variables=variables)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(results, name):
    assert results[name] == ""
