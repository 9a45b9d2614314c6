"""The storage API, as PyODPS's three clients of it use it: rows as streams of Arrow."""

import pytest

FILL = (
    "CREATE TABLE many (id BIGINT, name STRING, x DOUBLE);",
    "INSERT INTO many SELECT n, CONCAT('n', n), n / 4 FROM (SELECT EXPLODE(SEQUENCE(1L, 10000L)) AS n) t;",
    "CREATE TABLE parts (id BIGINT, at DATETIME, price DECIMAL(10,2)) PARTITIONED BY (ds STRING, hh BIGINT);",
    "INSERT INTO parts PARTITION (ds, hh) VALUES (1L, DATETIME'2026-01-02 03:04:05', 1.5BD, 'a', 1L), "
    "(2L, NULL, 2.25BD, 'a', 2L), (3L, NULL, NULL, 'b\\'s', 1L);",
    "CREATE VIEW seen AS SELECT id * 2 AS twice FROM many;",
    "CREATE TABLE into_parts (id BIGINT, name STRING) PARTITIONED BY (ds STRING);",
    "CREATE TABLE into_plain (id BIGINT, name STRING, x DOUBLE);",
)
V1 = """
import pyarrow as pa
from odps.apis.storage_api import *

def client(name):
    return StorageApiArrowClient(o, o.get_table(name))

def read(name, split=None, **asked):
    api = client(name)
    request = TableBatchScanRequest(split_options=split, **asked)
    session = api.create_read_session(request)
    while session.status != Status.OK:
        session = api.get_read_session(SessionRequest(session.session_id))
    batches = []
    count = session.split_count
    for index in range(count):
        reader = api.read_rows_arrow(ReadRowsRequest(session.session_id, split_index=index, max_batch_rows=1000))
        while (batch := reader.read()) is not None:
            assert batch.num_rows <= 1000
            batches.append(batch)
    return session, pa.Table.from_batches(batches) if batches else None
"""
V2 = """
import pyarrow as pa
from odps.maxstorage import MaxStorageClient
from odps.maxstorage.models import SplitMode, WriteMode
from odps.maxstorage.options import SplitOptions
client = MaxStorageClient(o)

def count(name):
    made = o.get_table(name)
    made.reload()
    return made.record_num
"""


@pytest.fixture(scope="module")
def filled(shared_server):
    shared_server.sql(*FILL)
    return shared_server


def test_a_table_is_read_in_splits_by_size_and_by_count(filled):
    told = filled.pyodps(
        V1
        + """
for mode, number in (("Size", 20000), ("Parallelism", 7), ("Size", 1 << 30)):
    split = SplitOptions(split_mode=SplitOptions.SplitMode(mode), split_number=number)
    session, table = read("many", split)
    rows = table.to_pylist()
    assert rows == [{"id": n, "name": "n%d" % n, "x": n / 4} for n in range(1, 10001)], rows[:3]
    print(mode, session.split_count > 1, session.record_count)
print([c.name + " " + c.type for c in session.data_schema.data_columns], session.supported_data_format[0].version)
"""
    )
    assert told.splitlines() == [
        "Size True 10000",
        "Parallelism True 10000",
        "Size False 10000",
        "['id bigint', 'name string', 'x double'] V5",
    ]


def test_rows_are_read_by_their_numbers(filled):
    told = filled.pyodps(
        V1
        + """
api = client("many")
split = SplitOptions.get_default_options(SplitOptions.SplitMode.ROW_OFFSET)
session = api.create_read_session(TableBatchScanRequest(split_options=split, required_data_columns=["x", "id"]))
reader = api.read_rows_arrow(ReadRowsRequest(session.session_id, row_index=9990, row_count=50))
print(session.record_count, reader.read().to_pylist()[-1], reader.read())
"""
    )
    assert told == "10000 {'x': 2500.0, 'id': 10000} None\n"


def test_partitions_and_filters_choose_rows(filled):
    told = filled.pyodps(
        V1
        + """
_, table = read("parts")
print(sorted(table.column("id").to_pylist()), table.column_names)
for some in (["ds=a/hh=2"], ["ds='a'"], ["ds=b's"], ["ds=a/hh=1", "hh=2"]):
    _, table = read("parts", required_partitions=some, required_data_columns=["id"])
    print(sorted(table.column("id").to_pylist()), table.column_names)
_, table = read("many", filter_predicate="id > 9998 AND name LIKE 'n%'")
print(table.to_pylist())
_, table = read("seen", filter_predicate="twice <= 4 -- of 10000")
print(table.to_pylist())
_, table = read("parts", required_partitions=["ds=a/hh=1"])
print(table.to_pylist())
"""
    )
    lines = told.splitlines()
    assert lines[0] == "[1, 2, 3] ['id', 'at', 'price', 'ds', 'hh']"
    assert lines[1:5] == ["[2] ['id']", "[1, 2] ['id']", "[3] ['id']", "[1, 2] ['id']"]
    assert lines[5] == "[{'id': 9999, 'name': 'n9999', 'x': 2499.75}, {'id': 10000, 'name': 'n10000', 'x': 2500.0}]"
    assert lines[6] == "[{'twice': 2}, {'twice': 4}]"
    assert "'price': Decimal('1.50'), 'ds': 'a', 'hh': 1" in lines[7]


