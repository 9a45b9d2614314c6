"""One case: a statement under one fault, and everything that has to hold afterwards."""

import ctypes
import difflib
import os
import re
import shutil
import signal
import time
import zlib
from dataclasses import dataclass, field

from homes import SETTINGS, Bystander, Reader, clone, leftovers, run, run_and_kill, run_command, run_program
from interposer import BINARY, TRANSACT, Fault, Interposer

# The program's errors begin so. 0002 says that it does not know what happened.
ERROR = re.compile(r"FAILED: ((?:ODPS|PAISQL)-\d{7}|PAISQL-\d{4})")
UNKNOWN = "PAISQL-0002"
JOB_FAILED = "ODPS-1202005"  # told of a job whose row says so
JOB_IS_THERE = re.compile(r"^ID = \d", re.M)
FOREIGN = re.compile(r"duckdb|sqlite|terminate called|std::|what\(\)|libc\+\+|core dumped|IO Error|INTERNAL", re.I)
NAMES_OF_FILES = re.compile(r"catalog\.sqlite(-\w+)?|libduckdb\.so|duckdb_temp\S*")
ENGINE_LOOKS_AT = 4  # one case of so many
PR_SET_CHILD_SUBREAPER = 36
LONGEST_JOB = 60  # seconds
CLOCK = "clock"  # a deed without the library: a kill after so many milliseconds


@dataclass(frozen=True)
class Case:
    kind: str
    fault: Fault
    # Whether another session has the home open ("shared"), and writes after the fault, too
    # ("writes"); it is killed at the end.
    beside: str = "alone"

    @property
    def name(self):
        """What `scripts/faults --case` takes."""
        one = self.fault
        return "/".join(
            [
                self.kind,
                one.deed,
                str(one.at),
                one.classes or "all",
                "forever" if one.forever else "once",
                self.beside,
                one.files or "*",
            ]
        )

    @staticmethod
    def parse(name):
        kind, deed, at, classes, forever, beside, files = name.split("/", 6)
        fault = Fault(
            deed, int(at), "" if classes == "all" else classes, forever == "forever", "" if files == "*" else files
        )
        return Case(kind, fault, beside)


@dataclass
class Verdict:
    case: str
    fired: bool = False
    what: str = ""  # the call that failed
    outcome: str = ""  # ok, killed, failed, unknown
    message: str = ""
    seconds: float = 0.0  # of the statement
    problems: list = field(default_factory=list)  # (sort, text)

    def say(self, sort, text):
        self.problems.append((sort, text))


def wait_for_children():
    def over(*_):
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.alarm(LONGEST_JOB)
    try:
        while True:
            os.waitpid(-1, 0)
    except ChildProcessError:
        pass
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def unlike(expected, text):
    """The lines of which only one has them."""
    lines = list(difflib.unified_diff(expected.splitlines(), text.splitlines(), "expected", "read", n=0, lineterm=""))
    return "\n".join(lines[:40])


def is_about_following(message):
    """Whether a session lost sight of its job, which may go on: neither could it not be started nor has it failed."""
    if UNKNOWN in message:
        return True
    error = ERROR.search(message)
    return error is not None and error[1] != JOB_FAILED and JOB_IS_THERE.search(message) is not None


