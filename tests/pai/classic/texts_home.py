"""A home for the tests of a file about components for texts."""

import contextlib

from paisql_home import PaisqlHome


@contextlib.contextmanager
def texts_home(tmp_path_factory, name, *statements):
    """A home in which these statements have run."""
    made = PaisqlHome(tmp_path_factory.mktemp(name))
    made.run(*statements).ok()
    yield made
    made.end_jobs()
