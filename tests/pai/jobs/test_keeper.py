"""The keeper of a process on another machine: its orders and what it tells are files, as on shared storage."""

import json
import os
import resource
import signal
import subprocess
import sys

import pytest
from fake_job import PYTHON, ROOT
from folder_changes import FolderChanges, await_end

sys.path.insert(0, os.path.join(ROOT, "src", "python"))
from paisql.stage import records  # noqa: E402

SECONDS = 60


class Kept:
    """A keeper of a shell command, and the supervisor's side of its files."""

    def __init__(self, folder, command, lost_seconds=SECONDS, prepare=None, **more):
        self.folder, self.pulse = str(folder), os.path.join(str(folder), "pulse")
        for path in (self.pulse, self.file("orders"), records.segment(self.file("told"), 1)):
            records.create(path)
        self.changes = FolderChanges(self.folder)
        self._reader, self.told, self.output = records.Reader(self.file("told")), [], b""
        duties = {
            "folder": self.folder,
            "pulse": self.pulse,
            "lost_seconds": lost_seconds,
            "command": ["/bin/sh", "-c", command],
            "environment": {"PATH": os.environ["PATH"]},
            "working_folder": self.folder,
            "data_bytes": 0,
            "address": "here:1",
            "host": "here",
            "socket": -1,
            "task": os.getpid(),
        }
        self.process = subprocess.Popen(
            [PYTHON, "-S", "-m", "paisql.stage.keeper"],
            stdin=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=prepare,
            env={"PYTHONPATH": os.path.join(ROOT, "src", "python")},
        )
        self.process.stdin.write(json.dumps(dict(duties, **more)).encode())
        self.process.stdin.close()

    def file(self, name):
        return os.path.join(self.folder, name)

    def order(self, **order):
        records.append(self.file("orders"), records.line(order))

    def read(self):
        for facts, payload in self._reader.new():
            if facts["is"] == "output":
                self.output += payload
            elif facts["is"] != "computed":
                self.told.append(facts)

    def until(self, kind, count=1):
        """The newest record of this kind, when there are so many."""

        def newest():
            self.read()
            found = [facts for facts in self.told if facts["is"] == kind]
            return found[-1] if len(found) >= count else None

        return self.changes.until(newest, SECONDS)

    def until_printed(self, lines=1):
        """The output, once there are so many lines."""

        def output():
            self.read()
            return self.output if self.output.count(b"\n") >= lines else b""

        return self.changes.until(output, SECONDS)


@pytest.fixture
def keep(tmp_path):
    made = []

    def start(command, **more):
        made.append(Kept(tmp_path, command, **more))
        return made[-1]

    yield start
    for kept in made:
        kept.process.terminate()  # so that it ends what it has started
        kept.process.wait(SECONDS)
        sys.stderr.write(kept.process.stderr.read().decode())
        kept.changes.close()


def is_gone(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return False


def test_a_process_is_started_again_and_tells_all_it_prints(keep):
    kept = keep("echo out; echo err >&2; echo '{\"step\": 1}' >&3; exit 3")
    assert kept.until("ready") == {"is": "ready", "address": "here:1", "host": "here"}
    for start in (1, 2):
        kept.order(start=start)
        ended = kept.until("ended", start)
        assert (ended["start"], os.waitstatus_to_exitcode(ended["status"])) == (start, 3)
    assert kept.output == b"out\nerr\n" * 2
    assert [facts["is"] for facts in kept.told] == ["ready", *["started", "progress", "ended"] * 2]
    kept.order(stop=1000)
    assert kept.until("gone") and kept.process.wait() == 0


def test_what_a_process_leaves_behind_ends_with_the_next_start(keep):
    kept = keep("sleep 1000 & echo $!; exit 1")
    kept.order(start=1)
    kept.until("ended")
    helper = int(kept.until_printed())
    assert not is_gone(helper)
    kept.order(start=2)
    kept.until("ended", 2)
    assert is_gone(helper)


def test_stop_asks_and_then_kills_whatever_hides(keep):
    # A daemon in a session of its own, which nobody can ask to end.
    kept = keep(
        "trap 'echo asked' TERM; setsid sh -c 'trap \"\" TERM; echo $$; while :; do sleep 1; done' & wait; wait"
    )
    kept.order(start=1)
    daemon = int(kept.until_printed())
    kept.order(stop=300)
    kept.until("gone")
    assert b"asked" in kept.output
    assert is_gone(daemon)
    assert kept.process.wait() == 0


LEFT_ALONE = {
    "no pulse": (None, "saw no sign of life of the job's supervisor for 1 s"),
    "its task ends": (signal.SIGTERM, "was asked to end, or has lost its task"),  # the kernel's signal
    "its executor ends": (signal.SIGHUP, "was asked to end, or has lost its task"),  # pyspark's to its group
    "killed": (signal.SIGKILL, ""),
}


@pytest.mark.parametrize("how", LEFT_ALONE)
def test_a_keeper_that_is_left_alone_leaves_nothing(keep, how):
    number, says = LEFT_ALONE[how]
    # Nobody finds the daemon of a process whose keeper was killed.
    daemon = "" if how == "killed" else "setsid sleep 1000 & echo $!; "
    kept = keep(daemon + "echo $$; exec sleep 1000", lost_seconds=1 if how == "no pulse" else SECONDS)
    kept.order(start=1)
    started = kept.until_printed(2 if daemon else 1)
    if number is not None:
        kept.process.send_signal(number)
    assert kept.process.wait(SECONDS) == (-signal.SIGKILL if how == "killed" else 3)
    assert kept.process.stderr.read().decode().strip() == says
    for process in started.split():
        await_end(int(process), SECONDS)
    # The stage's end is the reason, and another side tells it.
    kept.read()
    assert [facts["is"] for facts in kept.told if facts["is"] == "ended"] == []


def test_a_keeper_has_a_group_of_its_own(keep):
    kept = keep("")
    kept.until("ready")
    assert os.getpgid(kept.process.pid) == kept.process.pid


def test_a_full_storage_leaves_nothing(keep):
    def may_write(limit=100_000):
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))

    kept = keep(
        "mkfifo go; setsid sleep 1000 & echo $!; read word < go; head -c 200000 /dev/zero; exec sleep 1000",
        prepare=may_write,
    )
    kept.order(start=1)
    daemon = int(kept.until_printed())
    with open(kept.file("go"), "w") as stream:
        stream.write("now\n")
    assert kept.process.wait(SECONDS) == 1
    assert "File too large" in kept.process.stderr.read().decode()
    assert is_gone(daemon)


