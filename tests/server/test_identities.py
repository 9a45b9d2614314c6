"""Who asks the server: signatures of PyODPS, the users that a file names, and what others are told."""

import os
import subprocess
import urllib.error
import urllib.request

import pytest

from conftest import BINARY, CLIENTS, Server

USERS = """# access id, secret, user
boss boss-secret
bob bob-secret bob@example.com
eve eve-secret eve@example.com
"""

SIGNED = """
from odps import ODPS, options, errors
def connect(access_id, secret, **more):
    return ODPS(access_id, secret, "default_project", endpoint=%r, **more)
"""


@pytest.fixture
def guarded(tmp_path):
    users = tmp_path / "users"
    users.write_text(USERS)
    users.chmod(0o600)
    made = Server(tmp_path)
    made.sql(
        "CREATE TABLE sale AS SELECT 1L AS amount;",
        "ADD USER bob@example.com;",
        "CREATE ROLE analyst;",
        "GRANT CreateInstance ON PROJECT default_project TO ROLE analyst;",
        "GRANT analyst TO bob@example.com;",
    )
    made.start("--user-file", str(users))
    yield made
    made.stop()


def run(server, code):
    done = subprocess.run(
        [CLIENTS, "-c", SIGNED % server.endpoint + code],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_each_user_has_what_is_granted(guarded):
    code = """
for name in "boss", "bob", "eve":
    try:
        with connect(name, name + "-secret").execute_sql("SELECT amount FROM sale;").open_reader(tunnel=False) as rows:
            print(name, rows[0]["amount"])
    except errors.ODPSError as error:
        print(name, str(error).split("ODPS-")[-1].split(":")[0])
"""
    assert run(guarded, code) == "boss 1\nbob 0130013\neve 0420095\n"
    guarded.sql("GRANT Select ON TABLE sale TO ROLE analyst;")
    assert run(guarded, code) == "boss 1\nbob 1\neve 0420095\n"


def test_version_4_of_signatures(guarded):
    printed = run(
        guarded,
        """
options.enable_v4_sign = True
o = connect("boss", "boss-secret", region_name="cn-hangzhou")
print(o.execute_sql("SELECT 'signed' AS x;").open_reader(tunnel=False)[0]["x"])
try:
    connect("boss", "wrong", region_name="cn-hangzhou").get_project().reload()
except errors.ODPSError as error:
    print(type(error).__name__, error.code, error.status_code, "ODPS-0410051" in str(error))
""",
    )
    assert printed == "signed\nUnauthorized Unauthorized 401 True\n"


def test_wrong_signatures_are_told_so(guarded):
    printed = run(
        guarded,
        """
for access_id, secret in ("boss", "bob-secret"), ("nobody", "boss-secret"), ("bob@example.com", "bob-secret"):
    try:
        connect(access_id, secret).get_project().reload()
    except errors.ODPSError as error:
        print(error.code, "ODPS-0410051" in str(error), bool(error.request_id))
""",
    )
    assert printed == "Unauthorized True True\n" * 3


def test_an_old_request_is_refused(guarded):
    printed = run(
        guarded,
        """
import datetime
from odps import utils
now = datetime.datetime.now(datetime.timezone.utc)
for minutes in -14, -16, 16:
    moved = (now + datetime.timedelta(minutes=minutes)).strftime("%a, %d %b %Y %H:%M:%S GMT")
    utils.formatdate = lambda *_, **__: moved
    try:
        connect("boss", "boss-secret").get_project().reload()
        print("answered")
    except errors.RequestTimeTooSkewed as error:
        print(error.code)
""",
    )
    assert printed == "answered\nRequestTimeTooSkewed\nRequestTimeTooSkewed\n"


def test_names_with_signs_are_signed_as_clients_sign_them(guarded):
    printed = run(
        guarded,
        """
o = connect("boss", "boss-secret")
for name in "a b", "a+b", "a&b=c", "a%41", "\\u4e2d":
    try:
        o.rest.get(o.rest.endpoint + "/projects/default_project/instances/x", params={"name": name})
    except errors.NoSuchObject:
        print("seen")
""",
    )
    assert printed == "seen\n" * 5


def test_a_request_without_a_signature(guarded):
    with pytest.raises(urllib.error.HTTPError) as failure:
        urllib.request.urlopen(guarded.endpoint + "/projects/default_project")
    assert failure.value.code == 401
    body = failure.value.read().decode()
    assert "<Code>Unauthorized</Code>" in body and "invalid or missing" in body


def test_pages_of_browsers_are_refused(server):
    asked = urllib.request.Request(
        server.endpoint + "/projects/default_project", headers={"Origin": "http://example.com"}
    )
    with pytest.raises(urllib.error.HTTPError) as failure:
        urllib.request.urlopen(asked)
    assert failure.value.code == 403


def refused(tmp_path, *flags):
    done = subprocess.run(
        [BINARY, "server", "--home", str(tmp_path / "home"), "--port", "0", *flags],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    return done.returncode, done.stderr


def test_other_addresses_need_users(tmp_path):
    status, told = refused(tmp_path, "--host", "0.0.0.0")
    assert status == 2
    assert "--user-file" in told


@pytest.mark.parametrize(
    "text, mode, says",
    [
        ("boss boss-secret\n", 0o644, "chmod 600"),
        ("boss\n", 0o600, "line 1"),
        ("a b c d\n", 0o600, "line 1"),
        ("\n# x\na secret b;c\n", 0o600, "line 3"),
        ("a secret\na secret2\n", 0o600, "line 2"),
        ("a:b secret\n", 0o600, "line 1"),
    ],
)
def test_files_of_users_that_are_wrong(tmp_path, text, mode, says):
    users = tmp_path / "users"
    users.write_text(text)
    users.chmod(mode)
    status, told = refused(tmp_path, "--user-file", str(users))
    assert status == 3
    assert says in told
    assert "secret" not in told.replace("which has secrets", "").replace("ACCESS_ID SECRET", "")


def test_a_missing_file_of_users(tmp_path):
    status, told = refused(tmp_path, "--user-file", os.path.join(tmp_path, "none"))
    assert status == 3
    assert "none" in told


def test_an_instance_is_its_users_own(guarded):
    code = """
mine = connect("boss", "boss-secret").execute_sql("SELECT amount FROM sale;")
for name in "boss", "bob", "eve":
    other = connect(name, name + "-secret").get_instance(mine.id)
    for ask in (lambda: other.status.name, lambda: next(iter(other.open_reader(tunnel=True)))["amount"], other.stop):
        try:
            print(name, ask())
        except errors.ODPSError as error:
            print(name, type(error).__name__)
guarded = connect("bob", "bob-secret")
try:
    print(sum(1 for _ in guarded.list_instances()))
except errors.ODPSError as error:
    print(type(error).__name__)
"""
    assert run(guarded, code).splitlines() == [
        "boss TERMINATED",
        "boss 1",
        "boss InvalidStateSetting",
        "bob NoSuchObject",
        "bob NoSuchObject",
        "bob NoSuchObject",
        "eve NoPermission",
        "eve NoPermission",
        "eve NoPermission",
        "0",
    ]
