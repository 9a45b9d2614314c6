"""Rows through the tunnel: of instances and of tables, of every type, and what is written."""


def test_all_rows_of_an_instance(server):
    printed = server.pyodps(
        """
        instance = o.execute_sql("SELECT x, CAST(x AS STRING) AS text FROM (SELECT EXPLODE(SEQUENCE(1L, 20000L)) AS x) t "
                                 "ORDER BY x LIMIT 20000;")
        with instance.open_reader(tunnel=True) as reader:
            print(reader.count)
            print(sum(record["x"] for record in reader), sum(len(record[1]) for record in reader[9990:10010]))
            print([record["x"] for record in reader[19995:]])
        """
    )
    assert printed == "20000\n200010000 91\n[19996, 19997, 19998, 19999, 20000]\n"


def test_plain_types(server):
    printed = server.pyodps(
        """
        options.local_timezone = "Asia/Shanghai"
        hints = {"odps.sql.type.system.odps2": "true", "odps.sql.decimal.odps2": "true"}
        query = '''SELECT CAST(1 AS TINYINT), CAST(-2 AS SMALLINT), CAST(3 AS INT), -4L, TRUE, CAST(1.5 AS FLOAT),
            2.25D, CAST(1.20 AS DECIMAL(10,2)), 'text', CAST('c' AS CHAR(3)), CAST('v' AS VARCHAR(5)), X'00FF',
            DATE '1969-12-31', DATETIME '2024-02-29 08:00:00', CAST(NULL AS BIGINT), NULL, JSON '{"a":[1]}';'''
        with o.execute_sql(query, hints=hints).open_reader(tunnel=True) as reader:
            for value in next(iter(reader)).values:
                print(repr(value))
        """
    )
    assert printed.splitlines() == [
        "1",
        "-2",
        "3",
        "-4",
        "True",
        "1.5",
        "2.25",
        "Decimal('1.2')",
        "'text'",
        "'c  '",
        "'v'",
        r"b'\x00\xff'",
        "datetime.date(1969, 12, 31)",
        "datetime.datetime(2024, 2, 29, 8, 0, tzinfo=zoneinfo.ZoneInfo(key='Asia/Shanghai'))",
        "None",
        "None",
        "{'a': [1]}",
    ]


def test_times_are_instants_of_the_zone(server):
    printed = server.pyodps(
        """
        query = "SELECT DATETIME '2024-07-01 08:00:00', DATETIME '1960-01-01 00:00:00';"
        for zone in "America/New_York", "UTC":
            options.local_timezone = zone  # of the statement
            instance = o.execute_sql(query)
            options.local_timezone = "Europe/Paris"  # of the reader
            with instance.open_reader(tunnel=True) as reader:
                print(*[value.strftime("%Y-%m-%d %H:%M") for value in next(iter(reader)).values])
        """
    )
    assert printed == "2024-07-01 14:00 1960-01-01 06:00\n2024-07-01 10:00 1960-01-01 01:00\n"


def test_nested_types(server):
    printed = server.pyodps(
        """
        options.struct_as_dict = True
        query = '''SELECT * FROM VALUES
            (1, ARRAY(1L, NULL, 3L), MAP('a', 1L, 'b', NULL), NAMED_STRUCT('x', 1L, 'y', ARRAY('q', NULL))),
            (2, ARRAY(), NULL, NAMED_STRUCT('x', NULL, 'y', ARRAY('r'))) t (n, a, m, s) ORDER BY n LIMIT 2;'''
        with o.execute_sql(query, hints={"odps.sql.type.system.odps2": "true"}).open_reader(tunnel=True) as reader:
            for record in reader:
                print(*[dict(value) if hasattr(value, "items") else value for value in record.values])
        """
    )
    assert printed == (
        "1 [1, None, 3] {'a': 1, 'b': None} {'x': 1, 'y': ['q', None]}\n2 [] None {'x': None, 'y': ['r']}\n"
    )


# The client reads these only with pandas, so the bytes themselves are compared.
def test_bytes_of_timestamps_and_intervals(server):
    printed = server.pyodps(
        """
        query = '''SELECT TIMESTAMP '1969-12-31 23:59:59.123456789', TIMESTAMP_NTZ '1970-01-01 00:00:02',
            INTERVAL '13' MONTH, INTERVAL '1' SECOND;'''
        hints = {"odps.sql.type.system.odps2": "true", "odps.sql.timezone": "UTC"}
        instance = o.execute_sql(query, hints=hints)
        print(o.rest.get(instance.resource(), params={"data": "", "downloadid": instance.id}).content.hex())
        """
    )
    # A tag, then a zigzag of the seconds and of the nanoseconds.
    assert printed.startswith("0a01" + "aab4de75" + "120400" + "181a" + "220200" + "80c0ff7f")


def test_columns_in_the_order_asked(server):
    printed = server.pyodps(
        """
        from odps.tunnel import InstanceTunnel
        instance = o.execute_sql("SELECT 1L AS a, 'x' AS b, 2L AS c;")
        session = InstanceTunnel(o).create_download_session(instance)
        with session.open_record_reader(0, 1, columns=["c", "b"]) as reader:
            print(reader.read().values)
        """
    )
    assert printed == "[2, 'x']\n"


def test_what_has_no_rows(server):
    printed = server.pyodps(
        """
        from odps.errors import ODPSError
        from odps.tunnel import InstanceTunnel
        with o.execute_sql("SELECT 1L AS a FROM (SELECT 1) t WHERE FALSE;").open_reader(tunnel=True) as reader:
            print(reader.count, list(reader))
        instance = o.execute_sql("CREATE TABLE t (x BIGINT);")
        try:
            InstanceTunnel(o).create_download_session(instance)
        except Exception as error:
            print(type(error).__name__, "run no query" in str(error))
        """
    )
    assert printed == "0 []\nInstanceTypeNotSupported True\n"


