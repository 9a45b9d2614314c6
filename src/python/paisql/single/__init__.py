"""Libraries of many machines, as a job of one process means them, and those of other places.

Scripts import Horovod and PAI-Soar at their top and use them where a flag says so. Where nothing
installed brings these names, Horovod is found here with what it means for one process, and the
names of PAI-Soar are errors that say what to use: a script that only imports them runs. Libraries
that no package brings and no job has are named errors of the import.
"""

import importlib.abc
import sys

_HERE = "paisql.single."
_MODULES = {
    "horovod": _HERE + "horovod",
    "horovod.common": _HERE + "horovod",
    "horovod.common.exceptions": _HERE + "horovod",
    "horovod.common.process_sets": _HERE + "horovod",
    "horovod.common.util": _HERE + "horovod",
    "horovod.keras": _HERE + "horovod_keras",
    "horovod.keras.callbacks": _HERE + "horovod_callbacks",
    "horovod.keras.elastic": _HERE + "horovod_elastic",
    "horovod.tensorflow": _HERE + "horovod_tensorflow",
    "horovod.tensorflow.compression": _HERE + "horovod",
    "horovod.tensorflow.elastic": _HERE + "horovod_elastic",
    "horovod.tensorflow.functions": _HERE + "horovod_tensorflow",
    "horovod.tensorflow.keras": _HERE + "horovod_keras",
    "horovod.tensorflow.keras.callbacks": _HERE + "horovod_callbacks",
    "horovod.tensorflow.keras.elastic": _HERE + "horovod_elastic",
    "horovod.tensorflow.mpi_ops": _HERE + "horovod_tensorflow",
    "horovod.tensorflow.sync_batch_norm": _HERE + "horovod_tensorflow",
    "horovod.torch": _HERE + "horovod_torch",
    "horovod.torch.compression": _HERE + "horovod",
    "paisoar": _HERE + "paisoar",
}
_OF_NOTEBOOKS = (
    "it is the library of another service's notebooks; a job reads and writes the tables of its "
    "-Dtables and -Doutputs with TableReader and TableWriter of tf.python_io or common_io.table"
)
# Parts of Horovod that start processes, or belong to frameworks that no job has; other libraries.
_ABSENT = {
    "aistudio_common": _OF_NOTEBOOKS,
    "horovod.mxnet": "MXNet is not a framework of the platform's jobs",
    "horovod.ray": "a job's processes are those of -Dcluster",
    "horovod.run": "a job's processes are those of -Dcluster",
    "horovod.runner": "a job's processes are those of -Dcluster",
    "horovod.spark": "a job's processes are those of -Dcluster",
    "horovod.tensorflow.data": "tf.data reads in the process that trains",
    "pypai": _OF_NOTEBOOKS,
}


class _Finder(importlib.abc.MetaPathFinder):
    """After all others, so that an installed library comes first."""

    def find_spec(self, fullname, path=None, target=None):
        if fullname in _ABSENT:
            said = "%s is not offered here: %s" % (fullname, _ABSENT[fullname])
            raise ModuleNotFoundError(said, name=fullname)
        if fullname not in _MODULES:
            return None
        from paisql.imports import alias_modules

        return alias_modules.spec_for(fullname, _MODULES[fullname])


def install():
    """Puts the finder after all others. A second call changes nothing."""
    if not any(isinstance(finder, _Finder) for finder in sys.meta_path):
        sys.meta_path.append(_Finder())


_said = set()


def say(text):
    """A line for the script's user, once in a process."""
    if text not in _said:
        _said.add(text)
        print("paisql: " + text, file=sys.stderr, flush=True)
