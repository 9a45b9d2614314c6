"""tensorflow.contrib for the face "tensorflow1": each part is loaded when it is asked for.

paisql.contrib tells where the parts come from. A name that is not offered is an AttributeError, and
a module an ImportError, that names what took its place.
"""

import importlib

from paisql.contrib import finder


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return importlib.import_module("tensorflow.contrib." + name)
    except ModuleNotFoundError as error:
        if error.name != "tensorflow.contrib." + name:
            raise
        raise AttributeError(str(error)) from None


finder.install()
