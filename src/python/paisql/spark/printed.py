"""What functions of users print on the cluster: files in a folder of the home, as kernels.note leaves them."""

import json
import os
import shutil


def take(folder):
    """The text since the last call, and how many bytes are left out."""
    text, more = "", 0
    try:
        paths = [entry.path for entry in os.scandir(folder) if entry.name.endswith(".json")]
        for path in sorted(paths, key=lambda path: os.stat(path).st_mtime_ns):
            with open(path, encoding="utf-8") as file:
                told = json.load(file)
            text, more = text + told["printed"], more + told["more"]
        shutil.rmtree(folder)
    except OSError:
        pass  # nothing was printed
    return text, more