def test_rows_of_a_table(server):
    server.sql(
        "CREATE TABLE t (id BIGINT, name STRING, at DATETIME);",
        "INSERT INTO t VALUES (1, 'a', DATETIME '2024-02-29 08:00:00'), (2, NULL, NULL);",
        "CREATE TABLE none (x BIGINT);",
        "CREATE TABLE parts (x BIGINT) PARTITIONED BY (ds STRING, hh BIGINT);",
        "INSERT INTO parts PARTITION (ds='it\\'s', hh=1) VALUES (5), (6);",
        "INSERT INTO parts PARTITION (ds='b', hh=2) VALUES (7);",
    )
    printed = server.pyodps(
        """
        from odps.tunnel import TableTunnel

        def rows(table, partition=None, columns=None):
            session = TableTunnel(o).create_download_session(o.get_table(table), partition_spec=partition)
            with session.open_record_reader(0, session.count, columns=columns) as reader:
                return sorted([str(value) for value in record.values] for record in reader)

        print(rows("t", columns=["name", "id"]))
        print(rows("none"), rows("parts", "ds=b,hh=2"))
        for wrong in "ds=c,hh=1", "ds=b", None:
            try:
                rows("parts", wrong)
            except Exception as error:
                print(error.code)
        """
    )
    assert printed == (
        "[['None', '2'], ['a', '1']]\n[] [['7', 'b', '2']]\nNoSuchPartition\nMissingPartitionSpec\nMissingPartitionSpec\n"
    )


def test_writes_tables(server):
    server.sql(
        "CREATE TABLE t (id BIGINT, name STRING, at DATETIME, price DECIMAL(10,2), raw BINARY, list ARRAY<STRING>);",
        "CREATE TABLE parts (x BIGINT) PARTITIONED BY (ds STRING);",
    )
    printed = server.pyodps(
        """
        from datetime import datetime
        from decimal import Decimal
        from odps.tunnel import TableTunnel

        options.local_timezone = "UTC"

        def write(table, rows, **options):
            session = TableTunnel(o).create_upload_session(o.get_table(table), **options)
            for block, row in enumerate(rows):
                with session.open_record_writer(block) as writer:
                    writer.write(session.new_record(row))
            session.commit(list(range(len(rows))))

        write("t", [[1, 'a"b', datetime(2024, 2, 29, 8), Decimal("1.50"), b"\\x00\\xff", ["x", None]], [None] * 6])
        write("parts", [[1], [2]], partition_spec="ds=a", create_partition=True)
        write("parts", [[3]], partition_spec="ds=a", overwrite=True)
        try:
            write("parts", [[3]], partition_spec="ds=b")
        except Exception as error:
            print(error.code)
        """
    )
    assert printed == "NoSuchPartition\n"
    assert server.sql("SELECT id, name, CAST(price AS STRING), HEX(raw), list FROM t ORDER BY id LIMIT 2;") == (
        'NULL\tNULL\tNULL\tNULL\tNULL\n1\ta"b\t1.5\t00FF\t["x",null]\n'
    )
    assert server.sql("SELECT * FROM parts WHERE ds = 'a';") == "3\ta\n"


def test_a_wrong_checksum_is_refused(server):
    server.sql("CREATE TABLE t (x BIGINT);")
    printed = server.pyodps(
        """
        from odps.tunnel import TableTunnel
        table = o.get_table("t")
        session = TableTunnel(o).create_upload_session(table)
        body = bytes.fromhex("080280c0ff7fcab8b49904f0ffff7f02f8ffff7f00")
        try:
            o.rest.put(table.table_resource(), params={"uploadid": session.id, "blockid": "0"}, data=body)
        except Exception as error:
            print("checksum" in str(error))
        print(session.get_block_list())
        try:
            session.commit([0])
        except Exception as error:
            print("not match" in str(error))
        """
    )
    assert printed == "True\n[]\nTrue\n"


def test_what_is_written_is_read(server):
    server.sql(
        "CREATE TABLE at (x DATETIME);",
        "CREATE TABLE deep (j JSON, m MAP<STRING,BIGINT>, s STRUCT<a:BIGINT,b:STRING>);",
        "CREATE TABLE parts (x BIGINT) PARTITIONED BY (ds STRING);",
    )
    printed = server.pyodps(
        """
        from datetime import datetime
        options.local_timezone = "Asia/Tokyo"
        options.struct_as_dict = True

        o.write_table("at", [[datetime(2024, 2, 29, 1, 2, 3, 123000)], [datetime(1960, 1, 1, 0, 0, 0, 1000)]])
        print(sorted(record[0].strftime("%Y %H:%M:%S.%f") for record in o.read_table("at")))
        o.write_table("deep", [[{"a": 1}, {"k": 1}, {"a": 1, "b": None}]])
        print([dict(value) for value in next(iter(o.read_table("deep"))).values])
        o.write_table("parts", [[1], [2]], partition="ds=x", create_partition=True)
        print(sorted(record.values for record in o.read_table("parts", partition="ds=x")))
        """
    )
    assert printed.splitlines() == [
        "['1960 00:00:00.001000', '2024 01:02:03.123000']",
        "[{'a': 1}, {'k': 1}, {'a': 1, 'b': None}]",
        "[[1, 'x'], [2, 'x']]",
    ]
