"""`paisql catalog` tells where a home keeps its catalog, and moves it."""

import os

import pytest

needs_server = pytest.mark.skipif(
    "PAISQL_TEST_CATALOG" not in os.environ, reason="no server: run it by tests/postgres/with_server"
)


def catalog(shell, *arguments):
    return shell.run("catalog", *arguments)


def test_a_catalog_is_in_its_file(shell):
    shell.ok("CREATE TABLE t (a BIGINT);")
    told = catalog(shell)
    assert (told.returncode, told.stdout, told.stderr) == (0, "catalog.sqlite\n", "")


def test_a_home_that_is_not_there_is_not_made(shell):
    told = catalog(shell)
    assert told.returncode == 3
    assert "there is no home at" in told.stderr
    assert not shell.home.exists()


@pytest.mark.parametrize(
    "target, said",
    [
        ("sqlite", "in catalog.sqlite already"),
        ("mysql://h/d", "not one of PostgreSQL"),
        ("postgresql://a:hidden@h/d", "has a password"),
        ("postgresql://a@127.0.0.1:1/d", "cannot be reached"),
    ],
)
def test_a_move_that_fails_leaves_the_catalog(shell, target, said):
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")
    told = catalog(shell, target)
    assert told.returncode == 3
    assert said in told.stderr
    assert "hidden" not in told.stderr
    assert catalog(shell).stdout == "catalog.sqlite\n"
    assert shell.rows("SELECT a FROM t;") == [["1"]]


@needs_server
def test_a_catalog_moves_to_a_server_and_back(shell):
    address = os.environ["PAISQL_TEST_CATALOG"]
    shell.ok("CREATE TABLE t (a BIGINT); INSERT INTO TABLE t VALUES (1);")
    told = catalog(shell, address)
    place = address.split("@")[1]
    assert (told.returncode, told.stdout) == (0, place + "\n")
    assert catalog(shell).stdout == place + "\n"
    shell.ok("INSERT INTO TABLE t VALUES (2);")
    assert "on a server already" in catalog(shell, address).stderr
    assert catalog(shell, "sqlite").stdout == "catalog.sqlite\n"
    assert shell.rows("SELECT a FROM t ORDER BY a LIMIT 9;") == [["1"], ["2"]]
