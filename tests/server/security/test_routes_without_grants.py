"""Each route, asked by a stranger to a project and by a user of it without a grant: nothing is shown or changed."""

import http.client
import email.utils

import pytest

from routes import all_routes, filled, target
from signing import KeptServer, canonical, signature

USERS = """boss boss-secret
bob bob-secret bob@example.com
eve eve-secret eve@example.com
"""
METHODS = ("GET", "HEAD", "POST", "PUT", "DELETE")
MARKS = (b"hidden_column", b"hidden_comment", b"hidden_value", b"hidden body", b"HiddenClass", b"hidden_other")
JOB = (
    "<Instance><Job><Priority>9</Priority><Tasks><SQL><Name>T</Name><Query><![CDATA[%s]]></Query></SQL></Tasks>"
    "</Job></Instance>"
)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(
        tmp_path_factory.mktemp("grants"),
        USERS,
        "ADD USER eve@example.com;",
        "CREATE PROJECT hidden_project;",
        "USE hidden_project; ADD USER bob@example.com;",
        "USE hidden_project; CREATE TABLE hidden_table (hidden_column STRING COMMENT 'hidden_comment') "
        "PARTITIONED BY (pt STRING);",
        "USE hidden_project; INSERT INTO hidden_table PARTITION (pt='1') VALUES ('hidden_value');",
        "USE hidden_project; CREATE TABLE hidden_other AS SELECT 1L AS hidden_column;",
    )
    made.instance = made.pyodps(
        """
boss = ODPS("boss", "boss-secret", "hidden_project", endpoint=o.endpoint)
boss.create_resource("hidden_resource.py", "py", file_obj="# hidden body")
boss.create_function("hidden_function", class_type="hidden_resource.HiddenClass", resources=["hidden_resource.py"])
print(boss.execute_sql("SELECT * FROM hidden_table WHERE pt='1';").id)
"""
    ).strip()
    yield made
    made.stop()


class Client:
    """Asks by one connection, as long as the server keeps it."""

    def __init__(self, server, name):
        self.server = server
        self.name = name
        self.connection = None

    def ask(self, method, where, body):
        headers = {"Date": email.utils.formatdate(usegmt=True)}
        text = canonical(method, where, headers)
        headers["Authorization"] = f"ODPS {self.name}:{signature(self.name + '-secret', text)}"
        if self.connection is None:
            self.connection = http.client.HTTPConnection(*self.server.address(), timeout=60)
        self.connection.request(method, "/api" + where, body=body, headers=headers)
        answer = self.connection.getresponse()
        read = answer.read()
        if answer.will_close:
            self.connection.close()
            self.connection = None
        return answer.status, str(answer.headers).encode() + read


def state_of(kept):
    return kept.sql(
        "USE hidden_project; SHOW TABLES;",
        "USE hidden_project; SHOW RESOURCES;",
        "USE hidden_project; SHOW FUNCTIONS;",
        "USE hidden_project; SHOW SCHEMAS;",
        "USE hidden_project; LIST USERS;",
        "USE hidden_project; LIST ROLES;",
        "USE hidden_project; SHOW GRANTS FOR bob@example.com;",
        "USE hidden_project; GET POLICY;",
        "USE hidden_project; SHOW SECURITYCONFIGURATION;",
        "SELECT * FROM hidden_project.hidden_table WHERE pt='1';",
    )


def requests_to_hidden(kept):
    names = {
        "projects": "hidden_project",
        "schemas": "default",
        "tables": "hidden_table",
        "instances": kept.instance,
        "resources": "hidden_resource.py",
        "functions": "hidden_function",
        "users": "bob@example.com",
    }
    asked = set()
    for _, path, action in all_routes():
        where = target(filled(path, names, "hidden_name"), action)
        for method in METHODS:
            asked.add((method, where))
    return sorted(asked)


def body_for(method, where):
    if method in ("GET", "HEAD", "DELETE"):
        return None
    if where.endswith("/tables?query"):
        return "<Tables><Table><Project>hidden_project</Project><Name>hidden_table</Name></Table></Tables>"
    return JOB % "DROP TABLE hidden_project.hidden_table;" if where.endswith("/instances") else "<X/>"


def shown_or_changed(kept, name, may):
    client = Client(kept, name)
    wrong = []
    for method, where in requests_to_hidden(kept):
        status, answer = client.ask(method, where, body_for(method, where))
        seen = [mark for mark in MARKS if mark in answer]
        if seen or status >= 500 or (status < 300 and not may(method, where)):
            wrong.append((status, method, where, seen))
    return wrong


def test_a_stranger_is_told_nothing_of_a_project(kept):
    before = state_of(kept)

    def may(method, where):
        return "hidden_" not in where

    assert shown_or_changed(kept, "eve", may) == []
    assert state_of(kept) == before


def test_a_user_without_grants_sees_and_changes_nothing(kept):
    before = state_of(kept)

    # Who belongs to a project may see that it is there, and himself. A statement is an instance that fails.
    def may(method, where):
        path = where.split("?")[0]
        if "hidden_" not in where or path.endswith(("/tunnel", "/logs")):
            return True
        if method == "POST":
            return path == "/projects/hidden_project/instances" or where.endswith("sign_bearer_token")
        reads = method in ("GET", "HEAD")
        own = path in ("/projects/hidden_project", "/projects/hidden_project/users/bob@example.com")
        return reads and (own or path.endswith(("/instances", "/cachedinstances", "/schemas/default")))

    assert shown_or_changed(kept, "bob", may) == []
    assert state_of(kept) == before
