"""A server that runs for long: what it forgets, and results that are too large."""

import pytest


@pytest.fixture
def small(server):
    """A server that keeps three ended instances, and results of 1 MB, of 4 MB together."""
    server.stop()
    server.start("--keep", "3", "--result-mb", "1")
    return server


def test_old_instances_are_forgotten(small):
    printed = small.pyodps(
        """
        from odps.errors import NoSuchObject
        ids = [o.execute_sql("SELECT %d AS x;" % number).id for number in range(5)]
        for id in ids:
            try:
                print(o.get_instance(id).open_reader(tunnel=False)[0]["x"])
            except NoSuchObject:
                print("forgotten")
        """
    )
    assert printed == "forgotten\nforgotten\n2\n3\n4\n"


def test_a_result_that_is_too_large(small):
    printed = small.pyodps(
        """
        from odps.errors import ODPSError
        for text in (
            "SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS x;",
            "SELECT REPEAT('x', 100000) AS x FROM (SELECT EXPLODE(SEQUENCE(1L, 50L)) AS n) t;",
            "SELECT SEQUENCE(1L, 10000L) AS x FROM (SELECT EXPLODE(SEQUENCE(1L, 50L)) AS n) t;",
            "SELECT MAP(1, REPEAT('x', 100000)) AS x FROM (SELECT EXPLODE(SEQUENCE(1L, 50L)) AS n) t;",
        ):
            try:
                o.execute_sql(text)
            except ODPSError as error:
                print("ODPS-0121135" in str(error), "the result has more than 1" in str(error))
        o.execute_sql("CREATE TABLE t AS SELECT EXPLODE(SEQUENCE(1L, 1000000L)) AS x;")
        print(o.execute_sql("SELECT COUNT(*) AS n FROM t;").open_reader(tunnel=False)[0]["n"])
        """
    )
    assert printed == "True True\n" * 4 + "1000000\n"


def test_results_make_room_for_later_ones(server):
    """Each of 0.8 MB, of which five have room."""
    server.stop()
    server.start("--result-mb", "1")
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        ids = []
        for number in range(8):
            instance = o.run_sql("SELECT REPEAT('x', 800000) AS x;")
            instance.wait_for_success(interval=0.05)
            ids.append(instance.id)
        for id in ids:
            try:
                print(len(o.get_instance(id).open_reader(tunnel=False)[0]["x"]))
            except ODPSError as error:
                print("expired" if "has expired" in str(error) else error)
        """
    )
    assert printed == "expired\n" * 3 + "800000\n" * 5


def test_rows_of_an_earlier_query_are_given_back(small):
    """The rows of the last query count, so ten queries of one instance are not too large."""
    text = "SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS x;" * 10
    printed = small.pyodps(f"print(o.execute_sql({text!r}).is_successful())")
    assert printed == "True\n"


def test_wrong_numbers(server):
    for flags in ["--keep", "0"], ["--result-mb", "-1"], ["--result-mb", "many"]:
        server.stop()
        with pytest.raises(AssertionError, match="has not begun"):
            server.start(*flags)
