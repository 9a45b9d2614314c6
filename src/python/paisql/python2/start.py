"""The beginning of a process: which of the script's own files are Python 2, and the script itself.

prepare() judges and sets up. A process that finds its script to be converted, and was started by
Python's own way, begins anew with programs/run_python2.py, which hands the copy to Python under the script's name.
"""

import os
import sys

_SETTING = "PAISQL_PYTHON2"


class Main:
    """What the module __main__ of a converted script is made of: the copy's path, its builtins."""

    def __init__(self, source, builtins):
        self.source, self.builtins = source, builtins


def begin():
    """For sitecustomize, in each process of a job; does not return where the script is converted."""
    script = sys.argv[0] if sys.argv else ""
    if script == _RUNNER:
        return
    setting = os.environ.get(_SETTING)
    main = prepare(script, tells=False)
    if main is None:
        return
    with open("/proc/self/cmdline", "rb") as stream:
        words = [os.fsdecode(word) for word in stream.read().split(b"\0")[:-1]]
    if setting is not None:
        os.environ[_SETTING] = setting
    else:
        os.environ.pop(_SETTING, None)
    options = words[1 : len(words) - len(sys.argv)]
    # Places within a line would be those of the copy, below a line of the user's.
    options += ["-X", "no_debug_ranges"]
    os.execv(sys.executable, [words[0], *options, _RUNNER, *sys.argv])


_PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
_RUNNER = os.path.join(_PACKAGE, "programs", "run_python2.py")


def prepare(script, tells=True):
    """Sets the process up for the job's own files; the Main of a converted script, else None.

    tells: a converted script is said to be one; the modules of another one are in any case.
    """
    setting, job = os.environ.get(_SETTING, "auto"), os.environ.get("PAISQL_JOB")
    if not job:
        return None
    from paisql.python2 import own_warnings

    own_warnings.begin(job)
    if setting == "off":
        return None
    from paisql.python2 import copies, loader

    found = copies.current = copies.Copies(
        os.path.join(job, "work"), os.path.join(job, "python2"), setting, tells and setting != "inherited"
    )
    loader.install(found)
    if not script or not found.is_own(script) or not os.path.isfile(script):
        return None  # a process that the script has started
    try:
        copy = found.find(script, is_entry=True)
        if copy is None and not found.is_full and found.shows_python_2(script):
            copy = found.find(script, certain=True)
        if setting == "by_name" and not found.is_full:
            copy = found.be_full_by_name(script) or copy
    except SyntaxError as error:
        _end(error)
    found.tells = setting != "inherited"
    if copy is None or copy.path is None:
        return None
    return Main(copy.path, loader.builtins_for(copy))


def _end(error):
    """The end of a script that cannot begin, in Python's own form."""
    import traceback

    sys.stderr.write("".join(traceback.format_exception_only(SyntaxError, error)))
    sys.stderr.flush()
    os._exit(1)
