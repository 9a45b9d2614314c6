"""Each route with names and bodies that nobody should send: errors in the platform's form, and a server that lives."""

import os
import re
import urllib.parse

import pytest

from routes import all_routes, filled, target
from signing import KeptServer, ask_signed, error_code, send

NAMES = [
    "..",
    "%2e%2e",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "..%5c..%5cx",
    "%2fetc%2fpasswd",
    "a%00b",
    "%00",
    "%ff%fe",
    "a%0d%0aX-Injected: 1".replace(" ", "%20"),
    "%27%22%60%3b",
    "%24%7bx%7d",
    "%3c%21%5bCDATA%5b%5d%5d%3e",
    "*",
    "x" * 3000,
    "%e4%b8%ad%f0%9f%98%80",
]
BOMB = '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "cc"><!ENTITY d "&b;&b;&b;&b;&b;&b;&b;&b;">]><a>&d;&d;</a>'
BODIES = [
    b"",
    BOMB.encode(),
    b'<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><Authorization><Query>&b;</Query></Authorization>',
    b"<a>" * 50000,
    b'<Instance><Job><Tasks><SQL><Name>x</Name><Config><Property><Name>settings</Name><Value>{"a":'
    + b"[" * 200000
    + b"]" * 200000
    + b"}</Value></Property></Config><Query>SELECT 1;</Query></SQL></Tasks></Job></Instance>",
    b"[" * 300000,
    b"\xff\xfe\x00\x01" * 100,
    b"{",
]


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    made = KeptServer(tmp_path_factory.mktemp("hostile"), "boss boss-secret\n", "CREATE TABLE t AS SELECT 1L AS a;")
    yield made
    made.stop()


def outside(kept):
    """Everything beside the home."""
    return sorted(name for name in os.listdir(kept.folder) if name not in ("home", "messages"))


def is_form(headers, body):
    """Whether an error has the four parts that clients need, with the id of its request."""
    named = re.search(rb"RequestId[>\":]+ ?\"?([^<\"]+)", body)
    return (
        error_code(body)
        and b"Message" in body
        and b"HostId" in body
        and named
        and named.group(1).decode() == headers["x-odps-request-id"]
    )


def wrong_answer(method, where, answer):
    status, headers, body = answer
    if status >= 500 or "X-Injected" in headers:
        return (status, method, where[:120], body[:200])
    if status >= 400 and method != "HEAD" and not is_form(headers, body):
        return (status, method, where[:120], body[:200])
    return None


def ask(kept, method, where, body=None):
    return ask_signed(kept, "boss", "boss-secret", where, method, body=body)


def test_hostile_names(kept):
    before = outside(kept)
    wrong = []
    for method, path, action in all_routes():
        for name in NAMES if "{}" in path else ():
            for names in ({}, {"projects": "default_project"}):
                where = filled(path, names, name)
                answer = ask(kept, method, target(where, action), None if method == "GET" else b"<X/>")
                wrong.append(wrong_answer(method, target(where, action), answer))
                # What clients tell of their use is taken and dropped.
                if method != "GET" and answer[0] < 300 and "%2e%2e" in where and not where.endswith("/logs"):
                    wrong.append((answer[0], method, where))
    assert [one for one in wrong if one] == []
    assert outside(kept) == before
    assert send(kept, "GET", "/healthz")[0] == 200


def test_hostile_bodies(kept):
    before = outside(kept)
    wrong = []
    names = {"projects": "default_project", "tables": "t"}
    for method, path, action in all_routes():
        if method == "GET":
            continue
        where = target(filled(path, names, "x"), action)
        for body in BODIES:
            answer = ask(kept, method, where, body)
            wrong.append(wrong_answer(method, where, answer))
            if b"root:" in answer[2]:
                wrong.append((method, where, "an entity was read"))
    assert [one for one in wrong if one] == []
    assert outside(kept) == before
    assert send(kept, "GET", "/healthz")[0] == 200
    assert kept.sql("SELECT a FROM t;") == "1\n"


@pytest.mark.parametrize("name", ["../x", "/etc/x", "..", "a\x00b", "x/../../y", "\\x"])
def test_names_of_resources_lead_nowhere(kept, name):
    headers = {"x-odps-resource-type": "file", "x-odps-resource-name": urllib.parse.quote(name)}
    for written in urllib.parse.quote(name, safe=""), name.replace("\x00", "%00"):
        headers["x-odps-resource-name"] = written
        status, _, body = ask_signed(
            kept, "boss", "boss-secret", "/projects/default_project/resources", "POST", headers, b"x"
        )
        assert status in (200, 201) or error_code(body), (status, body)
    assert outside(kept) == ["users"]


def test_huge_heads(kept):
    status, _, _ = send(kept, "GET", "/projects/default_project", {"x-odps-x": "x" * 100000})
    assert status in (400, 413, 431)
    assert send(kept, "GET", "/healthz")[0] == 200
