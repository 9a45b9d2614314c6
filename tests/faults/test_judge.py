"""What the judge takes for granted of a session's words."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

from judge import is_about_following, unlike  # noqa: E402

STARTED = "OK\nID = 20261122152619977g5754a977\n"


@pytest.mark.parametrize(
    "message, follows",
    [
        (STARTED + "FAILED: PAISQL-0001:[1,11] The environment is not usable - no space is left on the disk", True),
        (STARTED + "FAILED: ODPS-0130025:[1,11] Failed to I/O - the catalog h/catalog.sqlite cannot be read", True),
        (
            STARTED + "FAILED: ODPS-1202005:[1,11] Algo Job Failed - PAISQL-0002: Whether the statement has happened "
            "is not known - the catalog",
            True,
        ),
        (STARTED + "FAILED: ODPS-1202005:[1,11] Algo Job Failed - the script ended with exit status 2", False),
        ("OK\nFAILED: PAISQL-0001:[1,11] The environment is not usable - the job's supervisor did not start", False),
        (STARTED + "OK", False),
    ],
)
def test_what_is_said_of_a_job_counts(message, follows):
    assert is_about_following(message) is follows


def test_a_difference_of_rows_is_shown_alone():
    assert unlike("keyed\t1\nkeyed\t2", "keyed\t1\nkeyed\t3").splitlines()[-2:] == ["-keyed\t2", "+keyed\t3"]
    assert unlike("keyed\t1", "keyed\t1") == ""
