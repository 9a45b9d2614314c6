"""The packages of the environment that pythonEnv names: after those of this installation.

TensorFlow, and whatever else is here, stays that of this installation; a script finds what it brings
besides. An environment of another Python gives its pure packages: parts that are compiled are for
its own Python, and an import of one says so.
"""

import os
import site
import sys


def add(environment, files, tells):
    """Puts the packages at the end of sys.path.

    environment  {"packages": a folder, absolute or below `files`, "version": "3.7", "place": as the
                 statement names it}; None for none
    tells        whether this process is the one that says it
    """
    if not environment:
        return
    packages = os.path.join(files, environment["packages"])
    own = "%d.%d" % sys.version_info[:2]
    if environment["version"] == own:
        site.addsitedir(packages)
        what = "its packages are found after those of this installation"
    else:
        # Lines of code in its .pth files are for its own Python.
        sys.path.append(packages)
        what = (
            "it is of Python %s and scripts run in Python %s: its packages are found after those of this "
            "installation, but for those with compiled parts" % (environment["version"], own)
        )
    if tells:
        sys.stderr.write("pythonEnv %s: %s\n" % (environment["place"], what))
