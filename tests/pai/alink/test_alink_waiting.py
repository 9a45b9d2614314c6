"""In which order a program's sinks and prints run, and what its operators take for values."""

import pathlib
import sys

import numpy as np
import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from paisql.alink import relational, scripts, waiting  # noqa: E402
from paisql.alink.file_formats import csv_files  # noqa: E402


def test_what_fails_is_tried_again_behind_what_is_new():
    done, broken = [], {"b"}

    def do(item):
        if item in broken:
            raise ValueError(item)
        done.append(item)

    waits = waiting.Waiting()
    waits.add("a", "b", "c")
    with pytest.raises(ValueError, match="b"):
        waits.run(do)
    assert done == ["a"]
    # Who wants rows runs what was not tried, and nothing twice.
    waits.run(do, again=False)
    assert done == ["a", "c"]
    waits.add("d")
    with pytest.raises(ValueError, match="b"):
        waits.run(do)
    assert done == ["a", "c", "d"]
    broken.clear()
    waits.run(do)
    waits.run(do)
    assert done == ["a", "c", "d", "b"]


def test_a_run_within_a_run_repeats_nothing():
    done, waits = [], waiting.Waiting()

    def do(item):
        waits.run(done.append)
        done.append(item)

    waits.add(1, 2)
    waits.run(do)
    assert done == [1, 2]


def test_none_is_as_if_nothing_were_set():
    ordered = relational.OrderByBatchOp(clause="x").setOrder("desc").setOrder(None)
    assert ordered.getOrder() == "ASC"
    source = csv_files.CsvSourceBatchOp().setSkipBlankLine(None).setQuoteChar(None)
    assert source.getSkipBlankLine() is True and source.getQuoteChar() is None


def test_values_of_other_libraries():
    assert relational.FirstNBatchOp().setSize(np.float32(3)).getSize() == 3
    assert relational.FirstNBatchOp().setSize(np.int16(3)).getSize() == 3
    with pytest.raises(ValueError, match="integer"):
        relational.FirstNBatchOp().setSize(np.float32(3.5))
    assert scripts.TensorFlowBatchOp().setPythonEnv(pathlib.Path("/x/env")).getPythonEnv() == "/x/env"
