"""What DESC EXTENDED says of a table beside its columns."""

import datetime
import re

_FIELD = re.compile(r"^\| *(\w+) *: *(.*?) *\|$")
_SIZE = re.compile(r"Size: ([0-9]+)")


def of_text(text):
    """{name: text} of the lines "| Name: text |"; a comment ends where the times begin."""
    found = {}
    for line in text.splitlines():
        match = _FIELD.match(line)
        if match is None:
            continue
        size = _SIZE.search(match[2])
        if match[1] == "InternalTable" and size is not None:
            found["Size"] = size[1]
        found[match[1]] = match[2]
    return found


def moment(text):
    """The datetime of "2026-01-01 02:03:04", None for another text."""
    try:
        return datetime.datetime.fromisoformat(text or "")
    except ValueError:
        return None


def whole(text, default=None):
    """The integer of a text; the default where there is none."""
    return int(text) if text and re.fullmatch(r"-?[0-9]+", text) else default
