"""A home whose data files lie in a bucket that fails, answers late or goes away, and writers that die."""

import concurrent.futures
import contextlib
import os
import signal
import socket
import sqlite3
import threading
import urllib.parse

import pytest

import s3_gate
import s3_server
from lake_home import SALE, Lake, home_in_bucket, s3_endpoint  # noqa: F401


def test_what_the_endpoint_does_not_take_is_not_in_a_table(lake):
    lake.run(SALE).ok()
    before = lake.keys()
    insert = "INSERT INTO sale PARTITION (ds) VALUES (8, 'x', '1'), (9, 'y', '3');"
    puts = []

    def second_fails(method, path):
        puts.append(path) if method == "PUT" else None
        return 503 if method == "PUT" and len(puts) == 2 else None

    for rule in (second_fails, lambda method, path: 403 if method == "PUT" else None):
        lake.gate.rule = rule
        lake.run(insert).fails("ODPS-0123019", "oss://lake/p/sale/ds=")
        lake.gate.rule = lambda method, path: None
        assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds > '';") == [("3",)]
        assert lake.keys() == before
    # Where not even the removal works, the next session takes what was left.
    puts.clear()
    lake.gate.rule = lambda method, path: 503 if method == "DELETE" else second_fails(method, path)
    lake.run(insert).fails("ODPS-0123019")
    assert len(lake.keys()) == 3
    lake.gate.rule = lambda method, path: None
    lake.run("SELECT * FROM sale WHERE ds = '1';").ok()
    assert lake.keys() == before


def test_objects_that_are_gone_or_refused_are_named(lake):
    lake.run(SALE).ok()
    lake.forget_copies()
    query = "SELECT * FROM sale WHERE ds = '2';"
    lake.gate.rule = lambda method, path: 403 if method == "GET" else None
    lake.run(query).fails(
        "ODPS-0123019", "oss://lake/p/sale/ds=2/", "denies it to these keys", "oss/lake has the bucket's place and keys"
    )
    lake.gate.rule = lambda method, path: None
    assert lake.home.verify().status == 0
    key = [key for key in lake.keys() if "ds=2" in key][0]
    s3_server.put_key(lake.gate.url, "there", key, b"PAR1" + b"x" * 500)
    assert_damaged(lake.run(query), "is damaged")
    assert "damaged-file" in lake.home.verify().stdout
    s3_server.remove_key(lake.gate.url, "there", key)
    lake.gate.rule = lambda method, path: 404 if method == "GET" and "ds" in path else None
    assert_damaged(lake.run(query), "is missing: the bucket has no object oss://lake/p/sale/ds=2/")
    lake.gate.rule = lambda method, path: None
    assert "missing-file" in lake.home.verify().stdout
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds = '1';") == [("2",)]
    lake.gate.close()
    lake.run("SELECT * FROM sale WHERE ds = '1';").ok()  # the copy is there
    lake.forget_copies()
    lake.run("SELECT * FROM sale WHERE ds = '1';").fails("nothing answers at " + lake.gate.url)
    lake.run("INSERT INTO sale PARTITION (ds='1') VALUES (1, 'a');").fails("nothing answers at " + lake.gate.url)


def assert_damaged(outcome, text):
    assert "PAISQL-0003" in outcome.stderr and "sale, partition ds=2" in outcome.stderr and text in outcome.stderr


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGINT])
def test_a_writer_that_ends_in_the_middle_leaves_nothing(lake, number):
    lake.run(SALE).ok()
    before = lake.keys()
    arrived, released = threading.Event(), threading.Event()
    puts = []

    def second_waits(method, path):
        if method != "PUT":
            return
        puts.append(path)
        if len(puts) == 2:
            arrived.set()
            released.wait(60)

    lake.gate.rule = second_waits
    writer = lake.home.start("INSERT INTO sale PARTITION (ds) VALUES (8, 'x', '1'), (9, 'y', '3');")
    assert arrived.wait(60)
    writer.send_signal(number)
    _, errors = writer.communicate(timeout=60)
    assert writer.returncode != 0
    if number == signal.SIGINT:
        assert "interrupted" in errors
    released.set()
    lake.gate.rule = lambda method, path: None
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds > '';") == [("3",)]
    assert lake.keys() == before


CHANGES = (
    "SET odps.timemachine.retention.days=0; INSERT OVERWRITE TABLE sale PARTITION (ds = '1') SELECT 7, 'z';"
    "INSERT INTO sale PARTITION (ds) VALUES (8, 'x', '1'), (9, 'y', '3');"
    "INSERT OVERWRITE TABLE sale PARTITION (ds = '2') SELECT id + 10, city FROM sale WHERE ds = '2';"
)
CHANGED = [("7",), ("8",), ("9",), ("13",)]


@pytest.mark.parametrize("lists", [1, 2, 1 << 30])
def test_a_store_that_lists_late_loses_nothing(lake, lists):
    lake.run(SALE).ok()
    lake.hide_new_objects(lists)
    lake.run(CHANGES).ok()
    assert len(lake.keys()) == 4
    lake.forget_copies()
    assert lake.rows("SELECT id FROM sale WHERE ds <> '' ORDER BY id LIMIT 9;") == CHANGED
    assert lake.home.verify().status == 0
    lake.run("DROP TABLE sale PURGE;").ok()
    assert lake.keys() == []


