"""Writers and readers of one home at once, killed at random times: whoever reads sees whole states.

Each writer replaces, by one statement, its three rows in two tables by ones with the next number. A
statement that said OK is there for good; those in which a writer was killed are there or not.

And the same with transactions that count (transact.cpp): several processes add one to two tables, a
comment and a list of partitions, each time by what they have read, and begin again when another was
faster.
"""

import random
import signal
import subprocess
import threading

from homes import leftovers, must, remove, run, run_program
from homes import Reader as Catalog
from interposer import BINARY, TRANSACT
from judge import Verdict

TABLES = "CREATE TABLE one (n BIGINT) PARTITIONED BY (w STRING); CREATE TABLE two (n BIGINT) PARTITIONED BY (w STRING);"
# Rows of a writer in both tables: how many, the least and the greatest number.
LOOK = (
    "SELECT w, count(*), min(n), max(n) FROM (SELECT w, n FROM one WHERE w > '' UNION ALL "
    "SELECT w, n FROM two WHERE w > '') u GROUP BY w ORDER BY w LIMIT 99;"
)
ROWS = 6


def write(number, writer):
    return (
        f"FROM (SELECT n FROM VALUES ({number}L), ({number}L), ({number}L) AS t (n)) s "
        f"INSERT OVERWRITE TABLE one PARTITION (w='{writer}') SELECT n "
        f"INSERT OVERWRITE TABLE two PARTITION (w='{writer}') SELECT n;\n"
    )


