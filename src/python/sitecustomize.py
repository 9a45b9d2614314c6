"""Runs at the start of every Python process whose PYTHONPATH begins with this folder.

A sitecustomize of the machine or of the user, which this file hides, runs first. Then, in a process
of a training job (PAISQL_JOB is set), files for Python 2 are looked for, the packages of its archive's
requirements.txt are made importable, and the import hook for TensorFlow is put in place; it costs
nothing until the script imports tensorflow.
"""

import importlib.machinery
import importlib.util
import os
import sys

# Not __doc__, which python -OO leaves out.
_FIRST_LINE = "Runs at the start of every Python process whose PYTHONPATH begins with this folder."
_HERE = os.path.dirname(os.path.abspath(__file__))


def _is_ours(path):
    """Whether a file is this one by another path, or that of another installation of paisql."""
    try:
        with open(path, encoding="utf-8", errors="replace") as stream:
            return stream.readline().strip('"\n') == _FIRST_LINE
    except OSError:
        return False


def _run_hidden_sitecustomize():
    """Whether there was one."""
    others = [path for path in sys.path if os.path.abspath(path or ".") != _HERE]
    others = [path for path in others if not _is_ours(os.path.join(path, "sitecustomize.py"))]
    spec = importlib.machinery.PathFinder.find_spec("sitecustomize", others)
    if spec is None or spec.loader is None:
        return False
    spec.loader.exec_module(importlib.util.module_from_spec(spec))
    return True


hidden_ran = _run_hidden_sitecustomize()

if sys.flags.bytes_warning:
    from paisql.python2 import own_warnings

    own_warnings.hide()
if os.environ.get("PAISQL_JOB"):
    if os.environ.get("PAISQL_CONFINE"):
        from paisql.start import confine

        if os.environ.get("PAISQL_REQUIREMENTS"):
            from paisql.start import requirements

            requirements.install_for_confined()
        confine.begin()

    from paisql.python2 import start
    from paisql.start import hook

    start.begin()  # a script for Python 2 begins anew here, before anything is taken from it
    if os.environ.get("PAISQL_REQUIREMENTS"):
        from paisql.start import requirements

        requirements.provide()
    hook.install()
    if os.environ.get("PAISQL_PROGRESS_FD"):
        from paisql.monitoring import progress

        progress.claim()  # before the script can start children, which are not to inherit the pipe
