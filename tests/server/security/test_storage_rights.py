"""The storage API asked by users without rights, with the sessions of others, and with hostile JSON."""

import json
import urllib.parse

import pytest

from signing import KeptServer, ask_signed, error_code, send

USERS = """boss boss-secret
bob bob-secret bob@example.com
eve eve-secret eve@example.com
"""
TABLE = "projects.default_project.schemas.default.tables.kept"
ABOUT_TABLES = (
    "TableCreateReadSession",
    "TablePreview",
    "TableCreateWriteSession",
    "TableCreateWriteStream",
    "TableWrite",
)
ABOUT_SESSIONS = (
    "TableGetReadSession",
    "TableRead",
    "TableGetWriteSession",
    "TableCommitWriteSession",
    "TableAbortWriteSession",
    "TableCreateWriteStream",
    "TableGetWriteStream",
    "TableWrite",
    "TableCloseWriteStream",
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(
        tmp_path_factory.mktemp("storage"),
        USERS,
        "ADD USER bob@example.com;",
        "ADD USER eve@example.com;",
        "CREATE TABLE kept AS SELECT 1L AS id, 'kept value' AS name;",
        "CREATE TABLE shown AS SELECT 1L AS id;",
        "GRANT Describe, Select, Update ON TABLE shown TO USER bob@example.com;",
        "CREATE PROJECT elsewhere;",
        "USE elsewhere; CREATE TABLE kept AS SELECT 1L AS id;",
    )
    yield made
    made.stop()


def act(kept, name, action, about=TABLE, body=b"{}", **more):
    query = urllib.parse.urlencode({"Action": action, "Target": about, **more})
    return ask_signed(kept, name, name + "-secret", "/storage/v2?" + query, "POST", body=body)


def begun(kept, name, action, about=TABLE):
    status, _, body = act(kept, name, action, about)
    assert status == 200, body
    return json.loads(body)["SessionId"]


def test_a_table_needs_its_grants(kept):
    for action in ABOUT_TABLES:
        status, _, body = act(kept, "eve", action, SessionId="default")
        assert (status, error_code(body)) == (403, "NoPermission"), action
        status, _, body = act(
            kept, "eve", action, "projects.elsewhere.schemas.default.tables.kept", SessionId="default"
        )
        assert status == 403, action
    for kind in ("batch_read", "batch_write"):
        where = "/storage/v1/projects/default_project/tables/kept/sessions?session_type=" + kind
        status, _, body = ask_signed(kept, "eve", "eve-secret", where, "POST", body=b"{}")
        assert (status, error_code(body)) == (403, "NoPermission"), kind


def test_sessions_belong_to_those_who_have_begun_them(kept):
    shown = TABLE.replace("kept", "shown")
    for begin in ("TableCreateReadSession", "TableCreateWriteSession"):
        session = begun(kept, "bob", begin, shown)
        for action in ABOUT_SESSIONS:
            status, _, body = act(kept, "eve", action, shown, SessionId=session)
            assert (status, error_code(body)) == (404, "SessionNotFound"), action


def test_results_of_others_are_not_read(kept):
    job = (
        "<Instance><Job><Priority>9</Priority><Tasks><SQL><Name>T</Name><Query>SELECT name FROM kept;</Query></SQL>"
        "</Tasks></Job></Instance>"
    )
    where = "/projects/default_project/instances"
    _, headers, _ = ask_signed(kept, "boss", "boss-secret", where, "POST", body=job.encode())
    about = "projects.default_project.instances." + headers["Location"].rsplit("/", 1)[1]
    for action in ("InstanceCreateReadSession", "InstanceGetReadSession", "InstanceRead"):
        assert act(kept, "eve", action, about)[0] == 404, action
        assert act(kept, "boss", action, about)[0] == 200, action
        elsewhere = about.replace("default_project", "elsewhere")
        assert act(kept, "boss", action, elsewhere)[0] == 404, action
        assert act(kept, "eve", action, elsewhere)[0] == 404, action


def test_a_commit_needs_the_grant_of_its_moment(kept):
    told = kept.pyodps(
        """
from odps.errors import ODPSError
from odps.tunnel import TableTunnel
boss = ODPS("boss", "boss-secret", "default_project", endpoint=o.endpoint)
bob = ODPS("bob", "bob-secret", "default_project", endpoint=o.endpoint)
table = boss.create_table("revoked", "id bigint")
def granted(words):
    boss.run_security_query(words + " USER bob@example.com")
granted("GRANT Describe, Update ON TABLE revoked TO")
upload = TableTunnel(bob).create_upload_session("revoked")
with upload.open_record_writer(0) as writer:
    writer.write(table.new_record([1]))
stream = TableTunnel(bob).create_stream_upload_session("revoked")
granted("REVOKE Update ON TABLE revoked FROM")
def tried(act):
    try:
        act()
        print("done")
    except ODPSError as error:
        print(type(error).__name__, error.code)
def put():
    with stream.open_record_writer() as writer:
        writer.write(table.new_record([2]))
tried(lambda: upload.commit([0]))
tried(put)
granted("GRANT Update ON TABLE revoked TO")
tried(lambda: upload.commit([0]))
"""
    )
    assert told.splitlines() == ["NoPermission NoPermission", "NoPermission NoPermission", "done"]
    assert kept.sql("SELECT id FROM revoked;") == "1\n"


@pytest.mark.parametrize(
    "condition",
    ["1=1); DROP TABLE kept; SELECT (1=1", "1=1); SELECT 5 WHERE (1=1", "1=1) UNION ALL SELECT 'a', 1 WHERE (1=1"],
)
def test_a_filter_is_one_condition(kept, condition):
    status, _, body = act(kept, "boss", "TableCreateReadSession", body=json.dumps({"FilterPredicate": condition}))
    assert (status, error_code(body)) == (400, "ParseError")
    assert kept.sql("SELECT id, name FROM kept;") == "1\tkept value\n"


def test_a_view_over_other_columns_is_refused(kept):
    kept.sql("CREATE TABLE below AS SELECT 1L AS a;", "CREATE VIEW above AS SELECT a FROM below;")
    kept.sql("DROP TABLE below;", "CREATE TABLE below AS SELECT 'text' AS a;")
    status, _, _ = act(kept, "boss", "TableCreateReadSession", TABLE.replace("kept", "above"))
    assert status == 400
    assert send(kept, "GET", "/healthz")[0] == 200


@pytest.mark.parametrize(
    "body",
    [
        '{"RequiredDataColumns":[' + "[" * 300000 + "]" * 300000 + "]}",
        '{"IncrementalRead": "yes"}',
        '{"SplitOptions": 1, "ArrowOptions": [], "RequiredPartitions": {}}',
        '{"SplitOptions": {"SplitNumber": 9223372036854775807}}',
        "[]",
    ],
    ids=["deep", "flag", "kinds", "large", "list"],
)
def test_hostile_json(kept, body):
    status, _, _ = act(kept, "boss", "TableCreateReadSession", body=body)
    assert status in (200, 400)
    assert send(kept, "GET", "/healthz")[0] == 200
