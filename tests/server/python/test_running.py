"""Statements that PyODPS waits for, asks about and stops, and the classes of its errors."""

ADDED = """
from odps.distcache import get_cache_file
from odps.udf import annotate

@annotate("bigint->bigint")
class Added:
    def __init__(self):
        self.n = int(get_cache_file("one.txt").read())

    def evaluate(self, x):
        return x + self.n
"""


def test_errors_are_the_classes_of_the_client(shared_server):
    printed = shared_server.pyodps(
        """
        from odps import errors
        def told(text, **args):
            try:
                o.execute_sql(text, **args)
            except errors.ODPSError as error:
                print(type(error).__name__, error.code, error.instance_id is not None)
        told("SELECT * FROM nosuch")
        told("SELEC 1")
        told("SELECT nosuch FROM (SELECT 1 AS a) t")
        told("SELECT 1", aliases={})
        for read in (o.get_table, o.get_function, o.get_resource):
            try:
                read("nosuch").reload()
            except errors.NoSuchObject as error:
                print(type(error).__name__)
        """
    )
    lines = printed.splitlines()
    assert lines[0] == "NoSuchTable ODPS-0130131 True"
    assert lines[1].startswith("ParseError ")
    assert lines[2] == "ODPSError ODPS-0130071 True"
    assert lines[3:] == ["NoSuchTable", "NoSuchObject", "NoSuchObject"]


def test_an_instance_is_waited_for_and_asked(shared_server):
    printed = shared_server.pyodps(
        """
        instance = o.run_sql("SELECT 1L AS a", hints={"odps.sql.timezone": "UTC"})
        instance.wait_for_success()
        (name,) = instance.get_task_names()
        print(instance.is_successful(), instance.status.name, name, instance.get_sql_query())
        print(len(instance.get_task_progress(name).stages) > 0, instance.get_logview_address().startswith("http"))
        print([record.a for record in instance.open_reader(tunnel=True)])
        print([record.a for record in o.execute_sql_interactive("SELECT 2L AS a").open_reader()])
        print(o.execute_sql_cost("SELECT 1L AS a").input_size)
        """
    )
    assert printed.splitlines() == ["True TERMINATED AnonymousSQLTask SELECT 1L AS a;", "True True", "[1]", "[2]", "0"]


def test_an_instance_is_stopped(shared_server):
    printed = shared_server.pyodps(
        '''
        from odps import errors
        code = """
        from odps.udf import annotate
        @annotate("bigint->bigint")
        class Slow:
            def evaluate(self, n):
                while n > 0:
                    n += 1
                return n
        """
        import textwrap
        o.create_resource("slow.py", "py", file_obj=textwrap.dedent(code))
        o.create_function("slow", class_type="slow.Slow", resources=["slow.py"])
        instance = o.run_sql("SELECT slow(1L) AS a")
        instance.stop()
        try:
            instance.wait_for_success()
        except errors.ODPSError as error:
            print(type(error).__name__, instance.status.name)
        '''
    )
    assert printed.split()[1] == "TERMINATED"


def test_aliases_of_resources(shared_server):
    printed = shared_server.pyodps(
        """
        import sys
        from odps import errors
        o.create_resource("one.txt", "file", file_obj="1")
        o.create_resource("two.txt", "file", file_obj="2")
        o.create_resource("added.py", "py", file_obj=sys.argv[1])
        o.create_function("added", class_type="added.Added", resources=["added.py", "one.txt"])
        for aliases in None, {"one.txt": "two.txt"}, {}:
            print([row[0] for row in o.execute_sql("SELECT added(5L) AS y;", aliases=aliases).open_reader()], end=" ")
        try:
            o.execute_sql("SELECT added(5L) AS y;", aliases={"one.txt": "none.txt"})
        except errors.ODPSError as error:
            print("one.txt" in str(error))
        """,
        ADDED,
    )
    assert printed == "[6] [7] [6] True\n"
