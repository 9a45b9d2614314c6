"""The storage API's writes into partitions that rows name, changes by keys, and what is refused."""

import pytest

FILL = (
    "CREATE TABLE spread (id BIGINT, name STRING) PARTITIONED BY (ds STRING, hh BIGINT);",
    "CREATE TABLE keyed (id BIGINT NOT NULL, name STRING, PRIMARY KEY (id)) TBLPROPERTIES ('transactional'='true');",
    "CREATE TABLE keyed_parts (id BIGINT NOT NULL, name STRING, PRIMARY KEY (id)) PARTITIONED BY (ds STRING) "
    "TBLPROPERTIES ('transactional'='true');",
    "INSERT INTO keyed VALUES (1L, 'one'), (2L, 'two');",
)
V1 = """
import pyarrow as pa
from odps.apis.storage_api import *
from odps.errors import ODPSError

def rows(query):
    with o.execute_sql(query, hints={"odps.sql.allow.fullscan": "true"}).open_reader(tunnel=True) as reader:
        return sorted(list(record.values) for record in reader)

def tried(act):
    try:
        act()
        print("done")
    except ODPSError as error:
        print(error.code, str(error).splitlines()[-1])

def write(name, arrays, names, overwrite=False, partition="", commits=True, **asked):
    api = StorageApiArrowClient(o, o.get_table(name))
    session = api.create_write_session(TableBatchWriteRequest(overwrite=overwrite, partition_spec=partition))
    writer = api.write_rows_arrow(WriteRowsRequest(session.session_id, **asked))
    writer.write(pa.RecordBatch.from_arrays([pa.array(values) for values in arrays], names))
    message, _ = writer.finish()
    api.commit_write_session(SessionRequest(session.session_id), [message])
    return [c.name for c in session.data_schema.data_columns], [c.name for c in session.data_schema.partition_columns]
"""
V2 = """
import pyarrow as pa
from odps.maxstorage import MaxStorageClient
from odps.maxstorage.models import WriteMode
client = MaxStorageClient(o)
"""


@pytest.fixture(scope="module")
def filled(shared_server):
    shared_server.sql(*FILL)
    return shared_server


def test_rows_name_their_partitions(filled):
    told = filled.pyodps(
        V1
        + """
print(write("spread", [[1, 2], ["a", "b"], ["x", "y'"], [1, 2]], ["id", "name", "ds", "hh"]))
print(write("spread", [[3], [7], ["c"]], ["id", "hh", "name"], partition="ds=x"))
print(write("spread", [[4], ["d"]], ["id", "name"], partition="ds=x,hh=9"))
# Names of the client's own, and numbers for a partition's text.
print(write("spread", [[5], ["e"], [20260102], [3]], ["a", "b", "c", "d"]))
print(rows("SELECT id, name, ds, hh FROM spread"))
print(write("spread", [[6], ["f"], ["x"], [1]], ["id", "name", "ds", "hh"], overwrite=True)[0])
print(rows("SELECT id, ds, hh FROM spread"))
"""
    )
    assert told.splitlines() == [
        "(['id', 'name'], ['ds', 'hh'])",
        "(['id', 'name'], ['hh'])",
        "(['id', 'name'], [])",
        "(['id', 'name'], ['ds', 'hh'])",
        "[[1, 'a', 'x', 1], [2, 'b', \"y'\", 2], [3, 'c', 'x', 7], [4, 'd', 'x', 9], [5, 'e', '20260102', 3]]",
        "['id', 'name']",
        "[[2, \"y'\", 2], [3, 'x', 7], [4, 'x', 9], [5, '20260102', 3], [6, 'x', 1]]",
    ]


