"""SQL that PyODPS submits: its rows, its errors, several at once, and what is stopped."""


def test_rows_of_a_query(server):
    server.sql("CREATE TABLE t AS SELECT * FROM VALUES (1L, 'a'), (2L, NULL) t (id, name);")
    printed = server.pyodps(
        """
        instance = o.execute_sql("SELECT id, name FROM t ORDER BY id LIMIT 5;")
        print(instance.is_successful())
        with instance.open_reader(tunnel=False) as reader:
            for record in reader:
                print(record["id"], record["name"])
        """
    )
    assert printed == "True\n1 a\n2 None\n"


def test_statements_change_the_home(server):
    printed = server.pyodps(
        """
        o.execute_sql("CREATE TABLE made (x BIGINT);")
        o.execute_sql("INSERT INTO made VALUES (3), (4);", hints={"odps.sql.type.system.odps2": "true"})
        print(o.get_project().owner != "")
        """
    )
    assert printed == "True\n"
    assert server.sql("SELECT SUM(x) FROM made;") == "7\n"


def test_errors_have_the_codes_of_the_platform(server):
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        for text in "SELECT x FROM nosuch;", "SELECT;":
            try:
                o.execute_sql(text)
            except ODPSError as error:
                print(str(error).split("ODPS-")[-1].split(":")[0])
        """
    )
    assert printed == "0130131\n0130161\n"


def test_several_run_at_once(server):
    printed = server.pyodps(
        """
        started = [o.run_sql("SELECT %d AS x;" % number) for number in range(20)]
        for instance in started:
            instance.wait_for_success()
        print(sum(instance.open_reader(tunnel=False)[0]["x"] for instance in started))
        print(len({instance.id for instance in started}))
        """
    )
    assert printed == "190\n20\n"


def test_what_runs_is_stopped(server):
    printed = server.pyodps(
        """
        instance = o.run_sql(
            "SELECT /*+ MAPJOIN(y) */ COUNT(*) FROM (SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS a) x CROSS JOIN "
            "(SELECT EXPLODE(SEQUENCE(1L, 100000L)) AS b) y WHERE a * b % 7 = 3;"
        )
        while instance.get_task_statuses()["AnonymousSQLTask"].status.name != "RUNNING":
            pass
        instance.stop()
        try:
            instance.wait_for_success()
        except Exception as error:
            print(type(error).__name__)
        """
    )
    assert printed == "ODPSError\n"
