"""Runs cases in several processes, each with a folder of its own, and gives the verdicts."""

import json
import multiprocessing
import os
import shutil
import time
from dataclasses import asdict
from pathlib import Path

import bases
import sweeps
from cases import BY_NAME
from homes import run, workplace
from judge import Case, Judge, Verdict

_judge = None


def can_verify(folder):
    """Whether the program under test has the command verify."""
    return run(Path(folder) / "bases/filled", None, "verify").status == 0


def _begin(folder, verify):
    global _judge  # one in each process
    _judge = Judge(Path(folder) / "bases", Path(folder) / f"worker-{os.getpid()}", verify)


def _run(name):
    case = Case.parse(name)
    try:
        return _judge.run(case, BY_NAME[case.kind])
    except Exception as error:  # a defect of the harness must not end the sweep
        return Verdict(name, problems=[("harness", repr(error))])


class Place:
    """A folder with the prepared homes, removed at the end."""

    def __enter__(self):
        self.folder = workplace()
        (self.folder / "bases").mkdir()
        try:
            bases.make(self.folder / "bases")
            self.verify = can_verify(self.folder)
        except BaseException:
            shutil.rmtree(self.folder, ignore_errors=True)
            raise
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.folder, ignore_errors=True)

    def judge(self):
        return Judge(self.folder / "bases", self.folder / "driver", self.verify)

    def run(self, names, processes, seconds=None):
        """Yields verdicts; stops when the time is over."""
        begin = time.monotonic()
        with multiprocessing.Pool(processes, _begin, (str(self.folder), self.verify)) as pool:
            for verdict in pool.imap_unordered(_run, names, chunksize=4):
                yield verdict
                if seconds is not None and time.monotonic() - begin > seconds:
                    pool.terminate()
                    return


def sweep(sort, processes=2, limit=None, seconds=None, kinds=(), done=(), record=None):
    """Runs the cases of "kill" or "fail" that are not in `done`; gives the verdicts."""
    verdicts = []
    with Place() as place:
        cases = [case.name for case in sweeps.all_cases(place.judge(), sweeps.of_names(kinds), sort)]
        names = [name for name in cases[:limit] if name not in set(done)]
        for verdict in place.run(names, processes, seconds):
            verdicts.append(verdict)
            if record is not None:
                record.write(json.dumps(asdict(verdict)) + "\n")
                record.flush()
    return verdicts
