"""Which process of its job this one is."""

import json
import os


def name():
    """A name such as "worker-0", "ps-1", "evaluator-0"."""
    return os.environ.get("PAISQL_PROCESS", "worker-0")


def is_parameter_server():
    return name().startswith("ps-")


def statement_part(variable):
    """The statement's part of the job: the JSON of a variable, or of job.json where it is longer than variables may be."""
    text = os.environ.get(variable)
    if text is None:
        with open(os.path.join(os.environ["PAISQL_JOB"], "job.json"), encoding="utf-8") as stream:
            text = json.load(stream)["environment"][variable]
    return json.loads(text)
