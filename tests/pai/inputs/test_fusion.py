"""Fused pipelines after TableRecordDataset against the same on single rows."""

import pyarrow as pa
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "inputs/fusion_cases.py"
MAP_SCRIPT = "inputs/map_cases.py"


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("fusion"))

    def part(begin, end):
        ids = list(range(begin, end))
        return arrow(
            id=pa.array(ids, pa.int64()),
            value=pa.array([None if i % 7 == 0 else i / 2 for i in ids], pa.float64()),
            name=[None if i % 5 == 0 else "a name that is longer than an inlined text %d" % i for i in ids],
            flag=pa.array([None if i % 11 == 0 else i % 2 == 1 for i in ids]),
        )

    fields = columns(("id", "BIGINT"), ("value", "DOUBLE"), ("name", "STRING"), ("flag", "BOOLEAN"))
    files = [job.file(part(0, 25), row_group_size=10), job.file(part(25, 26)), job.file(part(26, 60))]
    url = job.input("t", fields, files)
    sizes = {("a", "1"): 13, ("a", "2"): 20, ("b", "1"): 31, ("c", "1"): 0}
    parts = [job.file(part(0, rows), values, row_group_size=7) for values, rows in sizes.items()]
    parted = job.input("parted", fields, parts, keys=("d", "h"))
    cases = run_cases(job, SCRIPT, url, parted, timeout=900)
    return dict(cases, **run_cases(job, MAP_SCRIPT, url, timeout=900))


@pytest.mark.parametrize("name", case_names(SCRIPT) + case_names(MAP_SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
