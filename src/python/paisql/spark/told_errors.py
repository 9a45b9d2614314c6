"""What Spark, Sail or a kernel says of a failure, for src/engine/spark/run/spark_error.h."""

import json
import os
import re

from paisql.spark import machine_errors

MARK = "paisql-error:"
ENVIRONMENT = "PAISQL-0001"

# How the words of Sail's own errors begin, which have no class, and the class that Spark gives them.
SAIL = (
    ("Scalar subquery returned more than one row", "SCALAR_SUBQUERY_TOO_MANY_ROWS"),
    ("Arrow error: Arithmetic overflow", "ARITHMETIC_OVERFLOW"),
    ("Arithmetic overflow", "ARITHMETIC_OVERFLOW"),
    ("Cast error: value of", "ARITHMETIC_OVERFLOW"),  # a SUM of BIGINT
)

# Signs of a session that is not there any more, and what has happened to it.
LOST = {
    "INVALID_HANDLE.SESSION_": "the session at {remote} is gone: the server has ended it or was started again",
    "SESSION_NOT_SAME": "the server at {remote} was started again while the statement ran",
    "SESSION_CHANGED": "the server at {remote} was started again while the statement ran",
    "RESPONSE_ALREADY_RECEIVED": "the server at {remote} was started again while the statement ran",
    "StatusCode.UNAVAILABLE": "the connection to {remote} is lost",
    "StatusCode.CANCELLED": "the server at {remote} has ended the stream, as when its memory is full",
    "Cannot invoke RPC: Channel closed": "the connection to {remote} is lost",
}
# What Python ends a traceback with.
RAISED = re.compile(r"^(?:[A-Za-z_]\w*\.)*[A-Z]\w*(?:Error|Exception)\b.*", re.M)
# The form of an error of a call, "<_Rendezvous of RPC that terminated with:" and lines.
DETAILS = re.compile(r'^\s*details = "(.*)"$', re.M)
WORKER = "An exception was thrown from the Python worker"
FULL = "StatusCode.RESOURCE_EXHAUSTED"
REFUSED = ("StatusCode.UNAUTHENTICATED", "StatusCode.PERMISSION_DENIED")


class Told(Exception):
    """An error of the environment, in its words."""

    def __init__(self, message, hint):
        super().__init__(message)
        self.frame = _environment(message, hint)


class Interrupted(Exception):
    """The owner has ended the question."""


def is_lost(error):
    words = _words(error)
    return MARK not in words and any(sign in words for sign in LOST)


def told(error, remote):
    """{"code", "message", "hint"} and what else a kernel has said; {"class", "message"} of an error of Spark's own."""
    if isinstance(error, Told):
        return error.frame
    if isinstance(error, Interrupted):
        return {"class": "OPERATION_CANCELED", "message": ""}
    if isinstance(error, ImportError):
        return _environment(
            "Spark's client is not whole in this Python: %s" % error,
            "scripts/setup --spark installs it, or SET paisql.spark.python names a Python that has it",
        )
    text = str(error)
    at = text.find(MARK)
    if at >= 0:
        try:
            return json.JSONDecoder().raw_decode(text[at + len(MARK) :])[0]
        except ValueError:  # a server cut it off
            text = text[:at]
    message = _first_words(text) or type(error).__name__
    name = class_of(error, message)
    of_machines = machine_errors.told(message, name)
    if of_machines is not None:
        return _environment(*of_machines)
    return _of_connection(_words(error), message, remote) or {"class": name, "message": message}


def _first_words(text):
    """The line that says most: that of a Python process of the cluster follows its traceback."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    if lines and lines[0].startswith(WORKER):
        raised = RAISED.findall(text.partition("JVM stacktrace:")[0])
        lines = raised[-1:] or lines
    details = DETAILS.search(text) if lines and lines[0].startswith("<") else None
    if details:
        return details[1][:1000]
    return lines[0][:1000] if lines else ""


def _of_connection(words, message, remote):
    for sign, happened in LOST.items():
        if sign in words:
            return _environment(happened.format(remote=remote), "run the statement again when the server is there")
    if any(sign in words for sign in REFUSED):
        return _environment(
            "the server at %s refuses this session: %s" % (remote, message),
            "SPARK_CONNECT_AUTHENTICATE_TOKEN has the token of the server, which needs TLS for it",
        )
    if FULL in words:
        return _environment(
            "the cluster at %s takes no more: %s" % (remote, message), "run the statement again when others have ended"
        )
    return None


def _environment(message, hint):
    return {"code": ENVIRONMENT, "message": message, "hint": hint}


def _words(error):
    """Its text, and the status of the calls that it comes from."""
    words = str(error)
    while error is not None:
        code = getattr(error, "code", None)
        if callable(code):
            words += "\n%s" % code()
        error = error.__cause__ or error.__context__
    return words


def class_of(error, message):
    condition = getattr(error, "getCondition", None)
    if condition is not None and condition():
        return condition()
    return next((name for begin, name in SAIL if message.startswith(begin)), "")


def log(text):
    """Tracebacks go to the file that PAISQL_SPARK_LOG names."""
    if os.environ.get("PAISQL_SPARK_LOG"):
        with open(os.environ["PAISQL_SPARK_LOG"], "a", encoding="utf-8") as file:
            file.write(text)
