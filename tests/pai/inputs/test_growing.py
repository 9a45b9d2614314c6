"""A query's rows are shuffled while they come, by a list that the test writes (docs/internals/formats.md)."""

import os

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import case_names, run_cases
from fake_job import FakeJob, arrow, columns

SCRIPT = "inputs/growing_cases.py"
PART_ROWS = [1, 50, 249, 1, 99, 200, 50]


@pytest.fixture(scope="module")
def outcome(tmp_path_factory):
    folder = tmp_path_factory.mktemp("growing")
    job = FakeJob(folder)

    def rows(begin, end):
        ids = range(begin, end)
        return arrow(
            id=pa.array(ids, pa.int64()),
            name=[None if i % 5 == 0 else "a name that is longer than an inlined text %d" % i for i in ids],
        )

    parts, begin = folder / "parts", 0
    parts.mkdir()
    for number, count in enumerate(PART_ROWS):
        pq.write_table(rows(begin, begin + count), parts / ("%d.parquet" % number))
        begin += count
    fields = columns(("id", "BIGINT"), ("name", "STRING"))
    complete = job.input("t", fields, [job.file(rows(0, begin), row_group_size=200)])
    growing = job.input("_query_1", fields, [], parts=os.path.join(parts, "parts.txt"))
    return run_cases(job, SCRIPT, complete, str(parts), growing, timeout=900)


@pytest.mark.parametrize("name", case_names(SCRIPT))
def test_case(outcome, name):
    assert outcome[name] == ""