def test_rows_stay_as_they_were_when_the_session_began(filled):
    filled.sql("CREATE TABLE gone AS SELECT 1L AS id;")
    told = filled.pyodps(
        V1
        + """
api = client("gone")
session = api.create_read_session(TableBatchScanRequest())
o.execute_sql("INSERT OVERWRITE TABLE gone SELECT 2L;")
o.execute_sql("DROP TABLE gone;")
print(api.read_rows_arrow(ReadRowsRequest(session.session_id)).read().to_pylist())
"""
    )
    assert told == "[{'id': 1}]\n"


def test_blocks_are_written_and_committed_at_once(filled):
    told = filled.pyodps(
        V1
        + """
def write(name, compression, commits, overwrite=True, partition=""):
    api = client(name)
    session = api.create_write_session(TableBatchWriteRequest(overwrite=overwrite, partition_spec=partition))
    messages = []
    for block in range(3):
        writer = api.write_rows_arrow(WriteRowsRequest(session.session_id, block_number=block, compression=compression))
        for part in range(2):
            columns = {"name": ["b%d" % block, None], "id": [block * 10 + part, -1]}
            if name == "into_plain":
                columns["x"] = [0.5, None]
            writer.write(pa.RecordBatch.from_pydict(columns))
        message, good = writer.finish()
        assert good
        messages.append(message)
    done = api.commit_write_session(SessionRequest(session.session_id), [messages[i] for i in commits])
    return done.session_status.name

for compression in Compression:
    print(write("into_plain", compression, [0, 2]))
    with o.execute_sql("SELECT id, name, x FROM into_plain").open_reader(tunnel=True) as reader:
        print(sorted([list(map(str, r.values)) for r in reader])[-4:])
print(write("into_plain", Compression.ZSTD, [1], overwrite=False), o.get_table("into_plain").record_num)
print(write("into_parts", Compression.LZ4_FRAME, [0, 1, 2], partition="ds=2026"))
print([str(p) for p in o.get_table("into_parts").partitions])
"""
    )
    lines = told.splitlines()
    for place in range(0, 6, 2):
        assert lines[place] == "COMMITTED"
        assert lines[place + 1] == (
            "[['0', 'b0', '0.5'], ['1', 'b0', '0.5'], ['20', 'b2', '0.5'], ['21', 'b2', '0.5']]"
        )
    assert lines[6] == "COMMITTED 12"
    assert lines[7:] == ["COMMITTED", "[\"ds='2026'\"]"]


def test_wrong_requests_say_what_is_wrong(filled):
    told = filled.pyodps(
        V1
        + """
from odps.errors import ODPSError
def tried(act):
    try:
        act()
        print("done")
    except ODPSError as error:
        print(" ".join(str(error).split()))
tried(lambda: read("many", required_data_columns=["nosuch"]))
tried(lambda: read("parts", required_partitions=["nosuch=1"]))
tried(lambda: read("many", SplitOptions(split_mode=SplitOptions.SplitMode.BUCKET)))
tried(lambda: read("many", filter_predicate="nosuch > 1"))
tried(lambda: client("many").get_read_session(SessionRequest("nosuch")))
api = client("many")
session = api.create_read_session(TableBatchScanRequest())
tried(lambda: api.read_rows_arrow(ReadRowsRequest(session.session_id, split_index=99)).read())
api = client("into_plain")
session = api.create_write_session(TableBatchWriteRequest())
def put(columns):
    writer = api.write_rows_arrow(WriteRowsRequest(session.session_id))
    writer.write(pa.RecordBatch.from_pydict(columns))
    writer.finish()
tried(lambda: put({"id": [1], "name": ["a"]}))
tried(lambda: put({"id": ["1"], "name": ["a"], "x": [1.0]}))
tried(lambda: put({"id": [1], "name": ["a"], "x": [1.0], "y": [1]}))
tried(lambda: api.commit_write_session(SessionRequest(session.session_id), ["nosuch"]))
writer = api.write_rows_arrow(WriteRowsRequest(session.session_id))
writer.write(pa.RecordBatch.from_pydict({"id": [1], "name": ["a"], "x": [1.0]}))
message, _ = writer.finish()
tried(lambda: api.commit_write_session(SessionRequest(session.session_id), [message, message]))
"""
    )
    lines = told.splitlines()
    wanted = [
        "nosuch",
        "has no partition nosuch=1",
        "SplitMode Bucket is not offered",
        "nosuch",
        "The session nosuch is not found",
        "has no split 99 of 1",
        "the column x is missing",
        "the column id has the Arrow format u",
        "the column y is not one of the table",
        "has no block nosuch",
        "is named twice",
    ]
    assert len(lines) == len(wanted), told
    for line, part in zip(lines, wanted, strict=True):
        assert part in line, told


