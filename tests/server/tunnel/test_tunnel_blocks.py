"""Uploads by blocks: what is replaced, refused, committed twice, and what happens in between."""

import threading

import requests

ARROW_OF_NOTHING = bytes(4)
RECORDS_OF_NOTHING = bytes.fromhex("f0ffff7f00f8ffff7f00")
ONE = bytes.fromhex("080280c0ff7fcab8b49905f0ffff7f02f8ffff7fa486b58808")  # a BIGINT 1


class Tunnel:
    """Requests of a client, by hand."""

    def __init__(self, server, table, **parameters):
        self.url = f"{server.endpoint}/projects/default_project/tables/{table}"
        self.parameters = parameters

    def call(self, method, data=None, path="", headers=None, **parameters):
        return requests.request(
            method, self.url + path, params={**self.parameters, **parameters}, data=data, headers=headers, timeout=60
        )

    def begin(self):
        answer = self.call("POST", uploads="")
        assert answer.status_code == 200, answer.text
        return answer.json()["UploadID"]

    def put(self, upload, block, data=ONE, **more):
        return self.call("PUT", data=data, uploadid=upload, blockid=block, **more)

    def commit(self, upload):
        return self.call("POST", uploadid=upload)


def refusal(answer):
    return answer.status_code, answer.json()["Code"]


def rows(server, table):
    return server.sql("SET odps.sql.allow.fullscan=true", f"SELECT COUNT(*) FROM {table}").split()[-1]


def test_a_block_is_replaced(shared_server):
    shared_server.sql("CREATE TABLE replaced (x BIGINT)")
    tunnel = Tunnel(shared_server, "replaced")
    upload = tunnel.begin()
    for block in 0, 7, 0, 0:
        assert tunnel.put(upload, block).status_code == 200
    blocks = tunnel.call("GET", uploadid=upload).json()["UploadedBlockList"]
    assert [block["BlockID"] for block in blocks] == [0, 7]
    assert all(block["CreateTime"] > 1_700_000_000 for block in blocks)
    first = tunnel.commit(upload)
    assert first.json()["Status"] == "closed"
    assert tunnel.commit(upload).json() == first.json()  # a client that missed the answer
    assert rows(shared_server, "replaced") == "2"
    assert refusal(tunnel.put(upload, 1)) == (409, "StatusConflict")
    assert rows(shared_server, "replaced") == "2"


def test_one_block_twice_at_once(shared_server):
    shared_server.sql("CREATE TABLE twice (x BIGINT)")
    tunnel = Tunnel(shared_server, "twice")
    upload = tunnel.begin()
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(tunnel.put(upload, 0).status_code)) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert answers == [200] * 6
    assert tunnel.commit(upload).status_code == 200
    assert rows(shared_server, "twice") == "1"


def test_what_is_refused(shared_server):
    shared_server.sql("CREATE TABLE refused (x BIGINT)", "CREATE TABLE strict (x BIGINT NOT NULL, v VARCHAR(2))")
    tunnel = Tunnel(shared_server, "refused")
    upload = tunnel.begin()
    damaged = bytearray(ONE)
    damaged[1] = 4
    assert refusal(tunnel.put(upload, 0, bytes(damaged))) == (400, "CorruptedDataStream")
    assert refusal(tunnel.put(upload, 0, ONE[:-1])) == (400, "MalformedDataStream")
    assert refusal(tunnel.put(upload, 0, ONE + b"x")) == (400, "MalformedDataStream")
    assert refusal(tunnel.put(upload, 0, b"")) == (400, "MalformedDataStream")
    assert refusal(tunnel.put(upload, 0, b"\x12\x01a" + ONE)) == (400, "MalformedDataStream")
    assert refusal(tunnel.put(upload, "x")) == (400, "InvalidBlockID")
    assert refusal(tunnel.put(upload, -1)) == (400, "InvalidBlockID")
    assert refusal(tunnel.put("nothing", 0)) == (404, "NoSuchUpload")
    assert refusal(tunnel.commit("nothing")) == (404, "NoSuchUpload")
    for encoding in "deflate", "zstd", "x-lz4-frame", "x-snappy-framed":
        answer = tunnel.call(
            "PUT", data=b"no such stream", uploadid=upload, blockid=0, headers={"Content-Encoding": encoding}
        )
        assert refusal(answer) == (400, "MalformedDataStream"), encoding
    arrow = b"\x00\x01\x00\x00" + b"wrong" + b"\x00\x00\x00\x00"
    assert refusal(tunnel.put(upload, 0, arrow, arrow="")) == (400, "CorruptedDataStream")
    assert tunnel.put(upload, 3, ARROW_OF_NOTHING, arrow="").status_code == 200
    assert tunnel.put(upload, 4, RECORDS_OF_NOTHING).status_code == 200
    assert [block["BlockID"] for block in tunnel.call("GET", uploadid=upload).json()["UploadedBlockList"]] == [3, 4]
    assert tunnel.commit(upload).status_code == 200
    assert rows(shared_server, "refused") == "0"
    strict = Tunnel(shared_server, "strict")
    upload = strict.begin()
    null = bytes.fromhex("80c0ff7f00f0ffff7f02f8ffff7f")
    answer = strict.put(upload, 0, null)
    assert answer.status_code == 400


