"""Pages about instances for people, whose address has a token; and instances of other users."""

import subprocess
import textwrap
import urllib.error
import urllib.request

import pytest

from conftest import CLIENTS, Server

USERS = "boss boss-secret\nbob bob-secret bob@example.com\neve eve-secret eve@example.com\n"


@pytest.fixture(scope="module")
def guarded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("guarded")
    users = folder / "users"
    users.write_text(USERS)
    users.chmod(0o600)
    made = Server(folder)
    made.sql(
        "ADD USER bob@example.com;",
        "ADD USER eve@example.com;",
        "CREATE ROLE worker;",
        "GRANT CreateInstance ON PROJECT default_project TO ROLE worker;",
        "GRANT worker TO bob@example.com;",
        "GRANT worker TO eve@example.com;",
    )
    made.start("--user-file", str(users))
    yield made
    made.stop()


def run(server, code):
    head = (
        "from odps import ODPS, errors, options\n"
        "def connect(name): return ODPS(name, name + '-secret', 'default_project', endpoint=%r)\n" % server.endpoint
    )
    done = subprocess.run(
        [CLIENTS, "-c", head + textwrap.dedent(code)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def page(address):
    try:
        with urllib.request.urlopen(address) as answer:
            return answer.status, answer.headers, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.headers, error.read().decode()


def test_a_page_for_who_has_its_address(guarded):
    good, bad, other = run(
        guarded,
        """
        o = connect("bob")
        good = o.execute_sql("SELECT '<b>' AS x;")
        bad = o.run_sql("SELECT x FROM nosuch;")
        bad.wait_for_completion()
        print(good.get_logview_address(hours=1))
        print(bad.get_logview_address(hours=1))
        print(good.get_logview_address().replace(good.id, bad.id))
        """,
    ).split()
    assert good.startswith(guarded.endpoint[: -len("/api")] + "/logview/?h=")
    status, headers, text = page(good)
    assert status == 200 and "Success" in text and "&lt;b&gt;" in text and "<b>" not in text
    assert headers["Referrer-Policy"] == "no-referrer" and "default-src 'none'" in headers["Content-Security-Policy"]
    status, _, text = page(bad)
    assert status == 200 and "Failed" in text and "ODPS-0130131" in text
    assert page(other)[0] == 403
    assert page(good.split("&token=")[0])[0] == 401
    assert page(good[:-4] + "AAAA")[0] in (401, 403)


def test_others_see_what_they_are_granted(guarded):
    printed = run(
        guarded,
        """
        from odps.errors import ODPSError
        mine = connect("bob").execute_sql("SELECT 1 AS x;")
        print(mine.id)
        asked = [
            lambda other: other.status.name,
            lambda other: other.get_task_summary() is not None,
            lambda other: other.get_task_progress() is not None,
            lambda other: other.get_queueing_info().instance_id == mine.id,
            lambda other: other.get_task_result(),
            lambda other: other.get_task_info("AnonymousSQLTask", "x"),
            lambda other: other.put_task_info("AnonymousSQLTask", "x", "y"),
            lambda other: other.stop(),
        ]
        for question in asked:
            try:
                print(question(connect("eve").get_instance(mine.id)))
            except ODPSError as error:
                print(type(error).__name__)
        print(mine.id in [one.id for one in connect("eve").list_instances()])
        print(mine.id in [one.id for one in connect("boss").list_instances()])
        """,
    ).splitlines()
    assert printed[1:] == ["NoSuchObject"] * 8 + ["False", "True"]
    guarded.sql("GRANT Read ON INSTANCE %s TO USER eve@example.com;" % printed[0])
    granted = run(
        guarded,
        """
        from odps.errors import ODPSError
        other = connect("eve").get_instance(%r)
        print(other.status.name, other.get_task_summary() is not None)
        for change in (lambda: other.stop(), lambda: other.put_task_info("AnonymousSQLTask", "x", "y")):
            try:
                change()
            except ODPSError as error:
                print(type(error).__name__)
        """
        % printed[0],
    )
    assert granted.splitlines() == ["TERMINATED True", "NoPermission", "NoPermission"]
