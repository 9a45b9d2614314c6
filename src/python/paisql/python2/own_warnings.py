"""BytesWarnings of the script's own files, each place once; those of libraries are not shown.

Python warns of str(b'x'), b'x' == 'x' and '%s' % b'x' when it runs with -b. In a script for Python 2
these were text, so the warnings are how one that nothing shows to be for Python 2 gives itself away.
"""

import os
import sys

_HINT = (
    "paisql: Python 3 keeps bytes and text apart, Python 2 does not; for a script that is written for "
    "Python 2: SET paisql.python2=on;\n"
)


_seen = False


def seen():
    """Whether one of the script's own files has taken bytes for text in this process."""
    return _seen


_HIDDEN = ("ignore", None, BytesWarning, None, 0)


def hide():
    """Hides all of them: the process's first filter, whether there is a job already or not yet."""
    if sys.flags.bytes_warning:
        import warnings

        warnings.simplefilter("ignore", BytesWarning)


def begin(job):
    """Shows those of the files below the job's folder work."""
    if not sys.flags.bytes_warning:
        return
    import warnings

    root = os.path.realpath(os.path.join(job, "work")) + os.sep
    shown = ("default", None, BytesWarning, _OwnModules(root), 0)
    # Where it had stood, had the process been the job's from its start.
    place = warnings.filters.index(_HIDDEN) if _HIDDEN in warnings.filters else 0
    warnings.filters.insert(place, shown)
    warnings._filters_mutated()  # pylint: disable=protected-access
    warnings.showwarning = _Shown(warnings.showwarning)


class _OwnModules:
    """What a filter takes for a compiled pattern: looks a module's file up when one warns."""

    def __init__(self, root):
        self._root = root

    def match(self, name):
        file = getattr(sys.modules.get(name), "__file__", None)
        return file is not None and os.path.realpath(file).startswith(self._root)

    def __repr__(self):
        return "the script's own modules"


class _Shown:
    """warnings.showwarning, with a hint after the first BytesWarning."""

    def __init__(self, show):
        self._show, self._hinted = show, False

    def __call__(self, message, category, filename, lineno, file=None, line=None):
        global _seen
        _seen = _seen or category is BytesWarning
        self._show(message, category, filename, lineno, file, line)
        if category is BytesWarning and not self._hinted and file is None:
            self._hinted = True
            sys.stderr.write(_HINT)
