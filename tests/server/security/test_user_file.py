"""The file of users: its options, and reading it again while the server runs."""

import datetime
import os
import signal

import pytest

from signing import KeptServer, ask_signed, error_code

NOW = datetime.datetime.now(datetime.timezone.utc)
YESTERDAY = (NOW - datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
TOMORROW = (NOW + datetime.timedelta(days=1)).strftime("%Y-%m-%dT%H:%M:%SZ")
USERS = f"""boss boss-secret
past past-secret - until={YESTERDAY}
robot robot-secret - until={TOMORROW}
off off-secret - disabled
STS.visit visit-secret - sts=visit-token until={TOMORROW}
bi bi-secret - app
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(tmp_path_factory.mktemp("users"), USERS)
    yield made
    made.stop()


def status(kept, access_id, **more):
    return ask_signed(
        kept, access_id, access_id.split(".")[-1].lower() + "-secret", "/projects/default_project", **more
    )[0]


def test_ends_and_disabled_ids(kept):
    assert [status(kept, name) for name in ("boss", "past", "robot", "off", "nobody")] == [200, 401, 200, 401, 401]


def test_a_token_of_sts_belongs_to_its_id(kept):
    assert status(kept, "STS.visit", headers={"authorization-sts-token": "visit-token"}) == 200
    assert status(kept, "STS.visit") == 401
    assert status(kept, "STS.visit", headers={"authorization-sts-token": "visit-toke"}) == 401
    assert status(kept, "boss", headers={"authorization-sts-token": "visit-token"}) == 401


def test_pyodps_with_a_token_of_sts(kept):
    printed = kept.pyodps(
        """
from odps.accounts import StsAccount
o = ODPS(account=StsAccount("STS.visit", "visit-secret", "visit-token"), project="default_project", endpoint=o.endpoint)
print(o.get_project().name, o.exist_project("default_project"))
"""
    )
    assert printed == "default_project True\n"


def test_an_application_signs_what_a_user_has_signed(kept):
    printed = kept.pyodps(
        """
from odps import errors
from odps.accounts import AppAccount, CloudAccount
for app in ("bi", "bi-secret"), ("bi", "wrong"), ("boss", "boss-secret"), ("none", "x"):
    o = ODPS("boss", "boss-secret", "default_project", endpoint=o.endpoint, app_account=AppAccount(*app))
    try:
        o.get_project().reload()
        print(app[0], "answered")
    except errors.ODPSError as error:
        print(app[0], error.status_code)
"""
    )
    assert printed == "bi answered\nbi 401\nboss 401\nnone 401\n"


def test_an_application_alone_asks_nothing(kept):
    assert status(kept, "bi") == 401


def test_sighup_reads_the_file_again(kept):
    def reread(text, told):
        with open(kept.users, "w") as file:
            file.write(text)
        os.kill(kept.process.pid, signal.SIGHUP)
        kept.await_message(told)

    assert status(kept, "late") == 401
    reread(USERS + "late late-secret\n", "read again")
    assert status(kept, "late") == 200
    reread("boss boss-secret\nlate late-secret x y\n", "stays as it was")
    assert status(kept, "late") == 200
    reread(USERS, "read again")
    assert status(kept, "late") == 401
    assert status(kept, "boss") == 200
    assert "secret" not in kept.messages().replace("SECRET", "")


def test_answers_do_not_tell_which_ids_there_are(kept):
    bodies = {
        name: ask_signed(kept, name, "wrong", "/projects/default_project")[2] for name in ("boss", "nobody", "off")
    }
    assert {error_code(body) for body in bodies.values()} == {"Unauthorized"}
    assert len({body.split(b"<RequestId>")[0] for body in bodies.values()}) == 1
