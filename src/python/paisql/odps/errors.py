"""Errors by the names of odps.errors."""

import re


class ODPSError(RuntimeError):
    """A statement failed. `code` is that of the platform, as "ODPS-0130131", or None."""

    def __init__(self, message, code=None, instance_id=None):
        super().__init__(message)
        self.code = code
        self.instance_id = instance_id


class NoSuchObject(ODPSError):
    """A table, project or partition that is not there."""


class NoSuchProject(NoSuchObject):
    """A project that is not there."""


class NoSuchTable(NoSuchObject):
    """A table that is not there."""


class NoSuchPartition(NoSuchObject):
    """A partition that is not there."""


class WaitTimeoutError(ODPSError, TimeoutError):
    """A statement went on for longer than the caller waits."""


class ParseError(ODPSError):
    """A statement that cannot be read."""


class NoPermission(ODPSError):
    """Kept for `except`: nothing is forbidden here."""


# Kept for `except`: no service answers here, and so none of its own failures come.
class InternalServerError(ODPSError):
    pass


ServerDefinedException = BaseODPSError = ODPSClientError = ODPSError
ConnectTimeout = NotSupportedError = InvalidParameter = InvalidArgument = InternalServerError
InstanceTypeNotSupported = ServiceUnavailable = RequestQuotaExceeded = InternalServerError


def of_event(event):
    """The error of an event of the stream (docs/scripts.md)."""
    code = event.get("code") or None
    text = event.get("message", "")
    text = text if not code or text.startswith(code) else f"{code}: {text}"
    return _class_of(code, text)(text, code)


def _class_of(code, text):
    if code == "ODPS-0130161":
        return ParseError
    for word, kind in (("Table", NoSuchTable), ("Partition", NoSuchPartition), ("Project", NoSuchProject)):
        if re.search(r"\b%s not found" % word, text, re.IGNORECASE):
            return kind
    missing = code in ("ODPS-0130131", "ODPS-0110061") or "not found" in text
    return NoSuchObject if missing else ODPSError


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError(
        f"odps.errors.{name} is not offered here: ODPSError is the class of all errors (docs/flows.md, PyODPS)"
    )