def test_an_old_list_is_believed_by_nobody(lake):
    lake.run(SALE).ok()
    lake.show_old_list()
    lake.run(CHANGES).ok()
    lake.forget_copies()
    assert lake.rows("SELECT id FROM sale WHERE ds <> '' ORDER BY id LIMIT 9;") == CHANGED
    verified = lake.home.verify()
    assert verified.status == 0 and "unlisted" not in verified.stdout, verified.stdout
    lake.run("DROP TABLE sale PURGE;").ok()
    assert lake.keys() == [] and "unlisted" not in lake.home.verify().stdout


# 25 MB that no codec makes smaller, so that they go in three parts.
WIDE = (
    "CREATE TABLE wide AS SELECT id, unhex(sha2(CAST(id AS STRING), 512)) AS text FROM"
    " (SELECT pos AS id FROM (SELECT 1) one LATERAL VIEW POSEXPLODE(SEQUENCE(1, 400000)) x AS pos, v) y;"
)


@pytest.mark.parametrize("part", ["partNumber=1", "partNumber=2", "partNumber=3", "uploadId"])
def test_an_upload_in_parts_that_fails_makes_no_table(lake, part):
    refused = []

    def rule(method, path):
        if (method == "POST" if part == "uploadId" else method == "PUT") and part in path:
            refused.append(path)
            return 503
        return None

    lake.gate.rule = rule
    lake.run(WIDE).fails("ODPS-0123019", "oss://lake/p/wide/", "has too much to do")
    assert refused
    lake.gate.rule = lambda method, path: None
    lake.run("SELECT * FROM wide;").fails("ODPS-0130131")
    assert lake.keys() == []
    # The client forgets an upload whose last request has failed.
    left = s3_server.uploads(lake.gate.url, "there")
    assert (part in ("partNumber=3", "uploadId")) or left == []
    lake.run(WIDE).ok()
    lake.forget_copies()
    assert lake.rows("SELECT COUNT(*), COUNT(DISTINCT text) FROM wide;") == [("400000", "400000")]


def test_a_store_that_does_not_answer_is_given_up(home, server):
    gate = s3_gate.Gate(server.url)
    lake = Lake(home, gate, seconds=1)
    lake.run(SALE).ok()
    before = lake.keys()
    ended = threading.Event()

    def no_put(method, path):
        return 503 if method == "PUT" and ended.wait(60) else None

    gate.rule = no_put
    try:
        lake.run("INSERT INTO sale PARTITION (ds = '1') VALUES (8, 'x');").fails("did not answer within 1 s")
    finally:
        ended.set()
    gate.rule = lambda method, path: None
    assert lake.rows("SELECT COUNT(*) FROM sale WHERE ds > '';") == [("3",)]
    assert lake.keys() == before
    lake.run("DROP TABLE sale PURGE;").ok()
    gate.close()


SWEPT = {
    "INSERT INTO sale PARTITION (ds) VALUES (8, 'x', '1'), (9, 'y', '3');": "1 2 3 8 9",
    "INSERT OVERWRITE TABLE sale PARTITION (ds) SELECT id + 10, city, ds FROM sale WHERE ds <> '';": "11 12 13",
    "DROP TABLE sale PURGE;": "",
}
BEFORE = "1 2 3"


def state_of(lake):
    """The rows, or "" without a table."""
    found = lake.run("SELECT id FROM sale WHERE ds <> '' ORDER BY id LIMIT 99;")
    return " ".join(id for (id,) in found.rows) if found.status == 0 else found.fails("ODPS-0130131") and ""


def listed_keys(lake):
    with contextlib.closing(sqlite3.connect(os.path.join(lake.home.path, "catalog.sqlite"))) as catalog:
        return sorted(
            path.replace("warehouse/", "lake/", 1) for (path,) in catalog.execute("SELECT path FROM data_files")
        )


def test_what_a_dead_writer_has_half_sent_is_not_passed_on(lake):
    with socket.create_connection(urllib.parse.urlsplit(lake.gate.url).netloc.split(":"), timeout=20) as writer:
        writer.sendall(b"PUT /there/lake/half HTTP/1.1\r\nHost: there\r\nContent-Length: 10\r\n\r\nhal")
        writer.shutdown(socket.SHUT_WR)
        assert writer.recv(1) == b""
    lake.gate.wait()
    assert lake.keys() == []


@pytest.mark.parametrize("end", ["refused", "killed"])
@pytest.mark.parametrize("change", list(SWEPT))
def test_any_request_may_be_the_last(lake, change, end):
    reached, number = True, 0
    while reached:
        lake.run("DROP TABLE IF EXISTS sale PURGE;", SALE).ok()
        reached = run_until(lake, change, end, number)
        number += 1
        state = state_of(lake)
        assert state in (BEFORE, SWEPT[change])
        assert lake.keys() == listed_keys(lake)
        verified = lake.home.verify()
        assert (verified.status, verified.stdout) == (0, "")
    assert number > 2 and state == SWEPT[change]


def run_until(lake, change, end, number):
    """Runs the change until this request of it; False when it needs no more than that."""
    running, seen = concurrent.futures.Future(), []

    def rule(_method, path):
        seen.append(path)
        if len(seen) != number + 1:
            return None
        if end == "refused":
            return 503
        running.result().kill()
        return None  # what it has sent counts all the same

    lake.gate.rule = rule
    running.set_result(lake.home.start("SET odps.timemachine.retention.days=0;" + change))
    running.result().communicate(timeout=60)
    lake.gate.wait()
    lake.gate.rule = lambda method, path: None
    return len(seen) > number
