"""How a function's class comes into the process: its module from the folder, or from an archive."""

import importlib
import importlib.machinery
import os
import sys

from paisql.moved import python_names
from paisql.functions import odps_modules

_ARCHIVES = "work"


class Modules:
    """The modules of the folder, which this process finds before all others.

    python   "cp27": files are Python 2 where they show it, or are valid in both; "cp37", "cp311": none is
    """

    def __init__(self, folder, python):
        self._folder, self._python, self._copies = folder, python, None
        sys.path[:0] = [folder]
        odps_modules.install()
        python_names.install()
        if python == "cp27":
            from paisql.python2 import copies, loader

            self._copies = copies.current = copies.Copies(folder, None, "by_name", False)
            loader.install(self._copies)

    @property
    def are_old(self):
        """Whether a module that has been imported is Python 2."""
        return self._copies is not None and self._copies.is_full

    def find(self, name):
        """The class or function "module.Name"."""
        module_name, _, own_name = name.rpartition(".")
        if not module_name:
            raise ImportError("'%s' does not name a module and a class, as 'module.Class' does" % name)
        self._judge(module_name)
        module = self._module(module_name)
        if self.are_old:
            from odps import distcache
            from paisql.python2 import text

            distcache.be_old(text.Text)
        try:
            return getattr(module, own_name)
        except AttributeError:
            raise AttributeError("module '%s' has no class '%s'" % (module_name, own_name)) from None

    def _judge(self, name):
        if self._copies is None or self._copies.is_full:
            return
        path = os.path.join(self._folder, *name.split(".")) + ".py"
        if os.path.isfile(path) and self._copies.find(path, is_entry=True) is None and not self._copies.is_full:
            if not self._copies.shows_python_2(path):
                self._copies.be_full_by_name(path)

    def _module(self, name):
        try:
            return importlib.import_module(name)
        except ModuleNotFoundError as error:
            if error.name is None or name.split(".")[0] != error.name.split(".")[0]:
                raise
        for place in _archive_folders(self._folder):
            if place not in sys.path:
                sys.path.append(place)
        importlib.invalidate_caches()
        return importlib.import_module(name)


def _archive_folders(folder):
    work = os.path.join(folder, _ARCHIVES)
    names = sorted(os.listdir(work)) if os.path.isdir(work) else []
    return [os.path.join(work, name) for name in names if os.path.isdir(os.path.join(work, name))]
