"""What the user reads of a failure on the cluster's machines, by the form in which each engine tells it."""

import errno
import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src" / "python"))
from paisql.spark import told_errors  # noqa: E402

# How Sail, a stage of Spark and Java's channels end what the system has said.
FORMS = (
    "%(words)s (os error %(number)d)",
    "Generic LocalFileSystem error: Unable to open file /h/x.parquet: %(words)s (os error %(number)d)",
    "Job aborted due to stage failure: Task 0 in stage 8.0 failed 4 times, most recent failure: Lost task 0.3 in stage "
    "8.0 (TID 11) (10.0.0.7 executor 0): java.io.IOException: %(words)s",
    "Job aborted due to stage failure: Task 0 in stage 8.0 failed 4 times, most recent failure: Lost task 0.3 in stage "
    "8.0 (TID 11) (10.0.0.7 executor 0): java.io.FileNotFoundException: /tmp/b/0f/shuffle_0 (%(words)s)",
)
CURES = {
    errno.ENOSPC: "spark.local.dir",
    errno.EDQUOT: "spark.local.dir",
    errno.EMFILE: "ulimit -n",
    errno.EACCES: "at the same path",
    errno.ENOENT: "at the same path",
    errno.EIO: "mend the disk",
}


class SparkError(Exception):
    def __init__(self, text, condition=None):
        super().__init__(text)
        self._condition = condition

    def getCondition(self):
        return self._condition


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", CURES)
def test_what_the_system_has_said(form, number):
    told = told_errors.told(SparkError(form % {"words": os.strerror(number), "number": number}), "sc://h")
    assert told["code"] == "PAISQL-0001" and CURES[number] in told["hint"]


def test_a_users_words_are_no_failure_of_a_machine():
    for text in ("[CAST_INVALID_INPUT] The value 'java.io.IOException: No space left on device' of the type", "x"):
        assert "code" not in told_errors.told(SparkError(text, "CAST_INVALID_INPUT"), "sc://h")
    assert "code" not in told_errors.told(SparkError("cannot cast 'No space left on device'"), "sc://h")


def test_a_failure_in_pythons_words():
    text = (
        "\n  An exception was thrown from the Python worker. Please see the stack trace below.\n"
        "Traceback (most recent call last):\n  File \"x.py\", line 1, in f\nKeyError: 'a'\n\n"
        "During handling of the above exception, another exception occurred:\n\nTraceback (most recent call last):\n"
        "paisql.some.Other: not this\npyarrow.lib.ArrowInvalid: nor this\nMemoryError\n\nJVM stacktrace:\n"
        "org.apache.spark.SparkException: something\n"
    )
    assert told_errors.told(SparkError(text), "sc://h") == {"class": "", "message": "MemoryError"}
