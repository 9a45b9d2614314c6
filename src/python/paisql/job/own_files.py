"""Where what belongs to this package lies."""

import os
import sys

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# That of the libraries which processes of a job load: lib/ or lib/paisql, beside the Python folder.
LIBRARIES = os.path.dirname(os.path.dirname(PACKAGE))


def program():
    """The program: PAISQL_PROGRAM, beside this package or the interpreter, or on the PATH; else None."""
    named = os.environ.get("PAISQL_PROGRAM")
    # lib/python beside build/paisql, or lib/paisql/python beside bin/paisql.
    near = [os.path.join(LIBRARIES, "..", "paisql"), os.path.join(LIBRARIES, "../../bin/paisql")]
    near.append(os.path.join(os.path.dirname(sys.executable), "paisql"))  # where a wheel puts it
    for path in [named] if named else near:
        if os.path.isfile(path) and os.access(path, os.X_OK):
            return os.path.abspath(path)
    import shutil  # which jobs, that ask for LIBRARIES alone, need not load

    return None if named else shutil.which("paisql")


def library(name):
    """The path of a library of this installation, whether it is there or not.

    It stands beside PAISQL_TABLE_SOURCE, beside this package, or with the program, where this package
    was installed from a wheel.
    """
    named = os.path.dirname(os.environ.get("PAISQL_TABLE_SOURCE", ""))
    folders = [named] if named else [LIBRARIES]
    found = None if named or os.path.exists(os.path.join(LIBRARIES, name)) else program()
    if found:
        folder = os.path.dirname(os.path.realpath(found))
        folders = [os.path.join(folder, "lib"), os.path.join(folder, "..", "lib", "paisql")]
    paths = [os.path.join(folder, name) for folder in folders]
    return next((path for path in paths if os.path.exists(path)), paths[0])
