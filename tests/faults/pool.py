"""Runs cases in several processes, each with a folder of its own, and gives the verdicts."""

import multiprocessing
import os
import signal
import time
from pathlib import Path

import bases
from archives import Archives
from cases import BY_NAME
from damage import CatalogDamage, ParquetDamage
from homes import remove, run_command, workplace
from judge import Case, Judge, Verdict
from mutants import Mutants
from servers import ServerPart
from storm import CountersPart, StormPart

# Cases whose names begin so are run by these; others are a Case of the sweeps.
OTHERS = {
    "parquet": ParquetDamage,
    "catalog": CatalogDamage,
    "archive": Archives,
    "statements": Mutants,
    "storm": StormPart,
    "counters": CountersPart,
    "server": ServerPart,
}


class Runner:
    """Runs any case by its name."""

    def __init__(self, judge):
        self.judge = judge
        self.others = {}

    def run(self, name):
        sort = name.split("/")[0]
        if sort not in OTHERS:
            case = Case.parse(name)
            return self.judge.run(case, BY_NAME[case.kind])
        if sort not in self.others:
            self.others[sort] = OTHERS[sort](self.judge)
        return self.others[sort].run(name)


_runner = None


def _begin(folder, verify, learned):
    global _runner  # one in each process
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    judge = Judge(Path(folder) / "bases", Path(folder) / f"worker-{os.getpid()}", verify)
    judge.states, judge.traces, judge.answers = learned
    _runner = Runner(judge)


def _run(name):
    try:
        return _runner.run(name)
    except Exception as error:  # a defect of the harness must not end the sweep
        return Verdict(name, problems=[("harness", repr(error))])


class Place:
    """A folder with the prepared homes, removed at the end."""

    def __enter__(self):
        self.folder = workplace()
        (self.folder / "bases").mkdir()
        try:
            bases.make(self.folder / "bases")
            self.learned = ({}, {}, {})
            self.verify = run_command(self.folder / "bases/filled", "verify").status == 0
        except BaseException:
            remove(self.folder)
            raise
        return self

    def __exit__(self, *_):
        remove(self.folder)

    def judge(self):
        """A judge for this process; what it has learned by then, those of run() need not learn."""
        judge = Judge(self.folder / "bases", self.folder / "driver", self.verify)
        self.learned = (judge.states, judge.traces, judge.answers)
        return judge

    def run(self, names, processes, seconds=None):
        """Yields verdicts; stops when the time is over."""
        begin = time.monotonic()
        with multiprocessing.Pool(processes, _begin, (str(self.folder), self.verify, self.learned)) as pool:
            for verdict in pool.imap_unordered(_run, names, chunksize=1):
                yield verdict
                if seconds is not None and time.monotonic() - begin > seconds:
                    pool.terminate()
                    return
