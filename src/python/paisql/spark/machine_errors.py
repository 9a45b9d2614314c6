"""Failures of the cluster's machines: a full disk, files that they do not find or may not read. What failed is told by
the class of the error, or by the form in which a library ends what the system has said, never by words of a user."""

import errno
import os
import re

SHARED = "put the home into a folder that all machines of the cluster have at the same path, and whose files they may read and write"  # fmt: skip
MEND = "mend the disk of that machine, then run the statement again"
_FULL = (
    "no space is left on a disk of the cluster",
    "free some space where its machines keep what their memory does not hold (spark.local.dir)",
)
_OPEN = ("a machine of the cluster has too many open files", "raise its limit (ulimit -n)")
_CANNOT_READ = "the machines of the cluster cannot read the home's files"

# Classes of Spark's own errors.
_UNREAD = ("PATH_NOT_FOUND", "FAILED_READ_FILE")
# The system's words as Sail has them at the end, and as Java has them after the class of an error.
_SAIL = re.compile(r"\(os error (\d+)\)$")
_JAVA = re.compile(r"(?:^|: )java\.(?:io|nio\.file)\.\w+: (?:.* \()?([^()]+)\)?$")
_NUMBERS = {os.strerror(number): number for number in errno.errorcode}


def told(message, condition):
    """The message and the cure; None for another kind of error."""
    if condition.split(".")[0] in _UNREAD:
        return "%s: %s" % (_CANNOT_READ, message), SHARED
    number = _number(message)
    if number is None:
        return None
    if number in (errno.ENOSPC, errno.EDQUOT):
        return _FULL
    if number in (errno.EMFILE, errno.ENFILE):
        return _OPEN
    not_there = number in (errno.ENOENT, errno.EACCES, errno.EROFS)
    return "a machine of the cluster cannot use a file: " + message, SHARED if not_there else MEND


def missing(path):
    """Of a file that is not where the catalog has it."""
    return "%s: there is no %s" % (_CANNOT_READ, path), SHARED


def _number(message):
    found = _SAIL.search(message)
    if found:
        return int(found[1])
    found = _JAVA.search(message)
    return _NUMBERS.get(found[1]) if found else None