class Actor(threading.Thread):
    """A session that is begun anew whenever it was killed. Kills come at random times."""

    def __init__(self, storm, seed):
        super().__init__()
        self.storm = storm
        self.random = random.Random(seed)
        self.problems = []
        self.kills = 0

    def command(self):
        return [BINARY, "--home", str(self.storm.home), "--format", "tsv", "--no-header"]

    def session(self):
        process = subprocess.Popen(
            self.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        killer = threading.Timer(self.random.uniform(0.02, 1.5), process.send_signal, [signal.SIGKILL])
        killer.start()
        try:
            while not self.storm.over.is_set() and self.step(process):
                pass
        except OSError:  # the pipe of a killed process
            pass
        killer.cancel()
        killer.join()
        if process.poll() is None:
            process.stdin.close()
        rest = process.stderr.read()
        status = process.wait()
        if status == -signal.SIGKILL:
            self.kills += 1
        elif status != 0:
            self.problems.append(("message" if status > 0 else "crash", f"status {status}: {rest}"))
        for stream in (process.stdin, process.stdout, process.stderr):
            try:
                stream.close()
            except OSError:
                pass

    def run(self):
        while not self.storm.over.is_set():
            self.session()


class Writer(Actor):
    def __init__(self, storm, seed):
        super().__init__(storm, seed)
        self.done = 0  # the last number that was acknowledged
        self.tried = 0

    def step(self, process):
        self.tried = max(self.tried, self.done) + 1
        process.stdin.write(write(self.tried, self.name))
        process.stdin.flush()
        answer = process.stderr.readline()
        if answer == "OK\n":
            self.done = self.tried
            return True
        if answer:
            self.problems.append(("message", answer))
        return False


class Looker(Actor):
    def __init__(self, storm, seed):
        super().__init__(storm, seed)
        self.looks = 0
        self.seen = {}

    def step(self, process):
        at_least = {writer.name: writer.done for writer in self.storm.writers}
        process.stdin.write(LOOK + " SET looked=1;\n")
        process.stdin.flush()
        if process.stderr.readline() != "OK\n":
            return False
        rows = [process.stdout.readline() for _ in self.storm.writers]
        for row in rows:
            self.judge(row, at_least)
        self.looks += 1
        return True

    def judge(self, row, at_least):
        writer, count, least, most = row.split()
        if (int(count), least) != (ROWS, most):
            self.problems.append(("torn", row))
        if int(least) < at_least[writer]:
            self.problems.append(("lost", f"{row} behind the acknowledged {at_least[writer]}"))


class Storm:
    def __init__(self, home, seed, writers=4, readers=2):
        self.home = home
        self.over = threading.Event()
        self.writers = [Writer(self, seed + number) for number in range(writers)]
        self.readers = [Looker(self, seed + 100 + number) for number in range(readers)]
        for number, writer in enumerate(self.writers):
            writer.name = f"w{number}"

    def run(self, seconds):
        must(self.home, TABLES + "".join(write(0, writer.name) for writer in self.writers))
        for actor in self.writers + self.readers:
            actor.start()
        threading.Timer(seconds, self.over.set).start()
        for actor in self.writers + self.readers:
            actor.join()

    def verdict(self, name, scratch):
        verdict = Verdict(name, fired=True, outcome="over")
        for actor in self.writers + self.readers:
            verdict.problems += actor.problems
        done = run(self.home, LOOK)
        found = {row.split()[0]: row.split()[1:] for row in done.out.splitlines()}
        for writer in self.writers:
            count, least, most = found.get(writer.name, ("0", "-1", "-1"))
            if int(count) != ROWS or least != most:
                verdict.say("torn", f"{writer.name}: {found.get(writer.name)}")
            elif not writer.done <= int(least) <= writer.tried:
                verdict.say("lost", f"{writer.name}: {least}, acknowledged {writer.done}, tried {writer.tried}")
        must(self.home, "INSERT OVERWRITE TABLE one PARTITION (w='last') VALUES (1);")
        for left in leftovers(self.home, Catalog(scratch).peek(self.home).paths):
            verdict.say(left.split(" ")[0].split("/")[0], left)
        kills = sum(actor.kills for actor in self.writers + self.readers)
        written = sum(writer.done for writer in self.writers)
        looks = sum(reader.looks for reader in self.readers)
        verdict.message = f"{kills} kills, {written} statements acknowledged, {looks} looks"
        return verdict


class StormPart:
    """Cases "storm/<seed>/<seconds>"."""

    def __init__(self, judge):
        self.judge = judge

    def run(self, name):
        _, seed, seconds = name.split("/")
        remove(self.judge.home)
        storm = Storm(self.judge.home, int(seed) * 1000)
        storm.run(float(seconds))
        return storm.verdict(name, self.judge.folder)


class Adder(Actor):
    def __init__(self, storm, seed):
        super().__init__(storm, seed)
        self.done = 0  # additions that were acknowledged

    def command(self):
        return [TRANSACT, "count", str(self.storm.home), self.name]

    def step(self, process):
        process.stdin.write("\n")
        process.stdin.flush()
        if not process.stdout.readline():
            return False
        self.done += 1
        return True


class CountersPart:
    """Cases "counters/<seed>/<seconds>"."""

    def __init__(self, judge):
        self.judge = judge

    def run(self, name):
        _, seed, seconds = name.split("/")
        self.home = self.judge.home
        remove(self.home)
        self.over = threading.Event()
        self.must("make")
        adders = [Adder(self, int(seed) * 1000 + number) for number in range(4)]
        for number, adder in enumerate(adders):
            adder.name = f"a{number}"
            adder.start()
        threading.Timer(float(seconds), self.over.set).start()
        for adder in adders:
            adder.join()
        return self.verdict(name, adders)

    def must(self, mode):
        done = run_program([mode, self.home], program=TRANSACT)
        if done.status != 0:
            raise RuntimeError(f"transact {mode}: {done.err}")
        return done.out

    def verdict(self, name, adders):
        verdict = Verdict(name, fired=True, outcome="over")
        for adder in adders:
            verdict.problems += adder.problems
        done = sum(adder.done for adder in adders)
        kills = sum(adder.kills for adder in adders)
        sums = [int(number) for number in self.must("look").split()]
        if len(set(sums)) != 1:
            verdict.say("torn", f"counters, their comments, and additions: {sums}")
        # Who was killed after a commit could not acknowledge it.
        elif not done <= sums[0] <= done + kills:
            verdict.say("lost", f"{sums[0]} with {done} acknowledged and {kills} kills")
        for left in leftovers(self.home, Catalog(self.judge.folder).peek(self.home).paths):
            verdict.say(left.split(" ")[0].split("/")[0], left)
        verdict.message = f"{kills} kills, {done} additions acknowledged"
        return verdict
