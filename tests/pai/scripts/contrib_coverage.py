"""Asks for each name of tf.contrib; prints {part: [names that are not offered]} as JSON.

sys.argv[1] is a JSON object {part: [names]}.
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


with open(sys.argv[1], encoding="utf-8") as stream:
    members = json.load(stream)
missing = {part: [n for n in names if not is_offered(part, n)] for part, names in members.items()}
told = {
    part: replacements.PARTS[part]
    if part in replacements.PARTS
    else {name: replacements.NAMES.get(part + "." + name, "") for name in missing[part]}
    for part in members
    if missing[part]
}
deep = []
for module in sys.argv[2:]:
    try:
        importlib.import_module("tensorflow.contrib." + module)
    except ImportError as error:
        deep.append("%s: %s" % (module, error))
print("\n" + json.dumps({"told": told, "deep": deep}))
