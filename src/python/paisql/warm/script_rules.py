"""Whether a script can tell that TensorFlow was imported before the script began.

Only what runs before the script's own `import tensorflow` can. So the statements up to there, also
those of the modules that it imports from its own folders, are read, and each of them must be one that
neither notices nor changes anything of that import: imports of modules that do the same before and
after TensorFlow, definitions, constants, and calls of a few functions. In doubt the answer is no.
"""

import ast
import os
import sys

from paisql.python2 import signs
from paisql.warm import statement_rules
from paisql.warm.cold import Cold

_MOST_BYTES = 1 << 20

_STANDARD_LIBRARY = signs.MODULES.union(sys.builtin_module_names, getattr(sys, "stdlib_module_names", ()))

# Packages beside the standard library that do the same before TensorFlow as after it. They count
# only when importing TensorFlow has loaded them.
_INDEPENDENT = {
    "absl",
    "dateutil",
    "numpy",
    "packaging",
    "pandas",
    "pytz",
    "scipy",
    "six",
    "typing_extensions",
    "wrapt",
}


def check(entry, folders, loaded, prints):
    """Raises Cold unless the script is the same on TensorFlow that was imported before it.

    entry    path of the script
    folders  where modules of its own may stand, in the order of sys.path
    loaded   names of the modules that importing TensorFlow loads; None while that is not known
    prints   whether importing it prints anything
    """
    reader = _Reader(folders, loaded, prints)
    if not reader.file(entry, None):
        raise Cold("the script does not import tensorflow at its top")


def _tree(data):
    """A file's statements; of one that is Python 2, as they run here. SyntaxError."""
    try:
        return ast.parse(data)
    except SyntaxError:
        from paisql.python2 import copies, syntax

        text, _ = copies.decoded(data)
        try:
            return ast.parse(syntax.convert(text or ""))
        except syntax.Unconvertible as failure:
            raise SyntaxError(failure.reason) from None


class _Reader:
    def __init__(self, folders, loaded, prints):
        self._folders = folders
        self._loaded = loaded
        self._prints = prints
        self._seen = set()
        self._bytes = 0

    def file(self, path, package):
        """Reads a module's file; True when tensorflow is imported in it, for certain."""
        path = os.path.realpath(path)
        if path in self._seen:
            return False
        self._seen.add(path)
        try:
            self._bytes += os.path.getsize(path)
            if self._bytes > _MOST_BYTES:
                raise Cold("the script and its modules are too long to be read in advance")
            with open(path, "rb") as stream:
                tree = _tree(stream.read())
        except (OSError, SyntaxError, ValueError, RecursionError, LookupError):
            raise Cold("%s cannot be read as Python" % os.path.basename(path)) from None
        return statement_rules.Module(self, os.path.basename(path), package).block(tree.body)

    def module(self, name, wanted):
        """`import name` and `from name import wanted...`; True when it imports tensorflow."""
        parts = name.split(".")
        if parts[0] == "tensorflow":
            return True
        for folder in self._folders:
            if os.path.exists(os.path.join(folder, parts[0] + ".py")) or os.path.isdir(os.path.join(folder, parts[0])):
                return self._own(folder, parts, wanted)
        if parts[0] in _STANDARD_LIBRARY:
            return False
        if self._loaded is None:
            return False
        known = parts[0] in _INDEPENDENT and name in self._loaded
        if not known or not all(self._has(name, part) for part in wanted):
            raise Cold("%s is imported before tensorflow" % name)
        return False

    def _has(self, name, part):
        return name + "." + part in self._loaded or part in vars(sys.modules[name])

    def _own(self, folder, parts, wanted):
        """A module in a folder of the script's own, with the packages around it."""
        place = folder
        for depth, part in enumerate(parts):
            place = os.path.join(place, part)
            name = ".".join(parts[: depth + 1])
            if os.path.isfile(os.path.join(place, "__init__.py")):
                if self.file(os.path.join(place, "__init__.py"), name):
                    return True
            elif os.path.isfile(place + ".py"):
                if depth + 1 < len(parts):
                    raise Cold("%s is not found" % ".".join(parts))
                return self.file(place + ".py", ".".join(parts[:depth]))
            elif not os.path.isdir(place):
                raise Cold("%s is not found, or not written in Python" % name)
        for part in wanted:
            if os.path.isdir(os.path.join(place, part)) or os.path.isfile(os.path.join(place, part + ".py")):
                if self._own(folder, parts + [part], ()):
                    return True
        return False

    @property
    def prints(self):
        return self._prints
