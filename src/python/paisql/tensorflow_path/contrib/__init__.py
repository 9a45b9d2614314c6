"""tensorflow.contrib for the face "tensorflow1": what tf-slim has kept of it.

tf.contrib.layers and tf.contrib.slim load on first use. Every other part is an ImportError (an
AttributeError when it is asked for as tf.contrib.<part>) that names the part.
"""

import importlib

_PARTS = ("framework", "layers", "slim")


def _missing(name):
    return (
        "tensorflow.contrib.%s is not offered: TensorFlow 2.15 has no contrib, and tf-slim keeps "
        "only contrib.%s of it" % (name, ", contrib.".join(_PARTS))
    )


def __getattr__(name):
    if name in _PARTS:
        return importlib.import_module("tensorflow.contrib." + name)
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(_missing(name))


class _MissingPartFinder:
    """Gives `import tensorflow.contrib.x` its named error instead of a bare ModuleNotFoundError."""

    @staticmethod
    def find_spec(fullname, path=None, target=None):
        prefix = "tensorflow.contrib."
        if fullname.startswith(prefix):
            raise ImportError(_missing(fullname[len(prefix) :]), name=fullname)
        return None


def _install():
    import sys

    sys.meta_path.append(_MissingPartFinder)


_install()
