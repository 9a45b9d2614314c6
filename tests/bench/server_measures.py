"""`paisql server`: what scripts/bench asks of it."""

import json
import os
import random
import statistics
import subprocess
import threading
import time

import tpch as tpch_queries
from server_client import Server

# A statement from its submission to its rows, as PyODPS does it, in a process that has imported it.
PYODPS = """
import json, sys, time
from odps import ODPS
o = ODPS('id', 'secret', 'default_project', endpoint=sys.argv[1])
taken = []
for _ in range(int(sys.argv[2])):
    begin = time.perf_counter()
    with o.execute_sql('SELECT 1').open_reader(tunnel=True) as reader:
        assert [record.values for record in reader] == [[1]]
    taken.append(time.perf_counter() - begin)
print(json.dumps(taken))
"""
# As many connections of DuckDB, each a thread: the seconds that all take.
RAW_STREAMS = """
import json, random, sys, threading, time
import duckdb
told = json.load(sys.stdin)
raw = duckdb.connect()
for view in told["views"]:
    raw.execute(view)
def work(number):
    cursor = raw.cursor()
    for name in random.Random(number).sample(told["names"], len(told["names"])):
        cursor.execute(told["texts"][name]).fetchall()
threads = [threading.Thread(target=work, args=(number,)) for number in range(told["count"])]
begin = time.perf_counter()
for thread in threads:
    thread.start()
for thread in threads:
    thread.join()
print(time.perf_counter() - begin)
"""
MIX = (
    "SELECT 1;",
    "SELECT COUNT(*) AS n FROM small WHERE v > 10;",
    "SELECT k, SUM(v) AS s FROM small GROUP BY k ORDER BY s LIMIT 5;",
    "SELECT a.k FROM small a JOIN small b ON a.v = b.v WHERE a.k = 3 LIMIT 3;",
    "SHOW TABLES;",
)
STREAM_QUERIES = ("q01", "q03", "q05", "q06", "q12", "q14")
ROWS_OF_GB = 30_000_000


def small_statement(paisql, clients_python, home, add):
    with Server(paisql, home) as server:
        told = subprocess.run(
            [clients_python, "-c", PYODPS, server.endpoint, "60"], capture_output=True, text=True, check=True
        )
        whole = statistics.median(json.loads(told.stdout)[10:])
        add("`SELECT 1` by PyODPS from submission to rows", whole, None, "", "30 ms")
        client, taken = server.client(), []
        for _ in range(200):
            begin = time.perf_counter()
            instance = client.submit("SELECT 1;")
            client.ask("GET", "/instances/" + instance)
            client.wait(instance)
            download = json.loads(client.ask("POST", "/instances/%s?downloads" % instance)[0])["DownloadID"]
            client.ask("GET", "/instances/%s?data&rowrange=(0,1)&downloadid=%s" % (instance, download))
            taken.append(time.perf_counter() - begin)
        add("the same five requests without a client's library", statistics.median(taken[20:]), None, "", "5 ms")


