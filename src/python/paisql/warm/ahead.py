"""What a job's process would import before its script's first line, imported once, in the warm process.

Nothing here does more when it is imported than to define something; a process that starts cold imports
the same, so that a script finds the same modules either way.
"""

import ctypes
import importlib
import os
import sys

# Of every job: paisql.face's begin_job() and paisql.python2.start.
_OF_JOBS = (
    "paisql.monitoring.input_hints",
    "paisql.monitoring.progress_keras",
    "paisql.monitoring.progress_sessions",
    "paisql.monitoring.queue_waits",
    "paisql.monitoring.slow_input",
    "paisql.monitoring.step_time",
    "paisql.python2.copies",
    "paisql.python2.loader",
    "paisql.python2.own_warnings",
)
# Of programs of ours that run a user's script: their names, and what they import.
_OF_PROGRAMS = {"alink_job.py": "paisql.alink_run.task"}


def load():
    """Returns {name of a program: {name: module}}: what only its processes are to have in sys.modules."""
    for name in _OF_JOBS:
        _import(name)
    _load_plugin()
    return {program: _shelved(name) for program, name in _OF_PROGRAMS.items()}


def _import(name):
    try:
        importlib.import_module(name)
    except (ImportError, AttributeError):
        pass  # the job's process does without, or says what is missing


def _load_plugin():
    """The file system of oss://, which TensorFlow then finds loaded (paisql.face.oss_plugin)."""
    try:
        ctypes.CDLL(os.environ.get("PAISQL_OSS_PLUGIN") or "libc.so.6")
    except OSError:
        pass


def _shelved(name):
    before = set(sys.modules)
    _import(name)
    made = [name for name in sys.modules if name not in before]
    # A library is never loaded a second time.
    own = [name for name in made if name.startswith("paisql.")]
    return {name: sys.modules.pop(name) for name in own}
