"""Functions on Spark: they mean what they mean on one machine, also where the cluster's processes compute them."""

import pytest

MODULE = """
from odps.udf import annotate, BaseUDAF


@annotate("bigint,bigint->bigint")
class Plus(object):
    def evaluate(self, a, b):
        print("plus", a)
        return None if a is None or b is None else a + b


@annotate("bigint->bigint")
class Half(object):
    def evaluate(self, value):
        if value == 2:
            raise ValueError("two has no half")
        return value // 2


@annotate("bigint->string")
class Listed(BaseUDAF):
    def new_buffer(self):
        return [[]]

    def iterate(self, buffer, value):
        buffer[0].append(value)

    def merge(self, buffer, other):
        buffer[0].extend(other[0])

    def terminate(self, buffer):
        return ",".join(str(value) for value in sorted(buffer[0]))
"""


ROWS = "FROM VALUES (1L, 10L), (2L, 20L), (NULL, 30L) AS t(a, b)"


@pytest.fixture
def users(session, tmp_path):
    (tmp_path / "mod.py").write_text(MODULE)
    session.run(f"ADD PY {tmp_path}/mod.py -f")
    for name in ("Plus", "Half", "Listed"):
        session.run(f"CREATE FUNCTION {name.lower()} AS 'mod.{name}' USING 'mod.py'")
    return session


def test_functions_of_users_run_beside_the_rows(users):
    assert users.run(f"SELECT b, plus(a, b) {ROWS} ORDER BY b LIMIT 9") == [[10, 11], [20, 22], [30, None]]
    assert users.run(f"SELECT listed(b) {ROWS}") == [["10,20,30"]]


def test_what_functions_print_is_shown(users):
    users.send(f"SELECT plus(a, b) {ROWS} WHERE a = 2")
    assert "plus 2" in users.next_event("output")["text"]


def test_an_error_of_a_function_has_its_place(users):
    failed = users.fails(f"SELECT half(a) {ROWS} WHERE a IS NOT NULL")
    assert (failed.code, failed.column) == ("ODPS-0123055", 8)
    assert "two has no half" in failed.message


def test_an_error_has_its_place_and_constants_fail_while_planning(session):
    session.run("SET odps.function.strictmode=true")
    failed = session.fails("SELECT 9223372036854775807L + a FROM VALUES (1L) AS t(a)")
    assert (failed.code, failed.column) == ("ODPS-0121145", 8)
    failed = session.fails("SELECT 9223372036854775807L + 1")
    assert failed.code == "ODPS-0130071"
    assert "physical plan generation failed: ODPS-0121145:Data overflow" in failed.message


def test_each_row_has_a_random_number_of_its_own(session):
    rows = session.run(
        "SELECT count(DISTINCT u), count(DISTINCT r) FROM (SELECT uuid() u, rand() r FROM VALUES (1), (2) t(a)) s"
    )
    assert rows == [[2, 2]]


def test_a_seed_is_refused_at_its_place(session):
    failed = session.fails("SELECT rand(1) FROM VALUES (1) t(a)")
    assert (failed.code, failed.column) == ("ODPS-0121125", 8)
    assert "does not run on Spark" in failed.message


def test_a_batch_of_wide_rows_goes_in_pieces(session):
    """The rows of one batch have more bytes than a frame between Spark and a kernel holds."""
    session.run("SET paisql.engine=duckdb")
    session.run(
        "CREATE TABLE wide AS SELECT repeat(' x', 20000) AS s FROM (SELECT EXPLODE(SEQUENCE(1L, 8000L)) AS n) t"
    )
    session.run("SET paisql.engine=spark")
    assert session.run("SELECT COUNT(*), SUM(LENGTH(LTRIM(s))) FROM wide") == [[8000, 8000 * 39999]]


def test_a_long_list_goes_with_the_kernel(session):
    values = ", ".join(f"{i}.5D" for i in range(2000))
    rows = session.run(f"SELECT a IN ({values}) FROM VALUES (1999.5D), (0.25D) t(a) ORDER BY a LIMIT 9")
    assert rows == [[False], [True]]