def many_clients(paisql, home, add, clients=200, statements=15):
    """Clients at once; a statement's wait counts from its submission to its rows."""
    with Server(paisql, home) as server:
        first = server.client()
        first.run(
            "CREATE TABLE IF NOT EXISTS small AS SELECT n % 10 AS k, n AS v FROM (SELECT EXPLODE(SEQUENCE(1L, 10000L)) AS n) t;"
        )
        waits = [[] for _ in range(clients)]
        start = threading.Barrier(clients)

        def work(number):
            client, order = server.client(), random.Random(number)
            start.wait()
            for _ in range(statements):
                begin = time.perf_counter()
                client.run(order.choice(MIX))
                waits[number].append(time.perf_counter() - begin)

        threads = [threading.Thread(target=work, args=(number,)) for number in range(clients)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        every = sorted(wait for one in waits for wait in one)
        middle, most = every[len(every) // 2], every[len(every) * 99 // 100]
        add(f"{clients} clients with small statements, 99th percentile of a wait", most, middle, "their median", "10 x")
        means = sorted(statistics.mean(one) for one in waits)
        add("the slowest client's mean wait", means[-1], means[len(means) // 2], "the median client's", "2 x")


def tunnel(paisql, home, add, note):
    """1 GB of Arrow both ways, against a file of as many bytes through the same HTTP library."""
    with Server(paisql, home) as server:
        client = server.client()
        client.run(
            "CREATE TABLE IF NOT EXISTS wide AS SELECT n, n * 7919 % 1000003 AS k, CAST(n AS DOUBLE) / 3 AS x, n % 97 AS g "
            f"FROM (SELECT EXPLODE(SEQUENCE(1L, {ROWS_OF_GB}L)) AS n) t;"
        )
        client.run("CREATE TABLE IF NOT EXISTS copied LIKE wide;")
        begin = time.perf_counter()
        opened = json.loads(client.ask("POST", "/tables/wide?downloads=")[0])
        begun = time.perf_counter() - begin
        query = "/tables/wide?data&arrow&downloadid=%s&rowrange=(0,%d)" % (opened["DownloadID"], ROWS_OF_GB)
        begin = time.perf_counter()
        size = client.download(query)
        down = time.perf_counter() - begin
        body = os.path.join(home, "body")
        client.connection.request("GET", client.root + query)
        with open(body, "wb") as file:
            answer = client.connection.getresponse()
            while piece := answer.read(1 << 20):
                file.write(piece)
        upload = json.loads(client.ask("POST", "/tables/copied?uploads=1&overwrite=true")[0])["UploadID"]
        begin = time.perf_counter()
        with open(body, "rb") as file:
            client.ask("PUT", "/tables/copied?arrow&blockid=0&uploadid=" + upload, file, {"Content-Length": str(size)})
        client.ask("POST", "/tables/copied?uploadid=" + upload)
        up = time.perf_counter() - begin
        head = {"x-odps-resource-type": "file", "x-odps-resource-name": "body", "Content-Length": str(size)}
        begin = time.perf_counter()
        with open(body, "rb") as file:
            client.ask("POST", "/resources", file, head | {"Content-Disposition": "attachment;filename=body"})
        plain_up = time.perf_counter() - begin
        begin = time.perf_counter()
        if client.download("/resources/body") != size:
            raise RuntimeError("the resource has another size")
        plain_down = time.perf_counter() - begin
        os.unlink(body)
        add(f"download of {size / 1e9:.2f} GB of Arrow", down, plain_down, "a file over the same HTTP", "2 x")
        add("its session, which pins the rows", begun, None, "", "-")
        add("upload of as much, committed", up, plain_up, "a file over the same HTTP", "2 x")
        note("The server's peak of memory was %d MB." % server.peak_mb())


def streams(paisql, tpchgen, python, run, home, add, count=32, scale=1):
    """Concurrent streams of TPC-H's queries, against as many connections of DuckDB on the same files."""
    folder = os.path.join(home, "csv")
    tpch_queries.generate(tpchgen, scale, folder)
    script = os.path.join(folder, "load.sql")
    with open(script, "w", encoding="utf-8") as file:
        file.write(tpch_queries.load_script(folder))
    run([paisql, "--home", home, "--project", tpch_queries.PROJECT, "-f", script])
    texts = {name: text for name, text in tpch_queries.queries().items() if name in STREAM_QUERIES}
    settings = {"odps.sql.validate.orderby.limit": "false"}

    with Server(paisql, home) as server:

        def work(number):
            client = server.client(tpch_queries.PROJECT)
            for name in random.Random(number).sample(STREAM_QUERIES, len(STREAM_QUERIES)):
                client.run(texts[name] + ";", settings)

        server.client(tpch_queries.PROJECT).run(texts["q06"] + ";", settings)  # the engine is there
        threads = [threading.Thread(target=work, args=(number,)) for number in range(count)]
        begin = time.perf_counter()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        taken = time.perf_counter() - begin
    told = {
        "views": tpch_queries.raw_views(home, tpch_queries.PROJECT),
        "texts": {name: tpch_queries.raw_query(text) for name, text in texts.items()},
        "names": STREAM_QUERIES,
        "count": count,
    }
    raw = subprocess.run(
        [python, "-c", RAW_STREAMS], input=json.dumps(told), capture_output=True, text=True, check=True
    )
    what = f"{count} streams of {len(STREAM_QUERIES)} queries of TPC-H, scale {scale}"
    add(what, taken, float(raw.stdout), "DuckDB, as many connections", "1.11 x")
