"""Functions that fail, and the words by which their statements fail."""

HEAD = """
import os, signal, sys
from odps.udf import BaseUDAF, BaseUDTF, annotate

@annotate("bigint->bigint")
class Good(object):
    def evaluate(self, a):
        return a
"""

_MODULE = "ODPS-0123055:.*Script exception - "
_KILLED = "ODPS-0123144:.*errCode:9,errMsg:SigKill\\(OOM\\)"
LATE = "ODPS-0123144:.*errCode:252,errMsg:kInstanceMonitorTimeout"

# How a method ends: statements, and what is said of it.
ENDS = {
    "exit": ("os._exit(3)", _MODULE + "the process of function \\w+ has ended: exit status 3"),
    "signal": ("os.kill(os.getpid(), signal.SIGSEGV)", _MODULE + "the process of function \\w+ has ended: SIGSEGV"),
    "kill": ("os.kill(os.getpid(), signal.SIGKILL)", _KILLED),
    "raise": ("raise ValueError('bad')", _MODULE + "Traceback .*ValueError: bad file bad.py, line \\d+"),
}

SCALARS = {
    "quits": ("sys.exit(4)", _MODULE + "Traceback .*SystemExit: 4"),
    "recurs": ("return self.evaluate(a)", _MODULE + "Traceback .*RecursionError: maximum recursion depth exceeded"),
    "stops": ("raise StopIteration", _MODULE + "RuntimeError: the function raised StopIteration"),
    "wrong": ("return 'a'", _MODULE + "TypeError: return value expected <class 'int'> but <class 'str'> found.*\\(7\\)"),
    "large": ("return 1 << 63", _MODULE + "OverflowError: Python int too large to convert to bigint"),
    "memory": ("bytearray(3 << 30)", _KILLED),
    "hangs": ("signal.pause()", LATE),
    "spins": ("while True: pass", LATE),
    "misses": ("import no_such_package", _MODULE + "Traceback .*No module named 'no_such_package'.*pip install no_such_package"),
    "closes": ("os.close(3)", _MODULE + "Traceback .*OSError: \\[Errno 9\\]"),
}  # fmt: skip

_FORMS = {
    "scalar": ("object", "bigint", {"__init__": "self", "evaluate": "self, a"}),
    "table": ("BaseUDTF", "bigint", {"__init__": "self", "process": "self, a", "close": "self"}),
    "aggregate": (
        "BaseUDAF",
        "bigint",
        {"__init__": "self", "new_buffer": "self", "iterate": "self, b, a", "terminate": "self, b"},
    ),
}


def _class(name, base, methods, broken, body):
    lines = ['@annotate("bigint->bigint")', "class %s(%s):" % (name, base)]
    for method, arguments in methods.items():
        lines += ["    def %s(%s):" % (method, arguments)]
        lines += ["        " + (body if method == broken else "return []" if method == "new_buffer" else "return None")]
    if base == "BaseUDAF":
        lines += ["    def merge(self, b, c):", "        pass"]
    return "\n".join(lines) + "\n"


def _all():
    """{name of a class: (its text, how its statement fails)}"""
    found = {}
    for name, (body, words) in SCALARS.items():
        found[name] = (_class(name, "object", {"evaluate": "self, a"}, "evaluate", body), words)
    for form, (base, _, methods) in _FORMS.items():
        for method in methods:
            for end, (body, words) in ENDS.items():
                name = "_".join((form, method.strip("_"), end))
                found[name] = (_class(name, base, methods, method, body), words)
    return found


FAILING = _all()
MODULE = HEAD + "".join(text for text, _ in FAILING.values())

# What CREATE FUNCTION or the first call says: the file's text, the class, the error.
UNRESOLVED = {
    "syntax": ("class C:\n  x = (\n", "C", "function 'syntax' cannot be resolved: .*line 2"),
    "no_class": ("class D: pass\n", "C", "function 'no_class' cannot be resolved: .*has no class 'C'"),
    "no_annotate": ("class C:\n    def evaluate(self): return 1\n", "C", "function 'no_annotate' cannot be resolved: .*has no @annotate"),
    "no_arrow": ("@annotate('bigint')\nclass C: pass\n", "C", "function 'no_arrow' cannot be resolved: .*bigint"),
    "no_type": ("@annotate('bigint->nothing')\nclass C: pass\n", "C", "function 'no_type' cannot be resolved: .*nothing"),
    "two_results": ("@annotate('bigint->bigint,bigint')\nclass C: pass\n", "C", "function 'two_results' cannot be resolved: "),
    "no_result": ("@annotate('bigint->')\nclass C: pass\n", "C", "function 'no_result' cannot be resolved: "),
    "binary": ("\0\1\2", "C", "function 'binary' cannot be resolved: .*not a text of Python"),
    "no_method": ("@annotate('bigint->bigint')\nclass C: pass\n", "C", _MODULE + ".*has no attribute 'evaluate'"),
    "fewer": ("@annotate('bigint->bigint')\nclass C:\n    def evaluate(self): return 1\n", "C", _MODULE + ".*TypeError: .*takes 1 positional argument but 2 were given"),
    "raises": ("@annotate('bigint->bigint')\nclass C: pass\nraise KeyError('top')\n", "C", _MODULE + ".*KeyError: 'top'"),
    "imports": ("import no_such\n@annotate('bigint->bigint')\nclass C: pass\n", "C", _MODULE + ".*No module named 'no_such'.*pip install no_such"),
}  # fmt: skip
