"""Sessions of tunnels under the path of another table: a token may allow that table alone."""

import json
import urllib.parse

import pytest

from signing import KeptServer, ask_signed, error_code, send

PROJECT = "/projects/default_project"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(
        tmp_path_factory.mktemp("tables"),
        "boss boss-secret\n",
        "CREATE TABLE open_a AS SELECT 1L AS id;",
        "CREATE TABLE hidden_b AS SELECT 2L AS id;",
        "CREATE VIEW hidden_v AS SELECT id FROM hidden_b;",
        'CREATE TABLE keyed (id BIGINT NOT NULL, PRIMARY KEY (id)) TBLPROPERTIES ("transactional"="true");',
    )
    yield made
    made.stop()


def as_boss(kept, method, target, body=None):
    return ask_signed(kept, "boss", "boss-secret", target, method, body=body)


def token_for(kept, table):
    allowed = {"Effect": "Allow", "Action": "odps:*", "Resource": "acs:odps:*:projects/default_project/tables/" + table}
    asked = {"expires_in_hours": 1, "policy": {"Version": "1", "Statement": [allowed]}}
    _, _, body = as_boss(kept, "POST", PROJECT + "/authorization?sign_bearer_token", json.dumps(asked))
    return body.decode().split("<Result>")[1].split("</Result>")[0]


KINDS = {
    "download": (
        "hidden_b",
        "?downloads",
        "DownloadID",
        "NoSuchDownload",
        ["GET ?downloadid={}", "GET ?data&downloadid={}"],
    ),
    "view": (
        "hidden_v",
        "?downloads",
        "DownloadID",
        "NoSuchDownload",
        ["GET ?downloadid={}", "GET ?data&downloadid={}"],
    ),
    "upload": (
        "hidden_b",
        "?uploads",
        "UploadID",
        "NoSuchUpload",
        ["GET ?uploadid={}", "PUT ?uploadid={}&blockid=0", "POST ?uploadid={}"],
    ),
    "stream": (
        "hidden_b",
        "/streams",
        "session_name",
        "StreamSessionNotFound",
        ["GET /streams?uploadid={}", "PUT /streams?uploadid={}", "POST /streams?uploadid={}"],
    ),
    "upsert": (
        "keyed",
        "/upserts",
        "id",
        "UpsertSessionNotFound",
        ["GET /upserts?upsertid={}", "PUT /upserts?upsertid={}", "POST /upserts?upsertid={}"],
    ),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_session_belongs_to_its_table(kept, kind):
    table, begins, member, code, others = KINDS[kind]
    status, _, body = as_boss(kept, "POST", PROJECT + "/tables/" + table + begins)
    assert status == 200, body
    session = json.loads(body)[member]
    header = {"x-odps-bearer-token": token_for(kept, "open_a")}
    for other in others:
        method, rest = other.format(session).split()
        where = PROJECT + "/tables/open_a" + rest
        status, _, body = send(kept, method, where, header)
        assert (status, error_code(body)) == (404, code), (other, body)
        # Neither has its user another table's session there, nor the token the session's table.
        assert as_boss(kept, method, where)[0] == 404, other
        assert send(kept, method, PROJECT + "/tables/" + table + rest, header)[0] == 403, other
    assert as_boss(kept, "GET", PROJECT + "/tables/" + table.upper() + others[0].format(session).split()[1])[0] == 200
    in_schema = PROJECT + "/schemas/default/tables/" + table
    assert as_boss(kept, "GET", in_schema + others[0].format(session).split()[1])[0] == 200


def test_a_storage_session_belongs_to_its_table(kept):
    about = "projects.default_project.schemas.default.tables."

    def act(action, table, **more):
        query = urllib.parse.urlencode({"Action": action, "Target": about + table, **more})
        return as_boss(kept, "POST", "/storage/v2?" + query, b"{}")

    for kind in ("Read", "Write"):
        status, _, body = act(f"TableCreate{kind}Session", "hidden_b")
        assert status == 200, body
        session = json.loads(body)["SessionId"]
        status, _, body = act(f"TableGet{kind}Session", "open_a", SessionId=session)
        assert (status, error_code(body)) == (404, "SessionNotFound")
        assert act(f"TableGet{kind}Session", "hidden_b", SessionId=session)[0] == 200
        v1 = "/storage/v1" + PROJECT + "/tables/{}/sessions/" + session
        assert as_boss(kept, "GET", v1.format("open_a"))[0] == 404
        assert as_boss(kept, "GET", v1.format("hidden_b"))[0] in (200, 201)