class Judge:
    """Runs cases in a folder of its own, on copies of the prepared homes."""

    def __init__(self, bases, folder, verify=True):
        self.bases = bases
        self.folder = str(folder)
        self.home = os.path.join(self.folder, "home")
        self.verify = verify
        self.reader = Reader(self.folder)
        self.states = {}
        # Jobs go on after their session: what it leaves becomes our child, so that it can be waited for.
        ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1)
        self.traces = {}
        self.answers = {}  # how often a run without a fault says OK
        os.makedirs(self.folder, exist_ok=True)

    def prepare(self, kind):
        if kind.base == "none":
            shutil.rmtree(self.home, ignore_errors=True)
            os.makedirs(self.home)
        else:
            clone(self.bases / kind.base, self.home)

    def command(self, kind):
        """The program and its arguments."""
        if kind.transact:
            return [TRANSACT, "all", self.home, str(self.bases)]
        sql = SETTINGS + kind.sql.replace("{folder}", str(self.bases))
        return [BINARY, "--home", self.home, "--format", "tsv", "--no-header", "-e", sql]

    def execute(self, kind, environment):
        program, *arguments = self.command(kind)
        return run_program(arguments, environment, cwd=self.folder, program=program)

    def learn(self, kind):
        """The states before and after the statement, and its file calls: alone, and beside another session."""
        if kind.name not in self.states:
            self.prepare(kind)
            old = self.observe(kind, None, True)
            shared = self.trace(kind, True)
            self.traces[kind.name] = (self.trace(kind, False), shared)
            self.states[kind.name] = (old, self.observe(kind, None, True))
        return self.states[kind.name], self.traces[kind.name]

    def environment(self, interposer):
        return {**interposer.environment(), "PAISQL_PYTHON": str(self.bases / "python")}

    def trace(self, kind, shared):
        """The statement's file calls without a fault, and the home as it is then."""
        self.prepare(kind)
        bystander = Bystander(self.home) if shared else None
        counting = Interposer(self.folder, self.home, Fault(), trace=True)
        done = self.execute(kind, self.environment(counting))
        if bystander is not None:
            bystander.kill()
        if kind.job or kind.spark:
            wait_for_children()
        if done.status != 0:
            raise RuntimeError(f"{kind.name} fails without a fault: {done.err}")
        self.answers[kind.name] = done.err.count("OK")
        return counting.calls()

    def observe(self, kind, verdict, whole, written=False):
        """What the home holds. The program is the first to open it, and changes something; `whole`
        also reads every table by the program and inserts. Gives the state and what was read."""
        jobs = "SHOW JOBS;" if kind.job else ""
        first = "CREATE TABLE IF NOT EXISTS probe (a BIGINT);" if kind.base == "none" else "LIST RESOURCES;"
        done = run(self.home, f"{jobs}SHOW TABLES;{first}TRUNCATE TABLE probe;", cwd=self.folder)
        if done.hung or done.status != 0:
            return "unusable: " + ("it hangs" if done.hung else done.err.strip()), ""
        listing = self.reader.peek(self.home)
        if listing.lost:
            return "lost: " + " ".join(listing.lost), ""
        if (
            kind.job
            and verdict is not None
            and (("succeeded" in listing.jobs) != (kind.leaves[1] in str(listing.shape[kind.leaves[0]])))
        ):
            verdict.say("torn", f"the job's row says {listing.jobs}")
        text = ""
        if whole:
            queries = "".join(
                f"SELECT '{name}', t.* FROM {name} t LIMIT 999;"
                for name in sorted(listing.names)
                if name not in ("probe", "late")
            )
            done = run(
                self.home,
                f"{SETTINGS}INSERT INTO TABLE probe VALUES (5);SELECT 'probe', t.* FROM probe t;{queries}",
                cwd=self.folder,
            )
            if done.hung or done.status != 0:
                return "unreadable: " + ("it hangs" if done.hung else done.err.strip()), ""
            # Rows have no order, and a statement that writes several files at once may list them in any.
            text = "\n".join(sorted(done.out.splitlines()))
            if verdict is not None:
                listing.paths = self.reader.peek(self.home).paths
        if verdict is not None:
            for left in leftovers(self.home, listing.paths):
                verdict.say(left.split(" ")[0].split("/")[0], left)
        if written and "late" not in listing.shape:
            return "lost: what the other session has written", ""
        for added in ("probe", "late"):
            listing.shape.pop(added, None)
        return repr(sorted(listing.shape.items())), text

    def run(self, case, kind):
        (old, new), _ = self.learn(kind)
        verdict = Verdict(case.name)
        self.prepare(kind)
        bystander = Bystander(self.home) if case.beside != "alone" else None
        interposer = Interposer(self.folder, self.home, Fault() if case.fault.deed == CLOCK else case.fault)
        begin = time.monotonic()
        if case.fault.deed == CLOCK:
            done = run_and_kill(self.command(kind), case.fault.at / 1000, self.environment(interposer))
        else:
            done = self.execute(kind, self.environment(interposer))
        verdict.seconds = round(time.monotonic() - begin, 3)
        written = case.beside == "writes" and self.write_beside(bystander, verdict)
        if bystander is not None:
            bystander.kill()
        if kind.job or kind.spark:
            try:
                wait_for_children()
            except TimeoutError:
                verdict.say("hang", "a process that the statement has started does not end")
        _, fired, verdict.what = interposer.tally()
        verdict.fired = fired > 0 or case.fault.deed == CLOCK
        self.judge_outcome(case, done, verdict)
        if verdict.outcome == "killed" and done.err.count("OK") == self.answers[kind.name]:
            verdict.outcome = "killed behind OK"
        if kind.job and verdict.outcome == "failed" and is_about_following(verdict.message):
            # The job's row tells, and observe() holds it to the rows.
            verdict.outcome = "unknown"
        self.judge_state(kind, old, new, written, verdict)
        if kind.resume and verdict.outcome.startswith("killed"):
            self.judge_resumed(kind, old, new, verdict)
        return verdict

    def judge_resumed(self, kind, old, new, verdict):
        """A killed statement is completed by another one: nothing twice, nothing lost."""
        done = run(self.home, SETTINGS + kind.resume, cwd=self.folder)
        begun = "there are no upload sessions" not in done.err
        if done.status != 0 and begun and "has succeeded" not in done.err:
            verdict.say("resume", f"status {done.status}: {done.err}")
        state, _ = self.observe(kind, verdict, False)
        if state != (new if begun else old)[0]:
            verdict.say("resume", f"other rows: {state}; {done.err}")

    @staticmethod
    def write_beside(bystander, verdict):
        said = bystander.write()
        if said != "OK\n":
            verdict.say("after", "the other session cannot write: " + said)
        return said == "OK\n"

    @staticmethod
    def judge_outcome(case, done, verdict):
        error = ERROR.search(done.err)
        verdict.message = done.err.strip()
        if done.hung:
            verdict.outcome = "unknown"
            verdict.say("hang", "the statement does not end")
        elif done.status == 0:
            verdict.outcome = "ok"
        elif done.status == -signal.SIGKILL and case.fault.deed in ("kill", CLOCK):
            verdict.outcome = "killed"
        elif done.status < 0:
            verdict.outcome = "unknown"
            verdict.say("crash", f"{signal.Signals(-done.status).name}: {verdict.message}")
        elif error is None:
            verdict.outcome = "unknown"
            verdict.say("message", f"status {done.status} without a code: {verdict.message}")
        else:
            verdict.outcome = "unknown" if error[1] == UNKNOWN else "failed"
        if FOREIGN.search(NAMES_OF_FILES.sub("", verdict.message)):
            verdict.say("message", "not our words: " + verdict.message)

    def judge_state(self, kind, old, new, written, verdict):
        # The engine takes most of a case's time, so it looks at a part of them.
        whole = verdict.outcome == "unknown" or zlib.crc32(verdict.case.encode()) % ENGINE_LOOKS_AT == 0
        state, text = self.observe(kind, verdict, whole, written)
        if state.startswith(("unusable: ", "unreadable: ", "lost: ")):
            verdict.say("lost", state)
        elif state not in (old[0], new[0]):
            verdict.say("torn", "neither old nor new: " + state)
        elif whole and text != (old if state == old[0] else new)[1]:
            expected = (old if state == old[0] else new)[1]
            which = "old" if state == old[0] else "new"
            difference = unlike(expected, text)
            verdict.say("torn", f"the files hold the {which} rows, and the program reads others:\n{difference}")
        elif verdict.outcome in ("ok", "killed behind OK") and state != new[0]:
            verdict.say("lie", "OK, and nothing has happened")
        elif verdict.outcome == "failed" and state != old[0]:
            verdict.say("lie", "FAILED, and it has happened: " + verdict.message)
        if self.verify:
            self.judge_verify(kind, verdict)

    def judge_verify(self, kind, verdict):
        done = run_command(self.home, "verify")
        # Versions before 5 had no checksums. A job's folder comes before its row, and holds what is the user's.
        known = {"no-checksum": kind.base == "old", "stray-job-directory": kind.job}
        lines = [line for line in done.out.splitlines() if "\t" in line and not known.get(line.split("\t")[1])]
        if done.status not in (0, 1) or (done.status == 1 and (lines or not done.out)):
            verdict.say("verify", f"status {done.status}: " + "; ".join(lines[:5]) + done.err)
