"""What users' code raised, as the owner of the worker is told it: JSON, with the frames of the user's code alone."""

import importlib
import json
import os
import sys
import traceback

from paisql.workers import framing

_OURS = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep
_IMPORTS = os.path.abspath(importlib.__file__)
_FOLDER = os.getcwd() + os.sep  # users' code may change it
_MOST_CHARACTERS = 32 << 10


def describe(error, row=None):
    """The text of an error frame for an exception; row: the place in the batch, where one is known."""
    told = traceback.TracebackException.from_exception(error)
    place = None
    for one in _chain(told):
        kept = []
        for frame in one.stack:
            path = os.path.normpath(os.path.join(_FOLDER, frame.filename))
            if path.startswith(_OURS) or path == _IMPORTS or frame.filename.startswith("<frozen "):
                continue
            if frame.filename.startswith(_FOLDER):
                frame = _renamed(frame, frame.filename[len(_FOLDER) :])
                if one is told:
                    place = frame
            kept.append(frame)
        one.stack = traceback.StackSummary.from_list(kept)
        if one.exc_type is SyntaxError and one.filename and one.filename.startswith(_FOLDER):
            one.filename = one.filename[len(_FOLDER) :]
            place = place or traceback.FrameSummary(one.filename, int(one.lineno or 0), "", lookup_line=False)
    return _text("".join(told.format()).rstrip(), type(error).__name__, _words(error), place, row)


def of_value(error):
    """The text for packed_columns.Mistyped."""
    words = str(error)
    return _text("%s: %s" % (error.kind, words), error.kind, words, None, error.row)


def too_large(size):
    """The text for an answer that no frame holds."""
    words = "return value of %d bytes is too long, at most %d go at once" % (size, framing.MOST_BYTES)
    return _text("ValueError: " + words, "paisql.TooLarge", words, None, None)


def _text(trace, kind, words, place, row):
    if len(trace) > _MOST_CHARACTERS:
        trace = "%s\n...\n%s" % (trace[: _MOST_CHARACTERS // 2], trace[-_MOST_CHARACTERS // 2 :])
    found = {"trace": trace, "type": kind, "words": words[:_MOST_CHARACTERS]}
    if place is not None:
        found.update(file=place.filename, line=place.lineno)
    if row is not None:
        found["row"] = row
    if kind == "ModuleNotFoundError":
        found["python"] = sys.executable
    return json.dumps(found)


def _words(error):
    try:
        return str(error)
    except Exception:  # of a class of the user's
        return ""


def _renamed(frame, name):
    return traceback.FrameSummary(name, frame.lineno, frame.name, lookup_line=False, line=frame.line)


def _chain(told):
    waiting, seen = [told], set()
    while waiting:
        one = waiting.pop()
        if one is not None and id(one) not in seen:
            seen.add(id(one))
            yield one
            waiting += [one.__cause__, one.__context__]
