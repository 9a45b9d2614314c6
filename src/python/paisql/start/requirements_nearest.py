"""Pins of a requirements.txt that cannot be had on this Python, and the nearest versions that can.

Lists of TensorFlow 1's time pin versions that have no wheel for today's Python, or want another NumPy. The
nearest version is the last release of the next newer minor version (1.5 of 1.5.3) that installs with what
stays as it is, else of the next older one.
SET paisql.requirements=strict; leaves the pins alone.
"""

import os
import re

try:
    from packaging.version import InvalidVersion, Version
except ModuleNotFoundError:
    from pip._vendor.packaging.version import InvalidVersion, Version

_PIN = re.compile(r"^([A-Za-z0-9][A-Za-z0-9._-]*)(\[[^\]]*\])?\s*===?\s*([^\s;,*]+)\s*(;.*)?$")
_AVAILABLE = re.compile(r"^Available versions: (.*)$", re.MULTILINE)
_MOST_TRIES = 12


def is_strict():
    return os.environ.get("PAISQL_REQUIREMENTS_PINS") == "strict"


def lines_with_nearest(lines, pip, say):
    """The lines with other pins where these cannot be had; the same list where nothing is to be changed.

    pip(arguments) runs pip with the constraints, and gives (status, output).
    """
    made = []
    for line in lines:
        pin = _PIN.match(line)
        nearest = _nearest(pin, pip) if pin else None
        if nearest is not None:
            name, extras, version, marker = pin[1], pin[2] or "", pin[3], pin[4] or ""
            say(
                "requirements.txt: %s==%s cannot be had here, %s==%s is taken (SET paisql.requirements=strict; makes "
                "that an error)" % (name, version, name, nearest)
            )
            line = "%s%s==%s%s" % (name, extras, nearest, marker)
        made.append(line)
    return made


def _fits(requirement, pip):
    return pip(["install", "--dry-run", "--quiet", "--only-binary=:all:", requirement])[0] == 0


def _nearest(pin, pip):
    """The version in the place of a pin's; None: the pin itself can be had, or nothing near it."""
    name, wanted = pin[1] + (pin[2] or ""), _version(pin[3])
    if wanted is None or _fits("%s==%s" % (name, pin[3]), pip):
        return None
    status, output = pip(["index", "versions", "--only-binary=:all:", pin[1]])
    found = _AVAILABLE.search(output)
    if status != 0 or not found:
        return None
    last = {}  # of each minor version, as 1.5, the last release
    for version in sorted(filter(None, map(_version, found[1].split(", ")))):
        if version != wanted:
            last[version > wanted, version.release[:2]] = version
    newer = [version for (is_newer, _), version in last.items() if is_newer]
    older = [version for (is_newer, _), version in last.items() if not is_newer]
    for version in (newer + older[::-1])[:_MOST_TRIES]:
        if _fits("%s==%s" % (name, version), pip):
            return str(version)
    return None


def _version(text):
    try:
        return Version(text)
    except InvalidVersion:
        return None
