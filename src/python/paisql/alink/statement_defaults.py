"""Defaults of the statements that operators become, which their getters tell.

statement_defaults.json is made of the program's own table of parameters (docs/alink.md shows the same one).
"""

import functools
import json
import os


@functools.lru_cache(maxsize=None)
def _table():
    with open(os.path.join(os.path.dirname(__file__), "statement_defaults.json"), encoding="utf-8") as stream:
        return json.load(stream)


def default_of(operator, parameter):
    """What a statement of the operator takes where the parameter is not set; None where it has no default.

    A stage of a pipeline is a training, a predictor, or both.
    """
    kind = type(operator)
    for one in (kind, getattr(kind, "train", None), getattr(kind, "predict", None)):
        found = _table().get(getattr(one, "algorithm", ""), {}).get(parameter)
        if found is not None:
            return found
    return None
