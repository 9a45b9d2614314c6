"""A table that a job's script writes and does not close, or closes after an error, as a whole job."""

import pytest

WRITES = """
import os
from common_io import table
import tensorflow as tf
writer = table.TableWriter(tf.app.flags.FLAGS.outputs)
writer.write([(7,), (8,)], [0])
"""
ROWS_BEFORE = [("1",)]


@pytest.mark.parametrize(
    "end, fails, rows",
    [
        ("", None, [("7",), ("8",)]),
        ("writer.close(); writer.close()", None, [("7",), ("8",)]),
        ("os._exit(0)", "was not closed", ROWS_BEFORE),
        ("raise ValueError('no more')", "ValueError: no more", ROWS_BEFORE),
        ("writer.close(); raise ValueError('no more')", "ValueError: no more", ROWS_BEFORE),
        ("table.TableWriter(tf.app.flags.FLAGS.outputs)", "is being written already", ROWS_BEFORE),
    ],
)
def test_a_writer_that_is_left(home, end, fails, rows):
    home.run("CREATE TABLE o (id BIGINT);", "INSERT INTO o VALUES (1);").ok()
    outcome = home.pai(WRITES + end, outputs="odps://p/tables/o")
    if fails is None:
        outcome.ok()
    else:
        outcome.fails(fails)
    assert sorted(home.rows("SELECT id FROM o;")) == rows
