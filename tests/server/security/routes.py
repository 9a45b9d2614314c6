"""The table of routes, as the sources have it, so that tests ask each of them."""

import glob
import os
import re

from conftest import ROOT

ROW = re.compile(r'Route\{\s*"([A-Z]+)",\s*"([^"]+)",\s*"([^"]*)"')
# What stands in the place of a name after these words of a path.
PLACES = ("projects", "schemas", "tables", "instances", "resources", "functions", "volumes", "partitions", "users")


def all_routes():
    """Methods, paths and actions, each once."""
    found = set()
    for path in glob.glob(os.path.join(ROOT, "src", "rest", "**", "*.cpp"), recursive=True):
        with open(path) as file:
            found.update(ROW.findall(file.read()))
    assert len(found) > 50, "the rows of routes are not written as they were"
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
