"""The table of routes, as the page of the server's requests has it, so that tests ask each of them."""

import os
import re

from conftest import ROOT

PAGE = os.path.join(ROOT, "docs", "server-requests.md")  # which a unit test holds to the program's own table
ROW = re.compile(r"^\| `(/[^`]*)` \| (.*) \|$")
REQUEST = re.compile(r"`([A-Z]+)(?: \?([^`]+))?`")


def all_routes():
    """Methods, paths and actions, each once."""
    found = set()
    with open(PAGE) as page:
        for line in page:
            if row := ROW.match(line.rstrip()):
                found.update((method, row.group(1), action) for method, action in REQUEST.findall(row.group(2)))
    assert len(found) > 100, "the page is not written as it was"
    return sorted(found)


def filled(path, names, otherwise):
    """The path with names in the place of {}, by the part before it."""
    parts = path.split("/")
    for i, part in enumerate(parts):
        if part == "{}":
            parts[i] = names.get(parts[i - 1], otherwise)
    return "/".join(parts)


def target(path, action):
    return path + (f"?{action}" if action else "")
