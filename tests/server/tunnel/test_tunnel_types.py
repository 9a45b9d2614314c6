"""Rows of every type as records and as Arrow, both ways, compared with what SQL says."""

ROWS = """
columns = ("a tinyint, b smallint, c int, d bigint, e float, f double, g boolean, h decimal(10,2), i decimal(38,18), "
           "j string, k varchar(10), l char(4), m binary, n date, o datetime, p timestamp, q timestamp_ntz, "
           "r array<bigint>, s map<string,bigint>, t struct<x:bigint,y:string>, u array<struct<z:array<string>>>")
moment = pd.Timestamp("2024-02-29 01:02:03.123456789")
rows = [
    [1, -2, 3, 2**63 - 1, 1.5, -2.25, True, decimal.Decimal("1.20"), decimal.Decimal("-12345678901234567890.5"),
     "text", "v", "c", b"\\x00\\xff", datetime.date(1969, 12, 31), datetime.datetime(2024, 2, 29, 8, 0, 0, 123000),
     moment, moment, [1, None, 3], {"a": 1, "b": None}, (1, "y"), [({"z": ["q", None]}["z"],)]],
    [None] * 21,
    [-128, 32767, -2**31, -1, 0.0, 1e300, False, decimal.Decimal("-99999999.99"), decimal.Decimal("0.000000000000000001"),
     "", "十个字符十个字符十个", "abcd", b"", datetime.date(9999, 12, 31), datetime.datetime(1970, 1, 1),
     pd.Timestamp("1969-12-31 23:59:59.999999999"), pd.Timestamp("1960-01-01"), [], {}, (None, None), []],
]
"""

# What SQL shows of the columns.
SHOW = "SELECT * FROM {} ORDER BY d LIMIT 10"


def test_records_of_every_type(shared_server, pyodps):
    printed = pyodps(
        ROWS
        + """
made = table("records", columns)
with made.open_writer() as writer:
    writer.write([made.new_record(row) for row in rows])
with made.open_reader() as reader:
    for record, row in zip(reader, rows):
        for value, expected, column in zip(record.values, row, made.table_schema.columns):
            if hasattr(value, "tzinfo") and value.tzinfo is not None:
                value = value.replace(tzinfo=None) if not isinstance(value, pd.Timestamp) else value.tz_localize(None)
            if column.name == "l" and value is not None:
                value = value.rstrip()
            if column.name in ("m",) and isinstance(value, str):
                value = value.encode()
            if column.name == "u" and value:
                value = [tuple(one) for one in value]
            if column.name == "t" and value is not None:
                value = tuple(value)
            if value != expected:
                print(column.name, repr(value), repr(expected))
print("compared")
"""
    )
    assert printed == "compared\n"
    lines = shared_server.sql(
        "SELECT a, h, i, j, m, n, o, p, q, r, s, t, u FROM records ORDER BY d LIMIT 3"
    ).splitlines()
    assert lines[2].split("\t")[:4] == ["1", "1.2", "-12345678901234567890.5", "text"]


def test_arrow_gives_what_records_give(shared_server, pyodps):
    printed = pyodps(
        ROWS
        + """
made = table("arrow_rows", columns)
with made.open_writer() as writer:
    writer.write([made.new_record(row) for row in rows])
session = tunnel.create_download_session(made)
with session.open_arrow_reader(0, session.count) as reader:
    got = reader.read()
print(got.schema.field("o").type, got.schema.field("p").type, got.schema.field("i").type, got.schema.field("u").type)
print(got.column("d").to_pylist(), got.column("h").to_pylist())
print(got.column("p").cast(pa.timestamp("ns")).to_pylist()[0], got.column("q").to_pylist()[2], got.column("o").cast(pa.timestamp("ms")).to_pylist()[0])
print(got.column("r").to_pylist(), got.column("s").to_pylist(), got.column("t").to_pylist(), got.column("u").to_pylist())
frame = made.to_pandas()
print(len(frame), frame["j"].fillna("-").tolist())
# And back: what was downloaded is uploaded into a second table.
copy = table("arrow_copy", columns)
upload = tunnel.create_upload_session(copy)
with upload.open_arrow_writer(0) as writer:
    writer.write(got)
upload.commit([0])
"""
    )
    lines = printed.splitlines()
    assert lines[0].startswith("timestamp[ms, tz=UTC] timestamp[ns, tz=UTC] decimal128(38, 18) list<")
    assert lines[1] == ("[9223372036854775807, None, -1] [Decimal('1.20'), None, Decimal('-99999999.99')]")
    assert lines[2] == "2024-02-29 01:02:03.123456789 1960-01-01 00:00:00 2024-02-29 08:00:00.123000"
    assert "[1, None, 3], None, []]" in lines[3] and "{'x': 1, 'y': 'y'}" in lines[3]
    assert lines[4] == "3 ['text', '-', '']"
    columns = "a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p, q, r, s, t, u"
    first = shared_server.sql(f"SELECT {columns} FROM arrow_rows ORDER BY d LIMIT 10")
    assert first.count("\n") == 3
    assert shared_server.sql(f"SELECT {columns} FROM arrow_copy ORDER BY d LIMIT 10") == first


