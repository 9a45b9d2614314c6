"""common_io.exception: what a reader raises at a table's end.

The platform's "Read table time out!" is raised by nothing here: the rows of a table lie on this
machine, and those of a query are waited for as long as its session computes them.
"""

import tensorflow  # noqa: F401

from paisql.tables.tensorflow_errors import OutOfRangeException  # noqa: F401
