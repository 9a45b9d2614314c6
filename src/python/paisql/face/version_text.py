"""tf.__version__ and tf.VERSION of the 1.x face, and the library that refuses them.

Scripts, and libraries of their time, choose a branch by the version and get that of the 1.x API.
TensorFlow Probability looks for the version that computes, when one of its parts is first used.
"""

import contextlib
import functools

from paisql.imports import after_import

_PREFIX = "1.15.0+PAI."


def put_on(module, true_version):
    """module: what is `tensorflow` from now on."""
    module.__version__ = module.VERSION = _PREFIX + true_version
    after_import.run(
        "tensorflow_probability.python.internal.lazy_loader",
        lambda lazy_loader: _load_seeing(lazy_loader.LazyLoader, module, true_version),
    )


@contextlib.contextmanager
def _showing(module, version):
    shown = module.__version__
    module.__version__ = version
    try:
        yield
    finally:
        module.__version__ = shown


def _load_seeing(loader, tensorflow, version):
    """The library's parts are loaded, and look for the version before that, with the true one."""
    plain = loader._load  # pylint: disable=protected-access

    @functools.wraps(plain)
    def load(self):
        with _showing(tensorflow, version):
            return plain(self)

    loader._load = load
