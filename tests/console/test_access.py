"""Who is answered by the console: tokens, origins, names, methods, bodies."""

import base64
import contextlib
import http.client
import os
import signal
import socket
import subprocess
import time
import urllib.parse

import pytest
from console_home import BINARY, Console

USERS = "id1 secret1 -\nid2 secret2 ALIYUN$reader@example.com\nid3 secret3 ALIYUN$gone@example.com disabled\n"


def raw(console, method, target, headers=(), body=None):
    """(status, headers, body) of a request exactly as it is given."""
    connection = http.client.HTTPConnection("127.0.0.1", console.port, timeout=30)
    connection.putrequest(method, target, skip_host=True, skip_accept_encoding=True)
    names = [name.lower() for name, _ in headers]
    if "host" not in names:
        connection.putheader("Host", f"127.0.0.1:{console.port}")
    for name, value in headers:
        connection.putheader(name, value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    text = answer.read()
    connection.close()
    return answer.status, dict(answer.getheaders()), text


def signed(console, *more):
    return [("Authorization", f"Bearer {console.token}"), *more]


def test_the_printed_token_is_the_owner(shared_console):
    me = shared_console.get("/me")
    assert me["owner"] and me["local"] and me["projects"] == ["default_project"]


@pytest.mark.parametrize("token", ["", "x", "TjhGOW12=", None])
def test_other_tokens_are_refused(shared_console, token):
    if token is None:
        token = shared_console.token[:-4] + "AAAA"
    status, body = shared_console.ask("GET", "/me", token=token)
    assert status == 401 and "open the address" in body["error"]["cure"] and not body["sign_in"]


def test_a_token_in_the_query_does_not_count(shared_console):
    status, _ = shared_console.ask("GET", "/me", token="", access_token=shared_console.token)
    assert status == 401


@pytest.mark.parametrize(
    ("name", "status"),
    [("127.0.0.1", 200), ("localhost", 200), ("LOCALHOST", 200), ("[::1]", 200), ("evil.example", 403), ("", 403),
     ("127.0.0.1.evil.example", 403), ("0.0.0.0", 403)],
)  # fmt: skip
def test_only_names_of_this_machine_lead_here(shared_console, name, status):
    port = shared_console.port
    host = f"{name}:{port}" if name else ""
    assert raw(shared_console, "GET", "/console/api/me", signed(shared_console, ("Host", host)))[0] == status


@pytest.mark.parametrize(
    ("origin", "status"),
    [("http://127.0.0.1:{port}", 200), ("http://127.0.0.1:1", 403), ("http://evil.example", 403), ("null", 403),
     ("http://localhost:{port}", 403)],
)  # fmt: skip
def test_only_pages_of_this_place_may_ask(shared_console, origin, status):
    headers = signed(shared_console, ("Origin", origin.format(port=shared_console.port)))
    assert raw(shared_console, "GET", "/console/api/me", headers)[0] == status


def test_a_form_of_another_site_changes_nothing(shared_console):
    headers = signed(shared_console, ("Sec-Fetch-Site", "cross-site"), ("Content-Type", "text/plain"))
    assert raw(shared_console, "POST", "/console/api/sign-in", headers, b"{}")[0] == 403


def test_answers_are_hardened(shared_console):
    for target in ("/console/", "/console/api/me", "/console/nowhere", "/", "/healthz", "/api/projects"):
        _, headers, _ = raw(shared_console, "GET", target, signed(shared_console))
        policy = headers["Content-Security-Policy"]
        assert "default-src 'self'" in policy and "frame-ancestors 'none'" in policy
        assert headers["X-Content-Type-Options"] == "nosniff" and headers["Referrer-Policy"] == "no-referrer"


def test_no_other_address_is_listened_at(shared_console):
    with pytest.raises(ConnectionRefusedError), socket.create_connection(("127.0.0.2", shared_console.port)):
        pass


def test_what_is_not_offered_is_said(shared_console):
    assert shared_console.ask("GET", "/nothing")[0] == 404
    assert shared_console.ask("DELETE", "/me")[0] == 405
    assert raw(shared_console, "GET", "/api/projects/default_project", signed(shared_console))[0] == 404
    assert raw(shared_console, "POST", "/console/", signed(shared_console), b"")[0] == 405


def test_a_console_has_a_pulse_and_a_way_in(shared_console):
    assert raw(shared_console, "GET", "/healthz")[2] == b"ok\n"
    status, headers, _ = raw(shared_console, "GET", "/")
    assert status == 302 and headers["Location"] == "/console/"


@pytest.mark.parametrize("target", ["/console/api/me?project=%ff", "/console/api/%00", "/console/api/me?a=%00"])
def test_names_that_are_not_text_are_refused(shared_console, target):
    assert raw(shared_console, "GET", target, signed(shared_console))[0] in (400, 404)


def test_a_page_makes_no_project(shared_console):
    for project in ("nowhere", "default_projec", "a'b", "<script>"):
        status, body = shared_console.ask("GET", "/workflows", project=project)
        assert status == 404, body
    assert shared_console.get("/me")["projects"] == ["default_project"]


def test_the_usual_port_may_be_taken(tmp_path):
    with socket.socket() as taken:
        # Where another program has it already, it is taken, too.
        with contextlib.suppress(OSError):
            taken.bind(("127.0.0.1", 8686))
            taken.listen()
        console = Console(tmp_path).start(port=None)
        try:
            assert console.port != 8686 and console.get("/me")["owner"]
        finally:
            console.stop()


def test_a_port_that_was_asked_for_is_no_other_one(shared_console, tmp_path):
    taken = shared_console.port
    done = subprocess.run(
        [BINARY, "console", "--home", str(tmp_path / "home"), "--port", str(taken)],
        capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 3 and str(taken) in done.stderr


@pytest.mark.parametrize(
    "arguments",
    [["--port"], ["--port", "x"], ["--user-file", "f"], ["more"], ["--port", "70000"], ["--host", "127.0.0.2"]],
)
def test_wrong_flags_are_usage_errors(arguments):
    done = subprocess.run(
        [BINARY, "console", *arguments],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        check=False,
        timeout=60,
    )
    assert done.returncode == 2 and "paisql console --help" in done.stderr


def test_files_outside_of_the_pages_are_not_read(tmp_path):
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "index.html").write_text("<p>page")
    (tmp_path / "secret.txt").write_text("secret")
    console = Console(tmp_path).start(env={"PAISQL_CONSOLE_PAGES": str(folder)})
    try:
        for target in ("/console/../secret.txt", "/console/%2e%2e/secret.txt", "/console/..%2fsecret.txt"):
            assert b"secret" != raw(console, "GET", target)[2]
        assert raw(console, "GET", "/console/any/page")[2] == b"<p>page"
    finally:
        console.stop()


def test_a_token_holds_after_a_restart(console):
    console_token = console.token
    console.restart()
    assert console.ask("GET", "/me", token=console_token)[0] == 200


@pytest.fixture(scope="module")
def server_with_users(tmp_path_factory):
    folder = tmp_path_factory.mktemp("users")
    file = folder / "users"
    file.write_text(USERS)
    os.chmod(file, 0o600)
    made = Console(folder).start_server("--user-file", str(file))
    yield made
    made.stop()


def test_users_sign_in_with_their_secret(server_with_users):
    server = server_with_users
    status, body = server.ask("GET", "/me", token="")
    assert status == 401 and body["sign_in"]
    signed_in = server.post("/sign-in", {"access_id": "id2", "secret": "secret2"})
    status, me = server.ask("GET", "/me", token=signed_in["token"])
    assert status == 200 and me["user"] == "ALIYUN$reader@example.com" and not me["owner"] and not me["local"]
    owner = server.post("/sign-in", {"access_id": "id1", "secret": "secret1"})
    assert server.ask("GET", "/me", token=owner["token"])[1]["owner"]


@pytest.mark.parametrize(("access_id", "secret"), [("id2", "secret1"), ("id3", "secret3"), ("nobody", "unknown")])
def test_wrong_secrets_and_disabled_users_do_not_sign_in(server_with_users, access_id, secret):
    status, body = server_with_users.ask("POST", "/sign-in", {"access_id": access_id, "secret": secret})
    assert status == 401 and "token" not in body


@pytest.mark.parametrize("body", [None, [], {"access_id": 1, "secret": "x"}, {"access_id": "id2"}])
def test_signing_in_needs_both_texts(server_with_users, body):
    assert server_with_users.ask("POST", "/sign-in", body)[0] == 400


def test_a_page_token_does_not_sign_requests_of_clients(server_with_users):
    token = server_with_users.post("/sign-in", {"access_id": "id2", "secret": "secret2"})["token"]
    headers = [("x-odps-bearer-token", token)]
    assert raw(server_with_users, "GET", "/api/projects/default_project", headers)[0] == 401


def end_of(token):
    """The second at which a token ends; clients read it the same way."""
    return int(base64.b64decode(token).split(b",")[2])


def test_tokens_end(shared_console, server_with_users):
    day = 24 * 3600
    now = time.time()
    assert 29.9 * day < end_of(shared_console.token) - now <= 30 * day
    signed_in = server_with_users.post("/sign-in", {"access_id": "id2", "secret": "secret2"})
    assert day <= end_of(signed_in["token"]) - int(now) < 1.1 * day
    assert signed_in["ends_ms"] // 1000 == end_of(signed_in["token"])


def test_a_changed_secret_ends_the_tokens_of_pages(tmp_path):
    file = tmp_path / "users"
    file.write_text(USERS)
    os.chmod(file, 0o600)
    server = Console(tmp_path).start_server("--user-file", str(file))
    try:
        token = server.post("/sign-in", {"access_id": "id2", "secret": "secret2"})["token"]
        assert server.ask("GET", "/me", token=token)[0] == 200
        file.write_text(USERS.replace("secret2", "another2"))
        server.process.send_signal(signal.SIGHUP)
        deadline = time.monotonic() + 30
        while server.ask("GET", "/me", token=token)[0] == 200 and time.monotonic() < deadline:
            pass
        assert server.ask("GET", "/me", token=token)[0] == 401
    finally:
        server.stop()


def test_a_server_without_users_tells_the_address_with_a_token(tmp_path):
    server = Console(tmp_path)
    with open(tmp_path / "messages", "w+", encoding="utf-8") as messages:
        server.start_server(messages=messages)
        try:
            messages.seek(0)
            (told,) = [line for line in messages if "the console: " in line]
            address, token = told.split("the console: ")[1].strip().split("/console/#token=")
            assert address == server.address
            assert server.ask("GET", "/me", token=urllib.parse.unquote(token))[1]["owner"]
        finally:
            server.stop()


def test_a_server_shows_the_same_pages(shared_console, server_with_users):
    mine, theirs = (raw(one, "GET", "/console/") for one in (shared_console, server_with_users))
    assert mine[0] == theirs[0] and mine[2] == theirs[2]
