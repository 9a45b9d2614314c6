"""common_io.exception: what a reader raises at a table's end."""

import tensorflow  # noqa: F401

from paisql.errors import OutOfRangeException  # noqa: F401