def test_a_keeper_that_fails_leaves_nothing_and_tells_no_other_reason(keep):
    kept = keep("setsid sleep 1000 & echo $!; exec sleep 1000")
    kept.order(start=1)
    daemon = int(kept.until_printed())
    records.append(kept.file("orders"), b"no order\n")
    assert kept.process.wait(SECONDS) == 1
    assert "JSONDecodeError" in kept.process.stderr.read().decode()
    assert is_gone(daemon)
    kept.read()
    assert [facts["is"] for facts in kept.told] == ["ready", "started"]


def test_a_process_may_use_as_much_memory_as_it_states(keep):
    kept = keep("ulimit -d", data_bytes=64 << 20)
    kept.order(start=1)
    kept.until("ended")
    assert kept.output == b"65536\n"


def test_tidy_asks_what_a_process_has_left(keep):
    kept = keep("sleep 1000 & echo $!")
    kept.order(start=1)
    kept.until("ended")
    kept.order(tidy=True)
    await_end(int(kept.until_printed()), SECONDS)
    kept.order(start=2)
    assert kept.until("ended", 2)["start"] == 2  # the keeper itself goes on


def test_a_folder_that_is_not_there_is_told(keep):
    kept = keep("", working_folder="/no/such/folder")
    kept.order(start=1)
    assert "could not be started on here" in kept.until("ended")["lost"]


def test_a_chatty_process_waits_for_its_reader(keep):
    lines = 3_000_000  # 20 MB, more than the unread segments may hold
    kept = keep("yes abcdef | head -n %d" % lines)
    kept.order(start=1)
    kept.changes.until(lambda: os.path.exists(records.segment(kept.file("told"), 9)), SECONDS)
    assert not os.path.exists(records.segment(kept.file("told"), 12))
    kept.until("ended")
    assert kept.output == b"abcdef\n" * lines
    left = [name for name in os.listdir(kept.folder) if name.startswith("told")]
    assert len(left) == 1


def test_a_record_that_is_not_whole_is_not_read(tmp_path):
    path = str(tmp_path / "told")
    records.create(records.segment(path, 1))
    whole = records.line({"is": "output", "bytes": 5}) + b"12345"
    reader = records.Reader(path)
    for at in range(len(whole)):
        assert list(reader.new()) == []
        records.append(records.segment(path, 1), whole[at : at + 1])
    assert list(reader.new()) == [({"is": "output"}, b"12345")]


def test_a_record_that_could_not_be_written_is_the_last(tmp_path, monkeypatch):
    path = str(tmp_path / "told")
    records.create(records.segment(path, 1))
    writer, reader, append = records.Writer(path), records.Reader(path), records.append
    writer.add({"is": "ready"})

    def a_part(path, data):
        append(path, data[:20])
        raise OSError("no space left")

    monkeypatch.setattr(records, "append", a_part)
    with pytest.raises(OSError):
        writer.add({"is": "output"}, b"12345")
    monkeypatch.setattr(records, "append", append)
    writer.add({"is": "gone"})
    assert list(reader.new()) == [({"is": "ready"}, b"")]


def test_a_storage_that_does_not_answer_now_is_asked_again(tmp_path, monkeypatch):
    path = str(tmp_path / "told")
    records.create(records.segment(path, 1))
    writer, reader = records.Writer(path), records.Reader(path)
    writer.add({"is": "output"}, b"x" * (1 << 20))
    writer.add({"is": "gone"})

    def fails(*_, **__):
        raise OSError("stale file handle")

    with monkeypatch.context() as now:
        now.setattr("builtins.open", fails)
        assert list(reader.new()) == []
    with monkeypatch.context() as now:
        now.setattr(os, "unlink", fails)
        assert [facts["is"] for facts, _ in reader.new()] == ["output", "gone"]
    assert os.path.exists(records.segment(path, 1))
    assert list(reader.new()) == []
    assert not os.path.exists(records.segment(path, 1))
