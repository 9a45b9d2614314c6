"""Finds `odps.udf`, `odps.distcache` and `odps.counters` of users' functions.

A PyODPS that is installed, or lies in an archive of the function, keeps its other modules; where there is none, the
package `odps` has these three alone.
"""

import importlib.machinery
import os
import sys

_FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "face", "odps")
_NAMES = ("odps.udf", "odps.distcache", "odps.counters")


class _Ours:
    def find_spec(self, fullname, path=None, target=None):
        if fullname not in _NAMES:
            return None
        return importlib.machinery.PathFinder.find_spec(fullname, [_FOLDER])


class _Package:
    """`odps` itself, after all other finders."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname != "odps":
            return None
        return importlib.machinery.PathFinder.find_spec(fullname, [os.path.dirname(_FOLDER)])


def install():
    sys.meta_path.insert(0, _Ours())
    sys.meta_path.append(_Package())
