"""Each request that a page can make: asked without a token, by a stranger, and with hostile names."""

import os
import re

import pytest
from console_home import ROOT, Console

SOURCES = os.path.join(ROOT, "src", "console")
ROW = re.compile(r'\bRoute\{\s*"(GET|POST|PUT|DELETE)",\s*"(/[^"]*)"', re.S)
HOSTILE = ["'; DROP TABLE sale; --", "<script>alert(1)</script>", "../../etc/passwd", "..", "杭州🙂", "a" * 500, "0",
           "-1", "99999999999999999999", "a\tb\n", "${x}", "%2e%2e%2f", "default_project.sale"]  # fmt: skip
PARAMETERS = ["after", "limit", "from", "count", "name", "table", "pipeline", "node", "run", "model", "partition",
              "schema", "version", "job", "query", "depth", "port", "date", "text"]  # fmt: skip
BODIES = [None, [], {}, {"text": 1}, {"name": ["x"]}, {"document": {"nodes": 1, "edges": "x"}}, {"a": {"b": [None]}}]


def routes():
    found = set()
    for folder, _, names in os.walk(SOURCES):
        for name in names:
            if name.endswith(".cpp"):
                with open(os.path.join(folder, name), encoding="utf-8") as file:
                    found |= set(ROW.findall(file.read()))
    return sorted(found)


ROUTES = [route for route in routes() if route != ("GET", "/me")]
IDS = [f"{method} {path}" for method, path in ROUTES]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """A server with an owner and a user who is in no project, over a home with a table."""
    folder = tmp_path_factory.mktemp("routes")
    users = folder / "users"
    users.write_text("id1 secret1 -\nid2 secret2 ALIYUN$stranger@example.com\n")
    users.chmod(0o600)
    made = Console(folder)
    made.run("CREATE TABLE sale AS SELECT 1L AS id;")
    made.start_server("--user-file", str(users))
    made.owner = made.post("/sign-in", {"access_id": "id1", "secret": "secret1"})["token"]
    made.stranger = made.post("/sign-in", {"access_id": "id2", "secret": "secret2"})["token"]
    yield made
    made.stop()


def test_there_are_routes():
    assert len(ROUTES) > 20


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=IDS)
def test_nobody_is_answered_without_a_token(server, method, path):
    assert server.ask(method, path.replace("{}", "x"), token="")[0] == 401


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=IDS)
def test_who_is_not_in_the_project_is_answered_nothing(server, method, path):
    body = None if method == "GET" else {}
    status, answer = server.ask(method, path.replace("{}", "x"), body, token=server.stranger)
    assert status == 403 and answer["error"]["code"].startswith("ODPS-"), answer
    status, answer = server.ask(method, path.replace("{}", "x"), body, token=server.owner, project="nowhere")
    assert status == 404, answer


@pytest.mark.parametrize(("method", "path"), ROUTES, ids=IDS)
def test_hostile_names_and_bodies_get_a_named_answer(server, method, path):
    """A refusal, or an answer: never a fault of the server, which goes on."""
    for name in HOSTILE:
        asked = path.replace("{}", server_quote(name))
        parameters = dict.fromkeys(PARAMETERS, name)
        body = None if method == "GET" else dict.fromkeys(PARAMETERS, name)
        status, answer = server.ask(method, asked, body, token=server.owner, **parameters)
        assert status < 500, (name, answer)
        assert status < 400 or answer["error"]["message"], (name, answer)
    if method == "GET":
        return
    for body in BODIES:
        status, answer = server.ask(method, path.replace("{}", "x"), body, token=server.owner)
        assert status < 500, (body, answer)


def test_the_server_still_answers(server):
    assert server.ask("GET", "/me", token=server.owner)[0] == 200
    assert server.run("SELECT COUNT(*) FROM sale;") == "1\n"


def server_quote(text):
    return "".join(f"%{byte:02X}" for byte in text.encode())
