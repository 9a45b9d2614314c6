"""common_io, another name of the platform's table functions (pai-table-io: 6)."""

from common_io import exception, table  # noqa: F401
