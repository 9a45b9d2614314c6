"""Errors by the names of odps.errors."""


class ODPSError(RuntimeError):
    """A statement failed. `code` is that of the platform, as "ODPS-0130131", or None."""

    def __init__(self, message, code=None, instance_id=None):
        super().__init__(message)
        self.code = code
        self.instance_id = instance_id


class NoSuchObject(ODPSError):
    """A table, project or partition that is not there."""


class NoPermission(ODPSError):
    """Kept for `except`: nothing is forbidden here."""


def of_event(event):
    """The error of an event of the stream (docs/scripts.md)."""
    code = event.get("code") or None
    text = event.get("message", "")
    text = text if not code or text.startswith(code) else f"{code}: {text}"
    missing = code in ("ODPS-0130131", "ODPS-0110061") or "not found" in text
    return (NoSuchObject if missing else ODPSError)(text, code)
