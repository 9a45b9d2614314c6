"""common_io.table: TableReader and TableWriter of tf.python_io."""

import tensorflow  # noqa: F401  the errors of a reader are TensorFlow's

from paisql.table_reader import TableReader  # noqa: F401
from paisql.table_writer import TableWriter  # noqa: F401