def test_partitions(shared_server):
    shared_server.sql(
        "CREATE TABLE levels (x BIGINT) PARTITIONED BY (ds STRING, hh STRING)",
        "ALTER TABLE levels ADD PARTITION (ds='a', hh='1')",
    )
    assert refusal(Tunnel(shared_server, "levels").call("POST", uploads="")) == (400, "MissingPartitionSpec")
    assert refusal(Tunnel(shared_server, "levels", partition="ds=a").call("POST", uploads="")) == (
        400,
        "MissingPartitionSpec",
    )
    assert refusal(Tunnel(shared_server, "levels", partition="ds=b,hh=1").call("POST", uploads="")) == (
        404,
        "NoSuchPartition",
    )
    assert refusal(Tunnel(shared_server, "nothing").call("POST", uploads="")) == (404, "NoSuchTable")
    for spec in "ds=a,hh=1", "ds='a',hh='1'", "ds=a/hh=1", 'ds="a"/hh=1':
        tunnel = Tunnel(shared_server, "levels", partition=spec)
        upload = tunnel.begin()
        assert tunnel.put(upload, 0).status_code == 200
        assert tunnel.commit(upload).status_code == 200
    assert rows(shared_server, "levels") == "4"
    # Two uploads into one partition: both are there.
    tunnel = Tunnel(shared_server, "levels", partition="ds=a,hh=1")
    uploads = [tunnel.begin(), tunnel.begin()]
    for upload in uploads:
        tunnel.put(upload, 0)
    assert [tunnel.commit(upload).status_code for upload in uploads] == [200, 200]
    assert rows(shared_server, "levels") == "6"
    # Of two that overwrite, the later one counts.
    tunnel = Tunnel(shared_server, "levels", partition="ds=a,hh=1", overwrite="true")
    uploads = [tunnel.begin(), tunnel.begin()]
    for upload in uploads:
        tunnel.put(upload, 0)
    assert [tunnel.commit(upload).status_code for upload in uploads] == [200, 200]
    assert rows(shared_server, "levels") == "1"


def test_what_changes_meanwhile(shared_server):
    shared_server.sql("CREATE TABLE moving (x BIGINT)", "CREATE TABLE gone (x BIGINT)")
    shared_server.sql(
        "CREATE TABLE part (x BIGINT) PARTITIONED BY (ds STRING)", "ALTER TABLE part ADD PARTITION (ds='a')"
    )
    begun = []
    for tunnel in (
        Tunnel(shared_server, "moving"),
        Tunnel(shared_server, "gone"),
        Tunnel(shared_server, "part", partition="ds=a"),
    ):
        upload = tunnel.begin()
        assert tunnel.put(upload, 0).status_code == 200
        begun.append((tunnel, upload))
    shared_server.sql(
        "ALTER TABLE moving ADD COLUMNS (y STRING)", "DROP TABLE gone", "ALTER TABLE part DROP PARTITION (ds='a')"
    )
    refusals = [refusal(tunnel.commit(upload)) for tunnel, upload in begun]
    assert refusals == [(412, "TableModified"), (404, "NoSuchTable"), (404, "NoSuchPartition")]


def test_a_stream_is_told_the_version_of_today(shared_server):
    shared_server.sql("CREATE TABLE versions (x BIGINT)")
    tunnel = Tunnel(shared_server, "versions")
    stream = tunnel.call("POST", path="/streams").json()["session_name"]
    shared_server.sql("ALTER TABLE versions ADD COLUMNS (y STRING)", "ALTER TABLE versions ADD COLUMNS (z STRING)")
    answer = tunnel.call("PUT", data=ONE, path="/streams", uploadid=stream)
    assert refusal(answer) == (412, "SchemaModified")
    latest = tunnel.call("POST", path="/streams").json()["schema_version"]
    assert answer.headers["odps-tunnel-latest-schema-version"] == latest


def test_nothing_stays_of_an_upload_that_is_not_committed(shared_server):
    import glob
    import os

    shared_server.sql("CREATE TABLE left_over (x BIGINT)")
    tunnel = Tunnel(shared_server, "left_over")
    upload = tunnel.begin()
    before = len(glob.glob(os.path.join(shared_server.home, "**", "*.parquet"), recursive=True))
    tunnel.put(upload, 0)
    tunnel.put(upload, 0)
    tunnel.put(upload, 0, ONE[:-1])
    after = len(glob.glob(os.path.join(shared_server.home, "**", "*.parquet"), recursive=True))
    assert after == before + 1
    assert rows(shared_server, "left_over") == "0"


def test_rows_go_into_partitions_that_are_generated(shared_server, pyodps):
    shared_server.sql(
        "CREATE TABLE by_day (at DATETIME, name STRING) AUTO PARTITIONED BY (TRUNC_TIME(at, 'day') AS day)"
    )
    printed = pyodps(
        """
        made = o.get_table("by_day")
        upload = tunnel.create_upload_session(made, partition_spec="day=2026-01-02", create_partition=True)
        with upload.open_record_writer(0) as writer:
            for day, name in ((2, "a"), (2, "b"), (3, "c")):
                writer.write(upload.new_record([datetime.datetime(2026, 1, day, 12), name]))
        upload.commit([0])
        for query in ("SELECT day, name FROM by_day", "SELECT day, name FROM by_day WHERE at > DATETIME'2026-01-03 00:00:00'"):
            with o.execute_sql(query, hints={"odps.sql.allow.fullscan": "true"}).open_reader(tunnel=True) as reader:
                print(sorted(list(record.values) for record in reader))
        """
    )
    assert printed.splitlines() == [
        "[['2026-01-02', 'a'], ['2026-01-02', 'b'], ['2026-01-03', 'c']]",
        "[['2026-01-03', 'c']]",
    ]
