"""What PyODPS asks about tables: lists, schemas, sizes, and what it makes and drops."""


def test_schema_of_a_table(server):
    server.sql(
        "CREATE TABLE Sales (Id BIGINT NOT NULL COMMENT 'the key', price DECIMAL(10,2), tags ARRAY<STRING>) "
        "COMMENT 'what was sold' PARTITIONED BY (pt STRING COMMENT 'day', hh INT) LIFECYCLE 7;"
    )
    printed = server.pyodps(
        """
        table = o.get_table("sales")
        for column in table.table_schema.simple_columns + table.table_schema.partitions:
            print(column.name, column.type, column.comment, column.nullable)
        print(table.comment, table.lifecycle, table.type.name, table.is_virtual_view, table.size)
        print(abs((table.creation_time - __import__("datetime").datetime.now()).total_seconds()) < 3600)
        """
    )
    assert printed == (
        "id BIGINT the key False\nprice DECIMAL(10,2)  True\ntags ARRAY<STRING>  True\n"
        "pt STRING day True\nhh INT  True\nwhat was sold 7 MANAGED_TABLE False 0\nTrue\n"
    )


def test_size_and_rows(server):
    server.sql("CREATE TABLE t AS SELECT * FROM VALUES (1L), (2L) t (x);")
    printed = server.pyodps(
        """
        table = o.get_table("t")
        print(table.size > 0, table.record_num, table.file_num, table.physical_size == table.size)
        """
    )
    assert printed == "True 2 1 True\n"


def test_list_of_tables(server):
    server.sql("CREATE TABLE ab (x BIGINT);", "CREATE TABLE aa (x BIGINT);", "CREATE TABLE b (x BIGINT);")
    server.sql("CREATE VIEW v AS SELECT x FROM b;")
    server.sql("CREATE MATERIALIZED VIEW m AS SELECT x FROM b;")
    printed = server.pyodps(
        """
        print([table.name for table in o.list_tables()])
        print([table.name for table in o.list_tables(prefix="a")])
        print([(table.name, table.type.name) for table in o.list_tables(type="virtual_view")])
        print([(table.name, table.type.name) for table in o.list_tables(prefix="m")])
        print([table.name for table in o.list_tables(owner="nobody")])
        print(o.exist_table("aa"), o.exist_table("nosuch"), "b" in o.get_project().tables)
        print(o.get_table("v").view_text, o.get_table("m").is_materialized_view)
        """
    )
    assert printed == (
        "['aa', 'ab', 'b', 'm', 'v']\n['aa', 'ab']\n[('v', 'VIRTUAL_VIEW')]\n[('m', 'MATERIALIZED_VIEW')]\n[]\n"
        "True False True\nSELECT x FROM b True\n"
    )


def test_pages_of_a_list(server):
    server.sql(*("CREATE TABLE t%d (x BIGINT);" % number for number in range(7)))
    printed = server.pyodps(
        """
        import re
        url, marker, pages = o.endpoint + "/projects/default_project/tables", "", []
        while True:
            text = o.rest.get(url, params={"expectmarker": "true", "maxitems": 3, "marker": marker}).text
            pages.append(re.findall("<Name>(.*?)</Name>", text))
            marker = re.search("<Marker>(.*?)</Marker>", text).group(1)
            if not marker:
                break
        print(pages)
        """
    )
    assert printed == "[['t0', 't1', 't2'], ['t3', 't4', 't5'], ['t6']]\n"


def test_several_tables_at_once(server):
    server.sql("CREATE TABLE a (x BIGINT);", "CREATE TABLE b (y STRING);")
    printed = server.pyodps(
        """
        import re
        body = "<Tables>" + "".join(
            "<Table><Project>default_project</Project><Name>%s</Name></Table>" % name for name in "ba"
        ) + "</Tables>"
        text = o.rest.post(o.endpoint + "/projects/default_project/tables", data=body, action="query").text
        print(re.findall("<Table><Name>(.*?)</Name>", text), text.count('"type":"bigint"'))
        """
    )
    assert printed == "['b', 'a'] 1\n"


def test_what_a_table_promises(server):
    server.sql(
        "CREATE TABLE keyed (k BIGINT NOT NULL, v STRING, PRIMARY KEY (k)) TBLPROPERTIES ('transactional'='true');",
        "CREATE TABLE lain (x BIGINT) CLUSTERED BY (x) SORTED BY (x DESC) INTO 4 BUCKETS;",
        "CREATE TABLE plain (x BIGINT DEFAULT 3);",
    )
    printed = server.pyodps(
        """
        keyed, lain, plain = o.get_table("keyed"), o.get_table("lain"), o.get_table("plain")
        print(keyed.is_transactional, keyed.primary_key, plain.is_transactional, plain.primary_key)
        print(lain.cluster_info.to_sql_clause(), plain.cluster_info, plain.schema_version)
        """
    )
    assert printed == "True ['k'] False None\nCLUSTERED BY (`x`) SORTED BY (`x` DESC) INTO 4 BUCKETS None 1\n"


def test_tables_are_made_and_dropped(server):
    printed = server.pyodps(
        """
        table = o.create_table("made", ("x bigint, y string", "pt string"), lifecycle=3, comment="c", if_not_exists=True)
        print(table.lifecycle, table.comment, [c.name for c in table.table_schema.columns])
        o.delete_table("made", if_exists=True)
        print(o.exist_table("made"))
        try:
            o.get_table("made").reload()
        except Exception as error:
            print(type(error).__name__)
        """
    )
    assert printed == "3 c ['x', 'y', 'pt']\nFalse\nNoSuchTable\n"


def test_projects_and_schemas_that_are_not_there(server):
    printed = server.pyodps(
        """
        for project in "nosuch", "default_project":
            try:
                print(list(o.list_tables(project=project, schema="gone")))
            except Exception as error:
                print(type(error).__name__)
        """
    )
    assert printed == "NoSuchProject\nNoSuchObject\n"
