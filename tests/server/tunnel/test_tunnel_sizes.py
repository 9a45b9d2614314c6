"""What one session keeps until its commit has a bound, however many blocks its client puts."""

import arrow_client
import pytest
from conftest import Server

# Four pieces have 0.6 to 0.8 MB, however well they are packed, and eight have more than 1 MB.
HEAD = """
import base64
import random
from odps.errors import ODPSError
draw = random.Random(1)

def piece():
    return base64.b64encode(draw.randbytes(150000)).decode()

def tried(act):
    try:
        act()
        print("taken")
    except ODPSError as error:
        print(error.code, "1 MB of files" in str(error))
"""


@pytest.fixture(scope="module")
def shared_server(tmp_path_factory):
    """One whose sessions keep 1 MB."""
    made = Server(tmp_path_factory.mktemp("server"))
    made.start("--session-mb", "1")
    made.sql(
        "CREATE TABLE blocks (x STRING)",
        "CREATE TABLE pieces (x STRING)",
        "CREATE TABLE keyed (id BIGINT NOT NULL, x STRING, PRIMARY KEY (id)) TBLPROPERTIES ('transactional'='true')",
    )
    yield made
    made.stop()


def told(server, code):
    return arrow_client.run(server.endpoint, HEAD + code).splitlines()


def rows(server, table):
    return server.sql(f"SELECT COUNT(*) FROM {table}").strip()


def test_blocks_of_an_upload(shared_server):
    code = """
upload = tunnel.create_upload_session("blocks")
def put(block):
    with upload.open_record_writer(block) as writer:
        for _ in range(4):
            writer.write(upload.new_record([piece()]))
for block in 0, 1, 0:
    tried(lambda: put(block))
upload.commit([0])
"""
    assert told(shared_server, code) == ["taken", "QuotaExceeded True", "taken"]
    assert rows(shared_server, "blocks") == "4"


def test_pieces_of_an_upsert(shared_server):
    code = """
session = tunnel.create_upsert_session("keyed")
def put(key):
    stream = session.open_upsert_stream()
    send = stream._request_callback
    refusals = []
    # The client tries again, with other bytes: the first answer is the one that counts.
    def watched(*arguments):
        try:
            send(*arguments)
        except ODPSError as error:
            refusals.append(error)
            raise
    stream._request_callback = watched
    for part in range(4):
        stream.upsert(session.new_record([10 * key + part, piece()]))
    try:
        stream.flush()
    except ODPSError:
        raise refusals[0]
for key in 1, 2:
    tried(lambda: put(key))
session.commit()
"""
    assert told(shared_server, code) == ["taken", "QuotaExceeded True"]
    assert rows(shared_server, "keyed") == "4"


def test_pieces_of_a_stream_of_the_storage_api(shared_server):
    code = """
from odps.maxstorage import MaxStorageClient
session = MaxStorageClient(o).create_table_write_session("pieces")
def put():
    writer = session.open_arrow_writer(stream_id="0")
    writer.write_batch(pa.RecordBatch.from_pydict({"x": [piece() for _ in range(4)]}))
    writer.close()
for _ in range(2):
    tried(put)
session.commit()
"""
    assert told(shared_server, code) == ["taken", "QuotaExceeded True"]
    assert rows(shared_server, "pieces") == "4"
