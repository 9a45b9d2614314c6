"""How own files of a Python 2 script come into the process: its modules, and what shows its source.

Code runs under the name and the line numbers of the user's file, so that tracebacks show that one.
Whoever asks for the source of a function (inspect) gets what runs.
"""

import importlib.machinery
import io
import os
import sys
import types

from paisql.imports import after_import
from paisql.python2 import message_files, signs


def install(copies):
    """Own modules of `copies` are found by this from now on; called once a process."""

    class Loader(_Loader):
        job_copies = copies

    def find(path):
        real = os.path.realpath(path or ".")
        if not os.path.isdir(real) or not (real == copies.root or copies.is_own(real)):
            raise ImportError("none of the script's own folders")
        extensions = importlib.machinery.ExtensionFileLoader
        return importlib.machinery.FileFinder(
            path,
            (extensions, importlib.machinery.EXTENSION_SUFFIXES),
            (Loader, importlib.machinery.SOURCE_SUFFIXES),
            (importlib.machinery.SourcelessFileLoader, importlib.machinery.BYTECODE_SUFFIXES),
        )

    sys.path_hooks.insert(0, find)
    real = _RealFolders()
    for path in list(sys.path_importer_cache):
        if real.of(path).startswith(copies.root):
            del sys.path_importer_cache[path]
    after_import.run("multiprocessing.spawn", lambda module: _run_main(module, copies))
    copies.on_first = lambda: _show_what_runs(copies)
    copies.on_full = _begin_python_2


class _RealFolders:
    """os.path.realpath of many folders, most of which lie in a few."""

    def __init__(self):
        self._known = {}

    def of(self, path):
        if path not in self._known:
            parent, name = os.path.split(path)
            if not os.path.isabs(path) or name in ("", ".", "..") or os.path.islink(path):
                self._known[path] = os.path.realpath(path)
            else:
                self._known[path] = os.path.join(self.of(parent), name)
        return self._known[path]


class _Loader(importlib.machinery.SourceFileLoader):
    """Files that are Python 3 are loaded as always, their compiled form kept as always."""

    job_copies = None
    _code_of_messages = False  # not looked at yet

    def _copy(self):
        try:
            if self._messages() is not None:
                return None
            return self.job_copies.find(self.path)
        except OSError:
            return None

    def _messages(self):
        """The code of a file of messages that this protobuf would refuse; None for any other file."""
        if self._code_of_messages is False:
            self._code_of_messages = message_files.code_of(self.path)
        return self._code_of_messages

    def create_module(self, spec):
        copy = self._copy()
        if copy is None:
            try:
                self.get_code(spec.name)
            except SyntaxError:
                copy = self.job_copies.find(self.path, certain=True)
        if copy is None or copy.level == signs.PLAIN:
            return None
        made = types.ModuleType(spec.name)
        vars(made)["__builtins__"] = builtins_for(copy)
        return made

    def get_code(self, fullname):
        copy = self._copy()
        if copy is None:
            return self._messages() or super().get_code(fullname)
        return compile(copy.data, self.path, "exec", dont_inherit=True)


def builtins_for(copy):
    """The module `__builtins__` of what a Copy holds; None for Python's own."""
    if copy.level == signs.PLAIN:
        return None
    from paisql.python2 import old_modules

    return old_modules.builtins_of(copy.level)


def _show_what_runs(copies):
    """What a process gets with the first file that does not run as it is."""
    after_import.run("inspect", lambda module: _show(module, copies))
    after_import.run("tensorflow.python.autograph.core.config", lambda module: _keep(module, copies))


def _begin_python_2():
    """What it gets with the first one that is Python 2."""
    from paisql.python2 import old_modules, strings

    # Processes that the script starts are Python 2 from their beginning.
    os.environ["PAISQL_PYTHON2"] = "inherited"
    old_modules.restore_names()
    strings.install()


def _show(inspect, copies):
    inspect.linecache = _Lines(copies, inspect.linecache)


class _Lines:
    """linecache for the module inspect: of converted files, what runs."""

    def __init__(self, copies, plain):
        self._copies, self._plain = copies, plain

    def getlines(self, filename, module_globals=None):
        copy = self._copies.known(filename)
        if copy is None:
            return self._plain.getlines(filename, module_globals)
        return io.StringIO(copy.text).readlines()

    def __getattr__(self, name):
        return getattr(self._plain, name)


def _run_main(spawn, copies):
    """A process that multiprocessing starts anew reads the script again."""
    plain = spawn._fixup_main_from_path

    def fix_up(path):
        main = sys.modules["__main__"]
        copy = copies.find(path, is_entry=True) if copies.is_own(path) else None
        if copy is None or getattr(main, "__file__", None) == path:
            plain(path)
            return
        spawn.old_main_modules.append(main)
        made = types.ModuleType("__mp_main__")
        vars(made).update(__file__=path, __builtins__=builtins_for(copy) or __builtins__)
        sys.modules["__main__"] = sys.modules["__mp_main__"] = made
        exec(compile(copy.data, path, "exec", dont_inherit=True), vars(made))

    spawn._fixup_main_from_path = fix_up


def _keep(config, copies):
    """AutoGraph came after Python 2: it leaves the functions of converted files as they are."""

    class Rule(config.DoNotConvert):
        def __init__(self):
            super().__init__("")

        def matches(self, module_name):
            module = sys.modules.get(module_name)
            file = getattr(module, "__file__", None)
            return file is not None and copies.known(file) is not None

    config.CONVERSION_RULES = (Rule(),) + tuple(config.CONVERSION_RULES)
