"""What PyODPS asks about projects, schemas and lists of instances."""


def test_projects(server):
    server.sql("CREATE PROJECT other COMMENT 'a second one';")
    printed = server.pyodps(
        """
        print([project.name for project in o.list_projects()])
        print([project.name for project in o.projects.iterate(name="oth")])
        print(o.exist_project("other"), o.exist_project("nosuch"))
        other = o.get_project("other")
        print(other.comment, other.status.name, other.owner != "", other.creation_time.year > 2000)
        print(other.properties["odps.schema.model.enabled"], dict(other.extended_properties))
        o.create_table("t", "x bigint")
        o.write_table("t", [[1], [2]])
        print(int(o.get_project().extended_properties["chargableAliveDataSize"]) > 0)
        """
    )
    assert printed == (
        "['default_project', 'other']\n['other']\nTrue False\na second one AVAILABLE True True\n"
        "false {'chargableAliveDataSize': '0'}\nTrue\n"
    )


def test_schemas(server):
    printed = server.pyodps(
        """
        print([schema.name for schema in o.list_schemas()], o.exist_schema("s"))
        o.create_schema("s")
        print([schema.name for schema in o.list_schemas()], o.exist_schema("s"))
        schema = o.get_schema("s")
        print(schema.owner != "", schema.creation_time.year > 2000, schema.type.name)
        try:
            o.create_schema("s")
        except Exception as error:
            print(error.code)
        o.delete_schema("s")
        print(o.exist_schema("s"))
        """
    )
    assert printed == ("['default'] False\n['default', 's'] True\nTrue True MANAGED\nObjectAlreadyExists\nFalse\n")


def test_a_schema_of_statements_comes_and_goes(server):
    printed = server.pyodps(
        """
        hints = {"odps.default.schema": "gone", "odps.namespace.schema": "true"}
        for text in ("SELECT 1", "EXPLAIN SELECT 1", "CREATE SCHEMA gone", "CREATE TABLE t (a BIGINT)",
                     "CREATE MATERIALIZED VIEW m AS SELECT a FROM t", "DROP VIEW m", "DROP SCHEMA gone CASCADE"):
            o.execute_sql(text + ";", hints=hints)
        print(o.exist_schema("gone"))
        try:
            o.execute_sql("SELECT a FROM t;", hints=hints)
        except Exception as error:
            print(error.code)
        """
    )
    assert printed == "False\nNoSuchObject\n"


def test_tables_of_a_schema(server):
    server.sql("CREATE SCHEMA s;", "CREATE TABLE default_project.s.t (x BIGINT);", "CREATE TABLE u (y STRING);")
    printed = server.pyodps(
        """
        print([table.name for table in o.list_tables(schema="s")], [table.name for table in o.list_tables()])
        print(o.exist_table("t", schema="s"), o.exist_table("t"), o.exist_table("u", schema="s"))
        print(o.get_table("t", schema="s").table_schema.names)
        """
    )
    assert printed == "['t'] ['u']\nTrue False False\n['x']\n"


def test_list_of_instances(server):
    printed = server.pyodps(
        """
        from odps.models import Instance
        made = [o.execute_sql("SELECT %d AS x;" % number).id for number in range(3)]
        listed = list(o.list_instances(only_owner=False))
        print([instance.id for instance in listed] == made[::-1], {one.status.name for one in listed})
        print(all(one.start_time <= one.end_time for one in listed))
        print(len(list(o.list_instances(status="running", only_owner=False))))
        print(len(list(o.list_instances(start_time=1, end_time=2, only_owner=False))))
        print(len(list(o.list_instances(max_items=2, only_owner=False))))
        """
    )
    assert printed == "True {'TERMINATED'}\nTrue\n0\n0\n3\n"
