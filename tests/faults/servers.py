"""A server that is killed at one of its file calls while eight clients write (server_clients.py): what was acknowledged
is there, nothing is there by half, and no instance is without an end, once a server has begun again."""

import random
import re
import subprocess
import threading
import urllib.request
from pathlib import Path

from homes import Reader, leftovers, must, remove, run
from interposer import BINARY, ROOT, Fault, Interposer
from judge import Verdict

CLIENTS = str(ROOT / ".deps/clients/bin/python")
PROGRAM = str(Path(__file__).resolve().parent / "server_clients.py")
TABLES = (
    "CREATE TABLE inserted (n BIGINT, w STRING); CREATE TABLE uploaded (n BIGINT, w STRING);"
    "CREATE TABLE one (n BIGINT) PARTITIONED BY (w STRING); CREATE TABLE two (n BIGINT) PARTITIONED BY (w STRING);"
)
LONGEST_SECONDS = 8
LAST_CALL = 4000  # most runs get as far
# Calls that only read change nothing by being the last one.
CHANGING = "open,write,sync,rename,unlink,mkdir,truncate"


class RunningServer:
    def __init__(self, home, messages, environment=None):
        command = [BINARY, "server", "--home", str(home), "--port", "0"]
        with open(messages, "w", encoding="utf-8") as errors:
            self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=errors, text=True, env=environment)
        self.endpoint = self.process.stdout.readline().strip()

    def get(self, path):
        with urllib.request.urlopen(f"{self.endpoint}/projects/default_project/instances{path}", timeout=60) as answer:
            return answer.read().decode()

    def end(self, kill=False):
        if self.process.poll() is None:
            (self.process.kill if kill else self.process.terminate)()
        status = self.process.wait(60)
        self.process.stdout.close()
        return status


class Work:
    """What the clients have said."""

    def __init__(self):
        self.tried = set()
        self.done = {}
        self.failed = []

    def note(self, line):
        words = line.split()
        if words[0] == "try":
            self.tried.add((words[1], int(words[2])))
        elif words[0] == "done":
            self.done[words[1], int(words[2])] = words[3]
        else:
            self.failed.append(line)

    def numbers(self, client, numbers):
        return sorted(number for name, number in numbers if name == client)


class ServerPart:
    """Cases "server/<seed>"."""

    def __init__(self, judge):
        self.judge = judge

    def run(self, name):
        home = self.judge.home
        remove(home)
        must(home, TABLES)
        at = random.Random(int(name.split("/")[1])).randint(1, LAST_CALL)
        interposer = Interposer(self.judge.folder, home, Fault("kill", at, CHANGING))
        messages = Path(self.judge.folder) / "messages"
        work, status = self.work(home, messages, interposer)
        _, fired, what = interposer.tally()
        verdict = Verdict(name, fired=bool(fired), what=what, outcome="killed" if fired else "over")
        verdict.message = f"{len(work.done)} of {len(work.tried)} acknowledged"
        if not fired and not work.tried:
            verdict.say("start", f"status {status}: {messages.read_text()}")
        self.judge_instances(home, messages, work, verdict)
        self.judge_tables(home, work, verdict)
        must(home, "INSERT OVERWRITE TABLE one PARTITION (w='last') VALUES (1);")
        for left in leftovers(home, Reader(self.judge.folder).peek(home).paths):
            verdict.say(left.split(" ")[0].split("/")[0], left)
        return verdict

    @staticmethod
    def work(home, messages, interposer):
        work = Work()
        server = RunningServer(home, messages, interposer.environment())
        if server.endpoint:
            clients = subprocess.Popen([CLIENTS, PROGRAM, server.endpoint], stdout=subprocess.PIPE, text=True)
            killer = threading.Timer(LONGEST_SECONDS, server.process.kill)
            reader = threading.Thread(target=ServerPart.read, args=(clients, work, killer))
            reader.start()
            server.process.wait(120)
            killer.cancel()
            clients.terminate()
            clients.wait(60)
            reader.join()
            clients.stdout.close()
        return work, server.end(kill=True)

    @staticmethod
    def read(clients, work, killer):
        """The clients' time begins when they do."""
        for line in clients.stdout:
            if not work.tried:
                killer.start()
            work.note(line)

    @staticmethod
    def judge_instances(home, messages, work, verdict):
        server = RunningServer(home, messages)
        if not server.endpoint:
            verdict.say("restart", f"status {server.end()}: {messages.read_text()}")
            return
        for (client, number), instance in work.done.items():
            if instance != "-" and "<Status>Success</Status>" not in server.get(f"/{instance}?taskstatus"):
                verdict.say("instance", f"{client} {number}: {instance} was acknowledged")
        listed = server.get("?status=Running&maxitems=1000")
        if re.search(r"<Instance>", listed):
            verdict.say("instance", f"one has no end: {listed}")
        if server.end() != 0:
            verdict.say("end", "the server has not ended by itself")

    def judge_tables(self, home, work, verdict):
        for table, times, clients in ("inserted", 1, ("i0", "i1", "i2")), ("uploaded", 2, ("u0", "u1")):
            rows = run(home, f"SELECT w, n, count(*) FROM {table} GROUP BY w, n ORDER BY w, n LIMIT 10000;")
            found = {(w, int(n)): int(count) for w, n, count in (row.split() for row in rows.out.splitlines())}
            self.judge_numbers(table, found, clients, work, verdict)
            for key, count in found.items():
                if count != times:
                    verdict.say("torn", f"{table} {key}: {count} rows")
        names = run(home, "SHOW TABLES LIKE 'made_*';").out
        found = {("m0", int(number)): 1 for number in re.findall(r"made_m0_(\d+)", names)}
        self.judge_numbers("tables", found, ("m0",), work, verdict)
        for client in "o0", "o1":
            self.judge_overwritten(home, client, work, verdict)

    @staticmethod
    def judge_numbers(table, found, clients, work, verdict):
        for key in work.done:
            if key[0] in clients and key not in found:
                verdict.say("lost", f"{table}: {key} was acknowledged")
        for key in found:
            if key not in work.tried:
                verdict.say("invented", f"{table}: {key}")

    @staticmethod
    def judge_overwritten(home, client, work, verdict):
        union = f"SELECT n FROM one WHERE w = '{client}' UNION ALL SELECT n FROM two WHERE w = '{client}'"
        row = run(home, f"SELECT count(*), COALESCE(min(n), 0), COALESCE(max(n), 0) FROM ({union}) u;").out.split()
        count, least, most = (int(word) for word in row)
        done = max(work.numbers(client, work.done), default=0)
        tried = max(work.numbers(client, work.tried), default=0)
        if least != most or count != (6 if least else 0):
            verdict.say("torn", f"{client}: {row}")
        elif not done <= least <= tried:
            verdict.say("lost", f"{client}: {least}, acknowledged {done}, tried {tried}")
