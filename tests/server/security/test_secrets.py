"""Secrets of users are in no message, answer, argument or file but their own."""

import os
import subprocess

import pytest

from conftest import BINARY
from signing import KeptServer, ask_signed, send

SECRETS = ("boss-5ecret-of-42", "bob-5ecret-of-43", "sts-5ecret-of-44", "statement-5ecret-of-45")
USERS = f"""boss {SECRETS[0]}
bob {SECRETS[1]} bob@example.com sts={SECRETS[2]}
"""


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(tmp_path_factory.mktemp("secrets"), USERS, "ADD USER bob@example.com;")
    yield made
    made.stop()


def shows_secret(bytes_):
    return [secret for secret in SECRETS if secret.encode() in bytes_]


def test_no_secret_is_shown(kept):
    shown = []
    for name, secret in ("boss", SECRETS[0]), ("boss", "wrong"), ("bob", SECRETS[1]):
        for target in "/projects", "/projects/default_project", "/projects/default_project/users", "/none":
            for headers in {}, {"authorization-sts-token": SECRETS[2]}:
                status, answered, body = ask_signed(kept, name, secret, target, headers=dict(headers))
                shown += shows_secret(str(answered).encode() + body)
    printed = kept.pyodps(
        f"""
boss = ODPS("boss", {SECRETS[0]!r}, "default_project", endpoint=o.endpoint)
instance = boss.run_sql("SET a_password={SECRETS[3]}; SELECT nothing FROM nowhere WHERE access_key='{SECRETS[3]}';")
assert {SECRETS[3]!r} in instance.get_sql_query()
try:
    instance.wait_for_success()
except Exception as error:
    print(error)
print(instance.get_logview_address().split("token=")[1])
"""
    )
    shown += shows_secret(printed.encode())
    shown += shows_secret(kept.messages().encode())
    with (
        open(f"/proc/{kept.process.pid}/cmdline", "rb") as arguments,
        open(f"/proc/{kept.process.pid}/environ", "rb") as environment,
    ):
        shown += shows_secret(arguments.read() + environment.read())
    for folder, _, files in os.walk(kept.home):
        for name in files:
            with open(os.path.join(folder, name), "rb") as file:
                shown += shows_secret(file.read())
    assert shown == []


def test_the_key_of_tokens_is_the_owners(kept):
    path = os.path.join(kept.home, "server", "token-key")
    assert os.stat(path).st_mode & 0o777 == 0o600
    assert os.stat(os.path.dirname(path)).st_mode & 0o777 == 0o700


def test_a_key_that_others_could_read_is_replaced(tmp_path):
    made = KeptServer(tmp_path, "boss boss-secret\n")
    try:
        path = os.path.join(made.home, "server", "token-key")
        target = "/projects/default_project/authorization?sign_bearer_token"
        policy = '{"policy": {"Version": "1", "Statement": [{"Effect": "Allow", "Action": "odps:*", "Resource": "*"}]}}'
        _, _, body = ask_signed(made, "boss", "boss-secret", target, "POST", body=policy)
        token = body.decode().split("<Result>")[1].split("</Result>")[0]

        def status():
            return send(made, "GET", "/projects/default_project", {"x-odps-bearer-token": token})[0]

        assert status() == 200
        made.stop()
        made.start("--user-file", made.users)
        assert status() == 200
        made.stop()
        os.chmod(path, 0o644)
        made.start("--user-file", made.users)
        assert status() == 401
        assert os.stat(path).st_mode & 0o777 == 0o600
    finally:
        made.stop()


def test_help_names_no_secret():
    told = subprocess.run([BINARY, "server", "--help"], capture_output=True, text=True, check=True).stdout
    assert "--user-file FILE" in told and "--secret" not in told
