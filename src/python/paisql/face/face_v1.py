"""The face "tensorflow1": scripts of the 1.x era on TensorFlow 2.15.

`tensorflow` becomes tensorflow.compat.v1 with graphs, sessions and reference variables switched on,
`tensorflow.contrib` exists (paisql.contrib), names of that time are found where they were
(paisql.moved), and the platform's names are added.

tf.__version__ and tf.VERSION are "1.15.0+PAI.2.15.1": compat.v1 is the API of 1.15, so that a
script that chooses its branch by the version chooses the one that works here;
`"PAI" in tf.__version__` is how scripts ask whether they run on the platform; after it stands the
version that computes.
tf.compat.v2, the packages that TensorFlow brings along and libraries that ask what computes
(paisql.face.version_text) see the true number.
"""

import logging
import os
import sys

from paisql.face import both, version_text
from paisql.job import own_files
from paisql.moved import calls as moved_calls
from paisql.moved import modules as moved_modules
from paisql.moved import names as moved_names
from paisql.tables import function_lines

_API = "tensorflow._api.v2.compat.v1"

begin_job = both.begin_job


def put_on():
    """Replaces sys.modules["tensorflow"]; called once, by the import hook, maybe before any job."""
    real = sys.modules["tensorflow"]
    import tensorflow.compat.v1 as v1

    _quieten()
    v1.disable_v2_behavior()
    moved_modules.install(real)
    moved_names.install()
    moved_calls.install()
    function_lines.install()
    contrib_folder = os.path.join(own_files.PACKAGE, "tensorflow_path")
    v1.__path__ = list(v1.__path__) + list(real.__path__) + [contrib_folder]
    version_text.put_on(v1, real.__version__)
    sys.modules["tensorflow"] = v1
    # `from tensorflow.data import X` must find the module that `tf.data` is, not load a second one.
    for name, module in list(sys.modules.items()):
        if name.startswith(_API + "."):
            sys.modules.setdefault("tensorflow" + name[len(_API) :], module)
    import tensorflow.contrib  # noqa: F401 (cheap: its parts load when they are asked for)

    v1.contrib = sys.modules["tensorflow.contrib"]
    # `import tensorflow.python.ops.nn as nn` looks for the attributes, which TensorFlow 2 has taken away.
    v1.core, v1.python = sys.modules["tensorflow.core"], sys.modules["tensorflow.python"]
    # Scripts for both versions begin with `tf = tf.compat.v1`; that is another module than this face.
    v1.compat.v1 = v1
    both.put_on(v1)


def _quieten():
    """Scripts of the 1.x era use what is deprecated now, and TensorFlow 1 did not say so."""
    from tensorflow.python.util import deprecation

    deprecation._PRINT_DEPRECATION_WARNINGS = False  # pylint: disable=protected-access
    # absl's handler at the root would print every message a second time.
    logging.getLogger("tensorflow").propagate = False
