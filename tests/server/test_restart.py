"""Instances survive their server: ended ones with results, and others have failed by name."""

import signal

import pytest

ENDLESS = (
    "SELECT /*+ MAPJOIN(b) */ MAX(a.n * b.n) FROM (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) a "
    "CROSS JOIN (SELECT EXPLODE(SEQUENCE(1, 300000)) AS n) b;"
)
BEFORE = """
    small = o.run_sql("SELECT 1 AS x;")
    large = o.run_sql("SELECT n, REPEAT('x', 20) AS t FROM (SELECT EXPLODE(SEQUENCE(1L, 50000L)) AS n) s;")
    wrong = o.run_sql("SELECT missing;")
    for one in small, large, wrong:
        one.wait_for_completion(interval=0.02)
    endless = o.run_sql(%r)
    print(small.id, large.id, wrong.id, endless.id)
"""
AFTER = """
    import sys
    from odps.errors import ODPSError
    small, large, wrong, endless = (o.get_instance(name) for name in sys.argv[1:])
    with small.open_reader(tunnel=True) as reader:
        print([record[0] for record in reader])
    with large.open_reader(tunnel=True) as reader:
        print(reader.count, sum(record["n"] for record in reader))
    for one in wrong, endless:
        try:
            one.wait_for_success()
        except ODPSError as error:
            print("ODPS-0130071" in str(error), "the server ended while the instance ran" in str(error))
"""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_instances_survive(server, end):
    ids = server.pyodps(BEFORE % ENDLESS).split()
    server.process.send_signal(end)
    server.process.wait(60)
    server.stop()
    server.start()
    printed = server.pyodps(AFTER, *ids)
    assert printed == "[1]\n50000 1250025000\nTrue False\nFalse True\n"


def test_the_program_shows_instances_of_a_server(server):
    ended, runs = server.pyodps(
        "one = o.execute_sql('SELECT 42 AS x;')\nprint(one.id, o.run_sql(%r).id)" % ENDLESS
    ).split()
    shown = server.sql("SHOW P;")
    assert ended in shown and runs in shown and "SELECT 42 AS x;" in shown
    assert "Running" in server.sql(f"STATUS {runs};")
    server.sql(f"KILL {runs};")
    assert "Cancelled" in server.sql(f"STATUS {runs};")
    assert "SELECT 42 AS x;" in server.sql(f"DESC INSTANCE {ended};")
    server.sql(f"WAIT {ended};")
    assert server.pyodps(f"print(o.get_instance('{runs}').is_successful())") == "False\n"