def test_results_of_queries_as_arrow(pyodps):
    printed = pyodps(
        """
        query = '''SELECT x, CAST(x AS STRING) AS text, CAST(x / 4 AS DECIMAL(12,2)) AS number,
            TIMESTAMP '2024-02-29 01:02:03.5' AS at, DATETIME '2024-02-29 08:00:00' AS day
            FROM (SELECT EXPLODE(SEQUENCE(1L, 5000L)) AS x) t ORDER BY x LIMIT 5000'''
        instance = o.execute_sql(query)
        with instance.open_reader(tunnel=True, arrow=True) as reader:
            got = pa.Table.from_batches(list(reader))
        print(got.num_rows, got.column("x").to_pylist()[-1], got.column("text").to_pylist()[-1], got.column("number")[2])
        print(got.column("at")[0], got.column("day")[0])
        print(instance.open_reader(tunnel=True).to_pandas().shape)
        """
    )
    assert printed.splitlines() == [
        "5000 5000 5000 0.75",
        "2024-02-29 01:02:03.500000+00:00 2024-02-29 08:00:00+00:00",
        "(5000, 5)",
    ]


def test_frames_and_tables_of_arrow_are_written(shared_server, pyodps):
    pyodps(
        """
        frame = pd.DataFrame({"id": [1, 2, None], "name": ["a", None, "c"], "at": pd.to_datetime(["2024-01-01", None, "2024-01-02"])})
        o.delete_table("frames", if_exists=True)
        o.write_table("frames", frame, create_table=True)
        o.write_table("frames", pa.table({"id": pa.array([7.0]), "name": ["x"], "at": pa.array([datetime.datetime(2020, 1, 1)], pa.timestamp("ms"))}))
        parts = table("parts", "x bigint", partitions="ds string, hh bigint")
        o.write_table("parts", [[1], [2]], partition="ds=a,hh=1", create_partition=True)
        o.write_table("parts", pa.table({"x": [3]}), partition="ds='a',hh=2", create_partition=True)
        o.write_table("parts", [[9]], partition="ds=a,hh=1", overwrite=True)
        """
    )
    assert (
        shared_server.sql("SELECT id, name FROM frames ORDER BY id LIMIT 9") == "NULL\tc\n1.0\ta\n2.0\tNULL\n7.0\tx\n"
    )
    assert shared_server.sql("SELECT x, ds, hh FROM parts WHERE ds >= 'a' ORDER BY x LIMIT 9") == "3\ta\t2\n9\ta\t1\n"


def test_nulls_among_structs_and_lists(shared_server, pyodps):
    """Arrow may hold anything below a NULL: no row takes it."""
    pyodps(
        """
        pairs = pa.array([None, {"x": 1, "y": "a"}, {"x": None, "y": "b"}], pa.struct([("x", pa.int64()), ("y", pa.string())]))
        hidden = pa.ListArray.from_arrays(pa.array([0, 2, 4, 5], pa.int32()), pa.array([1, 2, 3, 4, 5]), mask=pa.array([False, True, False]))
        several = pa.ListArray.from_arrays(pa.array([0, 2, 2, 3], pa.int32()), pairs)
        made = table("hidden", "id bigint, s struct<x:bigint,y:string>, l array<bigint>, d array<struct<x:bigint,y:string>>")
        with made.open_writer(arrow=True) as writer:
            writer.write(pa.RecordBatch.from_arrays([pa.array([1, 2, 3]), pairs, hidden, several], ["id", "s", "l", "d"]))
        """
    )
    shown = shared_server.sql("SELECT id, s.y, l, d[0].y, d[1].x FROM hidden ORDER BY id LIMIT 9")
    assert shown == "1\tNULL\t[1,2]\tNULL\t1\n2\ta\tNULL\tNULL\tNULL\n3\tb\t[5]\tb\tNULL\n"


def test_chars_are_padded_as_those_of_statements(pyodps):
    printed = pyodps(
        """
        made = table("padded", "c char(4), v varchar(4)")
        o.write_table("padded", [["é", "é"], ["abcd", None], [None, "a "]])
        o.execute_sql("INSERT INTO padded VALUES ('z', 'z')")
        print([list(record.values) for record in o.read_table("padded")])
        with o.execute_sql("SELECT COUNT(*) FROM padded WHERE c IN ('é', 'z')").open_reader() as reader:
            print(reader[0][0])
        """
    )
    assert printed == "[['é   ', 'é'], ['abcd', None], [None, 'a '], ['z   ', 'z']]\n2\n"