def test_the_newer_client_reads_and_writes(filled):
    told = filled.pyodps(
        V2
        + """
session = client.create_table_read_session("many", split_options=SplitOptions(split_number=20000))
rows = 0
for split in session.splits:
    for batch in iter(session.open_arrow_reader(split, data_columns=["x", "id"]).read, None):
        assert batch.schema.names == ["x", "id"]
        rows += batch.num_rows
print(len(session.splits) > 1, rows)
split = SplitOptions(split_mode=SplitMode.ROW_OFFSET, split_number=4000)
session = client.create_table_read_session("many", split_options=split)
print([sum(b.num_rows for b in iter(session.open_arrow_reader(one).read, None)) for one in session.splits])
print(pa.Table.from_batches(list(iter(client.preview_table("many", limit=3).read, None))).num_rows)
for algorithm in (None, "zstd", "lz4"):
    session = client.create_table_write_session("into_plain", overwrite=True)
    for stream in ("0", "1"):
        writer = session.open_arrow_writer(stream_id=stream, compress_algo=algorithm)
        for _ in range(2):
            writer.write_batch(pa.RecordBatch.from_pydict({"id": [1, 2], "name": ["a", "b"], "x": [0.5, 1.5]}))
            writer.flush()
        writer.close()
    session.commit()
    print(count("into_plain"))
session = client.create_table_write_session("into_plain")
writer = session.open_arrow_writer(stream_id="0")
writer.write_batch(pa.RecordBatch.from_pydict({"id": [1], "name": ["a"], "x": [0.5]}))
writer.close()
session.close()
print(count("into_plain"))
session = client.create_table_write_session("into_plain", write_mode=WriteMode.STREAMING)
writer = session.open_arrow_writer(stream_id="default")
writer.write_batch(pa.RecordBatch.from_pydict({"id": [1], "name": ["a"], "x": [0.5]}))
writer.flush()
print(count("into_plain"))
"""
    )
    assert told.splitlines() == ["True 10000", "[4000, 4000, 2000]", "3", "8", "8", "8", "8", "9"]


def test_results_of_instances_are_read_as_arrow(filled):
    told = filled.pyodps(
        V2
        + """
instance = o.execute_sql("SELECT id, name, TIMESTAMP'2026-01-02 03:04:05.5' AS at FROM many ORDER BY id LIMIT 5000;")
session = client.create_instance_read_session(instance)
reader = session.open_arrow_reader(offset=4998, count=10, columns=["name"], task_name="task")
print(session.record_count, [c.name + " " + str(c.type).lower() for c in session.table_schema.columns])
print(pa.Table.from_batches(list(iter(reader.read, None))).to_pylist())
"""
    )
    assert told.splitlines() == [
        "5000 ['id bigint', 'name string', 'at timestamp']",
        "[{'name': 'n4999'}, {'name': 'n5000'}]",
    ]


def test_a_small_body_that_asks_for_much_memory_is_refused(filled):
    told = filled.pyodps(
        V1
        + """
from odps.errors import ODPSError
api = client("into_plain")
session = api.create_write_session(TableBatchWriteRequest())
size = 1 << 20
sink = pa.BufferOutputStream()
columns = {"id": pa.array([0] * (size // 8)), "name": pa.nulls(size // 8, pa.string())}
batch = pa.RecordBatch.from_pydict(columns | {"x": pa.array([0.0] * (size // 8))})
with pa.ipc.new_stream(sink, batch.schema, options=pa.ipc.IpcWriteOptions(compression="zstd")) as writer:
    writer.write_batch(batch)
body = sink.getvalue().to_pybytes()
# The size of a buffer stands before its packed bytes.
for promised in (1 << 31, 1 << 40, (1 << 63) - 1):
    wrong = body.replace(size.to_bytes(8, "little"), promised.to_bytes(8, "little"))
    assert wrong != body
    try:
        url = api._get_resource("sessions", session.session_id, "data")
        api.tunnel_rest.post(url, data=wrong, params={"block_number": "0", "attempt_number": "0"})
    except ODPSError as error:
        print(error.code)
"""
    )
    assert set(told.split()) <= {"MalformedDataStream", "OutOfMemory", "InvalidArgument"}
    assert len(told.split()) == 3
    with open("/proc/%d/status" % filled.process.pid) as status:
        (peak,) = [int(line.split()[1]) for line in status if line.startswith("VmHWM")]
    assert peak < 1 << 20  # kB
