"""How fast a job reads, what its steps wait for, and hints at slow ways of input."""

import os
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from conftest import SCRIPTS, case_names, run_cases
from fake_job import FakeJob, arrow, columns

CASES = "inputs/input_time_cases.py"


@pytest.fixture(name="cases", scope="module")
def run_all(tmp_path_factory):
    job = FakeJob(tmp_path_factory.mktemp("job"))
    rows = arrow(id=pa.array(range(100), pa.int64()), name=pa.array(["n%d" % i for i in range(100)]))
    file = job.file(rows, row_group_size=60)
    table = job.input("t", columns(("id", "BIGINT"), ("name", "STRING")), [file])
    metadata = pq.ParquetFile(file["path"]).metadata
    groups = [metadata.row_group(index) for index in range(metadata.num_row_groups)]
    size = sum(group.column(leaf).total_compressed_size for group in groups for leaf in (0, 1))
    # Hints name places in the job's own files.
    copy = shutil.copy(os.path.join(SCRIPTS, CASES), os.path.join(job.folder, "work"))
    return run_cases(job, copy, table, str(size))


@pytest.mark.parametrize("name", case_names(CASES))
def test_input_time(cases, name):
    assert cases[name] == ""
