"""Eight clients of a server, as threads of PyODPS. Each writes numbers that grow, and says what it tries and what was
acknowledged, as lines "try CLIENT NUMBER" and "done CLIENT NUMBER INSTANCE". Until the server is gone."""

import sys
import threading

from odps import ODPS, options

options.retry_times = 0
options.connect_timeout = 5
LOCK = threading.Lock()


def say(*words):
    with LOCK:
        print(*words, flush=True)


def run(odps, text):
    instance = odps.run_sql(text)
    instance.wait_for_success(interval=0.02)
    return instance.id


def insert(odps, client, number):
    return run(odps, f"INSERT INTO TABLE inserted VALUES ({number}L, '{client}');")


def overwrite(odps, client, number):
    return run(
        odps,
        f"FROM (SELECT n FROM VALUES ({number}L), ({number}L), ({number}L) AS t (n)) s "
        f"INSERT OVERWRITE TABLE one PARTITION (w='{client}') SELECT n "
        f"INSERT OVERWRITE TABLE two PARTITION (w='{client}') SELECT n;",
    )


def make_table(odps, client, number):
    return run(odps, f"CREATE TABLE made_{client}_{number} (a BIGINT);")


def upload(odps, client, number):
    with odps.get_table("uploaded").open_writer() as writer:
        writer.write([[number, client], [number, client]])
    return "-"


CLIENTS = {"i0": insert, "i1": insert, "i2": insert, "o0": overwrite, "o1": overwrite, "m0": make_table}
CLIENTS |= {"u0": upload, "u1": upload}


def work(endpoint, client):
    odps = ODPS("id", "secret", "default_project", endpoint=endpoint)
    number = 0
    while True:
        number += 1
        say("try", client, number)
        try:
            instance = CLIENTS[client](odps, client, number)
        except Exception as error:  # the server is gone, or says what is wrong
            say("failed", client, number, type(error).__name__, " ".join(str(error).split())[:200])
            return
        say("done", client, number, instance)


for name in CLIENTS:
    threading.Thread(target=work, args=(sys.argv[1], name)).start()
