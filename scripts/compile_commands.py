"""Tells editors, clang-tidy and the like how each file of a unity build would be compiled alone.

usage: compile_commands.py BUILD_FOLDER

The compile_commands.json of such a build knows only the units that include the files. Each file
gets an entry of its own there, with the flags of its unit. The build runs this after each
configuration.
"""

import json
import re
import shlex
import sys
from pathlib import Path

INCLUDE = re.compile(r'^#include "([^"]+)"', re.M)
OBJECT = re.compile(r"(?<= -o )\S+")


def entries_of(unit):
    """The entries of the files that a unit includes; of another file none."""
    path = Path(unit["file"])
    if path.parent.name != "units":
        return
    folders = [Path(word[2:]) for word in shlex.split(unit["command"]) if word.startswith("-I")]
    for name in INCLUDE.findall(path.read_text()):
        file = str(next(folder / name for folder in folders if (folder / name).is_file()))
        command = OBJECT.sub(Path(name).stem + ".o", unit["command"]).replace(str(path), file)
        yield {"directory": unit["directory"], "command": command, "file": file}


def main():
    path = Path(sys.argv[1]) / "compile_commands.json"
    units = json.loads(path.read_text())
    known = {unit["file"] for unit in units}
    more = [entry for unit in units for entry in entries_of(unit) if entry["file"] not in known]
    if more:
        path.write_text(json.dumps(units + more, indent=0))


if __name__ == "__main__":
    main()
