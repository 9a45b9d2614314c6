#!/usr/bin/env python3
"""Unpacks the Python sources of tf.contrib into the environment of the Python that runs this.

usage: PYTHON scripts/unpack_contrib.py FOLDER

FOLDER holds the two wheels of requirements-contrib.lock. The sources land in the folder
kept_tensorflow_1_15 of the environment, where src/python/paisql/contrib/kept.py looks for them. What
stood there before is replaced.
"""

import re
import shutil
import sys
import sysconfig
import tempfile
import zipfile
from pathlib import Path

NAME = "kept_tensorflow_1_15"

# For each wheel: files that are kept, and where they land.
KEPT = {
    "tensorflow-1.15.5-": (
        (r"tensorflow_core/(contrib/.*\.(?:py|csv))", r"\1"),
        (r"tensorflow_core/(examples/(?:__init__|tutorials/.*)\.py)", r"\1"),
        (r"tensorflow_core/(python/keras/wrappers/.*\.py)", r"\1"),
        (r"tensorflow_core/(python/ops/distributions/transformed_distribution\.py)", r"\1"),
        (r"tensorflow-1\.15\.5\.dist-info/METADATA", "METADATA"),
    ),
    "tensorflow_estimator-1.15.1-": (
        (r"(tensorflow_estimator/contrib/.*\.py)", r"estimator/\1"),
    ),
}  # fmt: skip


def unpack(wheel, rules, target):
    """Writes the files of a wheel that a rule names; returns how many."""
    count = 0
    with zipfile.ZipFile(wheel) as archive:
        for name in archive.namelist():
            for pattern, place in rules:
                match = re.fullmatch(pattern, name)
                if match and ".." not in name.split("/"):
                    path = target / match.expand(place)
                    path.parent.mkdir(parents=True, exist_ok=True)
                    path.write_bytes(archive.read(name))
                    count += 1
                    break
    return count


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    site = Path(sysconfig.get_paths()["purelib"])
    new = Path(tempfile.mkdtemp(prefix=NAME, dir=site))
    try:
        for prefix, rules in KEPT.items():
            wheels = list(Path(sys.argv[1]).glob(prefix + "*.whl"))
            if len(wheels) != 1 or not unpack(wheels[0], rules, new):
                sys.exit("unpack_contrib: %s*.whl is not there or not what it was" % prefix)
        new.chmod(0o755)
        shutil.rmtree(site / NAME, ignore_errors=True)
        new.rename(site / NAME)
    finally:
        shutil.rmtree(new, ignore_errors=True)


if __name__ == "__main__":
    main()
