"""Asks for each name of tf.contrib; prints as JSON what is not offered.

sys.argv[1] is a JSON object {"members": {part: [names]}, "used": [dotted names], "deep": [modules]};
the output {"told": {part: {name: what to use}, or what to use}, "used": [names], "deep": [errors]}.
"""

import importlib
import json
import sys

import tensorflow as tf

from paisql.contrib import replacements


def is_offered(part, name):
    # Some functions exist and say, when they are called, that they cannot be had.
    if part in replacements.PARTS or part + "." + name in replacements.NAMES:
        return False
    try:
        getattr(getattr(tf.contrib, part), name)
    except AttributeError:
        return False
    return True


def is_found(path):
    """Whether a dotted name below tf.contrib leads to something: attributes, or modules."""
    found, name = tf.contrib, "tensorflow.contrib"
    for part in path.split("."):
        name += "." + part
        try:
            found = getattr(found, part)
        except AttributeError:
            try:
                found = importlib.import_module(name)
            except ImportError:
                return False
        if callable(found):
            break  # what a class or a function has is its own affair
    return True


with open(sys.argv[1], encoding="utf-8") as stream:
    asked = json.load(stream)
members = asked["members"]
missing = {part: [n for n in names if not is_offered(part, n)] for part, names in members.items()}
told = {
    part: replacements.PARTS[part]
    if part in replacements.PARTS
    else {name: replacements.NAMES.get(part + "." + name, "") for name in missing[part]}
    for part in members
    if missing[part]
}
deep = []
for module in asked["deep"]:
    try:
        importlib.import_module("tensorflow.contrib." + module)
    except ImportError as error:
        deep.append("%s: %s" % (module, error))
used = [name for name in asked["used"] if not is_found(name)]
print("\n" + json.dumps({"told": told, "used": used, "deep": deep}))
