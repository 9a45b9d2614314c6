"""What Spark, Sail or a kernel says of a failure, for src/engine/spark/run/spark_error.h."""

import json
import os

MARK = "paisql-error:"

# How the words of Sail's own errors begin, which have no class, and the class that Spark gives them.
SAIL = (
    ("Scalar subquery returned more than one row", "SCALAR_SUBQUERY_TOO_MANY_ROWS"),
    ("Arrow error: Arithmetic overflow", "ARITHMETIC_OVERFLOW"),
    ("Arithmetic overflow", "ARITHMETIC_OVERFLOW"),
    ("Cast error: value of", "ARITHMETIC_OVERFLOW"),  # a SUM of BIGINT
)


class Interrupted(Exception):
    """The owner has ended the question."""


def told(error):
    """What a kernel has said, as it is; {"class", "message"} of an error of Spark's own."""
    if isinstance(error, Interrupted):
        return {"class": "OPERATION_CANCELED", "message": ""}
    text = str(error)
    at = text.find(MARK)
    if at >= 0:
        return json.JSONDecoder().raw_decode(text[at + len(MARK) :])[0]
    lines = [line for line in text.splitlines() if line.strip()]
    message = lines[0][:1000] if lines else type(error).__name__
    return {"class": class_of(error, message), "message": message}


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
