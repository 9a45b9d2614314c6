"""Downloads of tables: pinned rows, ranges at once, what is refused, and previews."""

import concurrent.futures

import requests


def begin(server, table, **parameters):
    url = f"{server.endpoint}/projects/default_project/tables/{table}"
    return url, requests.post(url, params={"downloads": "", **parameters}, timeout=60)


def code(answer):
    return answer.status_code, answer.json()["Code"]


def test_rows_stay_while_others_write(shared_server, pyodps):
    printed = pyodps(
        """
        made = table("pinned", "x bigint")
        o.write_table("pinned", [[i] for i in range(1000)])
        other = table("dropped", "x bigint")
        o.write_table("dropped", [[7]])
        first, second = tunnel.create_download_session(made), tunnel.create_download_session(other)
        o.write_table("pinned", [[5]], overwrite=True)
        o.delete_table("dropped")
        for session in first, second:
            with session.open_record_reader(0, session.count) as reader:
                print(session.count, sum(record[0] for record in reader))
        print([record[0] for record in o.get_table("pinned").open_reader()])
        """
    )
    assert printed == "1000 499500\n1 7\n[5]\n"


def test_ranges_at_once(shared_server):
    shared_server.sql("CREATE TABLE many (x BIGINT, y STRING)")
    for _ in range(3):  # several files
        shared_server.sql(
            "INSERT INTO many SELECT x, CAST(x AS STRING) FROM (SELECT EXPLODE(SEQUENCE(1L, 30000L)) AS x) t"
        )
    url, answer = begin(shared_server, "many", asyncmode="true")
    description = answer.json()
    assert (description["Status"], description["RecordCount"]) == ("normal", 90000)
    again = requests.get(url, params={"downloadid": description["DownloadID"]}, timeout=60)
    assert again.json() == description

    def read(begin_row):
        parameters = {"data": "", "downloadid": description["DownloadID"], "rowrange": f"({begin_row},10000)"}
        return requests.get(url, params=parameters, timeout=60).content

    with concurrent.futures.ThreadPoolExecutor(9) as pool:
        parts = list(pool.map(read, range(0, 90000, 10000)))
        assert list(pool.map(read, range(0, 90000, 10000))) == parts
    assert len(set(parts)) > 1


def test_what_is_refused(shared_server):
    shared_server.sql(
        "CREATE TABLE plain (x BIGINT)",
        "CREATE TABLE levels (x BIGINT) PARTITIONED BY (ds STRING)",
        "ALTER TABLE levels ADD PARTITION (ds='a')",
    )
    assert code(begin(shared_server, "levels")[1]) == (400, "MissingPartitionSpec")
    assert code(begin(shared_server, "levels", partition="ds=b")[1]) == (404, "NoSuchPartition")
    assert code(begin(shared_server, "nothing")[1]) == (404, "NoSuchTable")
    url, answer = begin(shared_server, "plain")
    known = {"data": "", "downloadid": answer.json()["DownloadID"]}
    for wrong, name in (
        ({"rowrange": "(1,2)"}, "InvalidRowRange"),
        ({"rowrange": "(-1,2)"}, "InvalidRowRange"),
        ({"rowrange": "x"}, "InvalidRowRange"),
        ({"columns": "y"}, "InvalidColumnSpec"),
    ):
        assert code(requests.get(url, params={**known, **wrong}, timeout=60)) == (400, name)
    unknown = requests.get(url, params={"data": "", "downloadid": "nothing"}, timeout=60)
    assert code(unknown) == (404, "NoSuchDownload")


def test_previews(shared_server, pyodps):
    printed = pyodps(
        """
        made = table("looked_at", "x bigint, at timestamp, d decimal(10,2), r array<string>")
        o.write_table("looked_at", [[i, pd.Timestamp("2024-01-01 00:00:00.5"), decimal.Decimal("1.5"), ["a"]] for i in range(50)])
        print(tunnel.open_preview_reader(made, limit=3).read().to_pydict())
        print(tunnel.open_preview_reader(made, columns=["x"]).read().num_rows)
        for record in made.head(2, columns=["x"], use_legacy=False):
            print(record[0])
        parts = table("parts_looked_at", "x bigint", partitions="ds string")
        o.write_table("parts_looked_at", [[1]], partition="ds=a", create_partition=True)
        o.write_table("parts_looked_at", [[2]], partition="ds=b", create_partition=True)
        print(tunnel.open_preview_reader(parts, partition_spec="ds=b").read().to_pydict())
        print(sorted(tunnel.open_preview_reader(parts).read().to_pydict()["x"]))
        """
    )
    lines = printed.splitlines()
    assert lines[0].startswith("{'x': [0, 1, 2], 'at': [") and "Decimal('1.50')" in lines[0]
    assert lines[1:] == ["50", "0", "1", "{'x': [2]}", "[1, 2]"]


def test_heads_of_tables(shared_server, pyodps):
    """Rows as CSV by no session: what `head` of PyODPS asks for."""
    printed = pyodps(
        """
        made = table("heads", "x bigint, at datetime, `from` string", partitions="ds string")
        made.create_partition("ds=a")
        made.create_partition("ds=b")
        o.write_table("heads", [[1, datetime.datetime(2024, 1, 2), '中, "x"'], [2, None, None]], partition="ds=a")
        options.local_timezone = "Asia/Shanghai"
        for record in sorted(made.head(5, partition="ds=a"), key=lambda one: one["x"]):
            print(record["x"], record["at"], record["from"])
        print(len(list(made.head(1, partition="ds=a"))), len(list(made.head(5, partition="ds=b"))))
        print([column.name for column in next(made.head(1, partition="ds=a", columns=["from"]))._columns][:1])
        o.execute_sql("CREATE OR REPLACE VIEW heads_view AS SELECT x FROM heads WHERE ds = 'a';")
        print(len(list(o.get_table("heads_view").head(5))))
        print(failure(lambda: made.head(5, partition="ds=c")))
        print(failure(lambda: made.head(5, columns=["none"])))
        print(failure(lambda: o.rest.get(made.resource() + "?data&linenum=0")))
        """
    )
    assert printed.splitlines() == [
        '1 2024-01-02 08:00:00 中, "x"',
        "2 None None",
        "1 0",
        "['from']",
        "2",
        "NoSuchPartition NoSuchPartition",
        "InvalidArgument InvalidArgument",
        "InvalidParameter InvalidParameter",
    ]


def test_previews_of_whole_tables_have_the_partitions(pyodps):
    printed = pyodps(
        """
        parts = table("previewed", "x bigint", partitions="ds string")
        o.write_table("previewed", [[1]], partition="ds=a", create_partition=True)
        print([list(record.values) for record in tunnel.open_preview_reader(parts, limit=3, arrow=False)])
        print(tunnel.open_preview_reader(parts, columns=["x"]).read().to_pydict())
        """
    )
    assert printed == "[[1, 'a']]\n{'x': [1]}\n"
