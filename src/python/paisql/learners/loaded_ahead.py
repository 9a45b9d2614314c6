"""What a warm process imports for learners before there is a statement, so that its forks begin at once.

It takes the place of a face of TensorFlow (paisql.warm.server).
"""

import importlib
import pkgutil

# Libraries of which most learners need some. Importing them starts no thread and prints nothing.
_LIBRARIES = (
    "numpy",
    "pyarrow",
    "scipy.sparse",
    "scipy.special",
    "paisql.tables.rows",
    "paisql.tables.staged_file",
    "paisql.monitoring.progress",
    "xgboost",
    "scipy.optimize",
    "scipy.spatial",
    "sklearn.ensemble",
    "sklearn.svm",
)


def load():
    """Imports what there is; a learner says itself what is missing."""
    from paisql import learners

    # Each learner imports what it alone needs in its functions.
    own = ["paisql.learners." + module.name for module in pkgutil.iter_modules(learners.__path__)]
    for name in (*_LIBRARIES, *own):
        try:
            importlib.import_module(name)
        except ImportError:
            pass


def begin_job():
    """A job begins with what is imported: nothing is left to do."""
