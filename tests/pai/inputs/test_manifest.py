"""Which manifest and which files a table's URL stands for, without TensorFlow."""

import sys

import pyarrow as pa
import pytest
from fake_job import PYTHON_FOLDER, arrow, columns

sys.path.append(PYTHON_FOLDER)

from paisql.job.manifest import Job, TableUrl  # noqa: E402

KEYS = {"keys": ["Ds", "H"], "key_types": ["STRING", "INT"]}
FIELDS = columns(("v", "BIGINT"))


def file(job, *partition):
    return job.file(arrow(v=pa.array([1], pa.int64())), partition)


def selected(job, text):
    url = TableUrl(text)
    return [f["partition"] for f in Job(job.folder).find_input(url).narrowed(url)]


@pytest.mark.parametrize("hour", ["8", "08", "'08'", '"8"', "0008"])
def test_an_integer_key_has_many_spellings(job, hour):
    # The statement says h=08, the catalog and the manifest 8.
    files = [file(job, "01", "8")]
    job.input("t", FIELDS, files, partition_values=["01", "8"], spelled=["01", "08"], **KEYS)
    assert selected(job, "odps://p/tables/t/ds=01/h=" + hour) == [["01", "8"]]
    assert selected(job, "ODPS://P/tables/T/DS=01/H=%s/" % hour) == [["01", "8"]]


def test_a_schema_is_a_part_of_the_project():
    # The manifest has the place as the catalog names it.
    assert TableUrl("odps://P/schemas/Mart/tables/T/ds=1").project == "p.mart"
    assert TableUrl("odps://p/schemas/mart/tables/t/ds=1").partition == [("ds", "1")]
    assert TableUrl("odps://p/schemas/DEFAULT/tables/t").project == "p"
    with pytest.raises(ValueError, match="is not the URL of a table"):
        TableUrl("odps://p/schemas/mart/t")


def test_a_partition_within_what_the_statement_names(job):
    files = [file(job, "01", "8"), file(job, "01", "9")]
    job.input("t", FIELDS, files, partition_values=["01"], **KEYS)
    assert selected(job, "odps://p/tables/t/ds=01/h=08") == [["01", "8"]]
    assert len(selected(job, "odps://p/tables/t/ds=01")) == 2
    with pytest.raises(ValueError, match="has no such partition"):
        selected(job, "odps://p/tables/t/ds=01/h=7")


def test_text_keys_compare_exactly(job):
    job.input("t", FIELDS, [file(job, "01", "8")], **KEYS)
    with pytest.raises(ValueError, match="has no such partition"):
        selected(job, "odps://p/tables/t/ds=1")
    with pytest.raises(ValueError, match="the partition keys of table p.t are"):
        selected(job, "odps://p/tables/t/h=8")


def test_another_partition_is_not_predefined(job):
    files = [file(job, "01", "8")]
    job.input("t", FIELDS, files, partition_values=["01", "8"], **KEYS)
    for text in ("odps://p/tables/t/ds=01/h=9", "odps://p/tables/t", "odps://p/tables/t/x=1"):
        with pytest.raises(ValueError, match="not predefined"):
            selected(job, text)


def test_an_output_partition_has_many_spellings(job):
    job.output("t", FIELDS, partition_values=["01", "8"], spelled=["01", "08"], **KEYS)
    for text in ("odps://p/tables/t/ds=01/h=8", "odps://p/tables/t/DS='01'/h=08"):
        assert Job(job.folder).find_output(TableUrl(text)).partition_values == ["01", "8"]
    for text in ("odps://p/tables/t/ds=01/h=9", "odps://p/tables/t/ds=01", "odps://p/tables/t"):
        with pytest.raises(ValueError, match="not predefined"):
            Job(job.folder).find_output(TableUrl(text))