def test_wrong_writes_say_what_is_wrong(filled):
    told = filled.pyodps(
        V1
        + """
names = ["id", "name", "ds", "hh"]
before = rows("SELECT COUNT(*) FROM spread")
tried(lambda: write("spread", [[1, 2], ["a", "b"], [None, "x"], [1, 1]], names))
tried(lambda: write("spread", [[1], ["a"], ["x"], ["1"]], names))
tried(lambda: write("spread", [["1"], ["a"], ["x"], [1]], ["a", "b", "c", "d"]))
tried(lambda: write("spread", [[1], ["a"], ["x"]], names[:3]))
tried(lambda: write("spread", [[1], ["a"], ["x"], [1]], names, partition="ds=x,hh=1"))
tried(lambda: write("spread", [[1], ["a"], ["x"]], names[:3], partition="hh=1"))
tried(lambda: write("spread", [[1], ["a"], ["x"], [1]], names, data_format=DataFormat(type="arrow", version="v6")))
tried(lambda: write("spread", [[1], ["a"], ["x"], [1]], names, data_format=DataFormat(type="orc")))
api = StorageApiArrowClient(o, o.get_table("spread"))
session = api.create_read_session(TableBatchScanRequest())
request = ReadRowsRequest(session.session_id, data_format=DataFormat(type="", version="v6"))
tried(lambda: api.read_rows_arrow(request).read())
split = SplitOptions(split_mode=SplitOptions.SplitMode.SIZE, split_number=1)
tried(lambda: api.create_read_session(TableBatchScanRequest(split_options=split)))
print(before == rows("SELECT COUNT(*) FROM spread"))
"""
    )
    wanted = [
        "NULL",
        "the column hh has the Arrow format u",
        "the column id has the Arrow format u",
        "the column hh is missing",
        "the column ds is not one of the table",
        "has no partitions as hh=1",
        "the data format arrow v6 is not offered",
        "the data format orc",
        "the data format  v6 is not offered",
        "1024 bytes at least",
        "True",
    ]
    lines = told.splitlines()
    assert len(lines) == len(wanted), told
    for line, part in zip(lines, wanted, strict=True):
        assert part in line, told


def test_rows_change_those_of_their_keys(filled):
    told = filled.pyodps(
        V2
        + """
session = client.create_table_write_session("keyed")
writer = session.open_arrow_writer("stream-0")
print([c.name for c in writer.write_schema.columns], [c.name for c in writer.write_schema.system_columns])
records = writer.get_as_record_writer(row_count_per_batch=2)
records.write([1, "uno"])
records.write([3, "three"])
records.write([3, "tres"])
records.write([4, "four"])
records.delete([2, None])
records.delete([4, None])
records.close()
session.commit()
session = client.create_table_write_session("keyed_parts", partition_spec="ds=a")
records = session.open_arrow_writer("0").get_as_record_writer()
records.write([1, "a"])
records.close()
session.commit()
session = client.create_table_write_session("keyed", write_mode=WriteMode.STREAMING)
records = session.open_arrow_writer(stream_id="default").get_as_record_writer()
records.delete([1, None])
records.write([5, "five"])
records.close()
for name in ("keyed", "keyed_parts"):
    with o.execute_sql("SELECT * FROM " + name, hints={"odps.sql.allow.fullscan": "true"}).open_reader() as reader:
        print(sorted(list(record.values) for record in reader))
try:
    client.create_table_write_session("keyed_parts")
except Exception as error:
    print(str(error).splitlines()[-1])
"""
    )
    lines = told.splitlines()
    assert lines[:3] == ["['id', 'name'] ['__operation']", "[[3, 'tres'], [5, 'five']]", "[[1, 'a', 'a']]"]
    assert "is partitioned: give each level of one partition" in lines[3]


def test_a_write_session_tells_its_streams(filled):
    told = filled.pyodps(
        """
import pyarrow as pa
from odps.apis.storage_api_v2.client import StorageApiArrowClient
client = StorageApiArrowClient(o, o.get_table("spread"))
session = client.create_write_session(partial_partition_spec="ds=streams,hh=1").session_id
print(client.get_write_session(session).streams)
for stream in ("one", "two/x"):
    client.create_write_stream(session_id=session, stream_id=stream, stream_version=3)
writer = client.write_rows_arrow(session_id=session, stream_id="one", stream_version=3, record_count=2)
writer.write(pa.RecordBatch.from_pydict({"id": [1, 2], "name": ["a", "b"]}))
writer.finish()
streams = client.get_write_session(session).streams
print({name: (one["StreamVersion"], one["RecordCount"]) for name, one in streams.items()})
client.commit_write_session(session)
print(o.get_table("spread").get_partition("ds=streams,hh=1").record_num)
"""
    )
    assert told.splitlines() == ["{}", "{'one': (3, 2), 'two/x': (3, 0)}", "2"]
