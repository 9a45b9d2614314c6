"""common_io.table: TableReader and TableWriter of tf.python_io."""

import tensorflow  # noqa: F401  the errors of a reader are TensorFlow's

from paisql.tables.table_reader import TableReader  # noqa: F401
from paisql.tables.table_writer import TableWriter  # noqa: F401
