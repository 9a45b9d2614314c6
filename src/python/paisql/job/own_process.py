"""Which process of its job this one is."""

import os


def name():
    """A name such as "worker-0", "ps-1", "evaluator-0"."""
    return os.environ.get("PAISQL_PROCESS", "worker-0")


def is_parameter_server():
    return name().startswith("ps-")
