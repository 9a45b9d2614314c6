"""Whether a file that a stream has found is whole, and whether it is still what was found."""

import os

from paisql.alink_task import TaskError


def as_found(status):
    """What a unit says of its file, by an os.stat_result."""
    return {"bytes": status.st_size, "mtime_ns": status.st_mtime_ns}


def is_as_found(unit, status):
    """Whether a file is still what was found, as far as its unit says what that was."""
    now = as_found(status)
    return all(unit.get(name, value) == value for name, value in now.items())


def is_whole(path, kind):
    """Whether a file that stands still is complete, as far as its end tells; TaskError where it cannot be read."""
    try:
        with open(path, "rb") as stream:
            length = os.fstat(stream.fileno()).st_size
            if kind == "parquet":
                stream.seek(max(length - 4, 0))
                return length >= 12 and stream.read(4) == b"PAR1"
            stream.seek(max(length - 1, 0))
            return length > 0 and stream.read(1) == b"\n"
    except FileNotFoundError:
        return False
    except OSError as error:
        raise TaskError("%s cannot be read: %s" % (path, error.strerror)) from None
