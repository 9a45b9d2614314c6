"""A disk that is full in the middle of an upload's block: the client is told, and no row is lost."""

import signal

import pytest
from conftest import Server

# The soft limit of the server's files is what a full disk is here; the hard one stays.
CODE = """
import random
import resource
import sys
from odps.tunnel import TableTunnel

process = int(sys.argv[1])
limits = resource.prlimit(process, resource.RLIMIT_FSIZE)
draw = random.Random(1)

def put(upload, block, rows, **how):
    with upload.open_record_writer(block, **how) as writer:
        for _ in range(rows):
            writer.write(upload.new_record(["%0500x" % draw.getrandbits(2000)]))

def refusal(work):
    resource.prlimit(process, resource.RLIMIT_FSIZE, (200 << 10, limits[1]))
    try:
        work()
        return "taken"
    except Exception as error:
        return error.code
    finally:
        resource.prlimit(process, resource.RLIMIT_FSIZE, limits)

upload = TableTunnel(o).create_upload_session("t")
put(upload, 0, 10)
print(refusal(lambda: put(upload, 1, 1500)))
put(upload, 2, 20)
upload.commit([0, 2])
again = TableTunnel(o).create_upload_session("t")
print(refusal(lambda: put(again, 0, 1500)))
put(again, 0, 1500)
again.commit([0])
print(TableTunnel(o).create_download_session("t").count)
"""


@pytest.fixture
def server(tmp_path):
    made = Server(tmp_path)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # which the server inherits
    try:
        made.start()
    finally:
        signal.signal(signal.SIGXFSZ, ignored)
    yield made
    made.stop()


def test_a_full_disk_in_a_block(server):
    server.sql("CREATE TABLE t (x STRING); INSERT INTO t VALUES ('before');")
    told = server.pyodps(CODE, str(server.process.pid)).splitlines()
    assert told == ["InsufficientStorage", "InsufficientStorage", "1531"]
    assert server.sql("SELECT COUNT(*), COUNT(DISTINCT x) FROM t;") == "1531\t1531\n"
