"""Files that are made at the user's word: TUNNEL DOWNLOAD and GET RESOURCE."""

import os
import signal
import stat
import subprocess
import threading

import pytest

ROWS = "1\n2\n3\n"
LARGE = "SELECT * FROM (SELECT EXPLODE(SEQUENCE(1, 3000000)) AS a) x"


@pytest.fixture(name="made")
def fixture_made(shell, tmp_path):
    """A home with the table t and the resource r.txt, which hold the same."""
    (tmp_path / "r.txt").write_text(ROWS)
    shell.ok("CREATE TABLE t AS SELECT a FROM VALUES (1), (2), (3) v(a);", cwd=tmp_path)
    shell.ok("ADD FILE r.txt;", cwd=tmp_path)
    return shell


def mode(path):
    return stat.S_IMODE(os.stat(path).st_mode)


# What writes ROWS to a path.
@pytest.fixture(params=["TUNNEL DOWNLOAD -f t '{}';", "GET RESOURCE r.txt '{}';"], name="write")
def fixture_write(request, made, tmp_path):
    def write(path, **options):
        return made.sql(request.param.format(path), cwd=tmp_path, **options)

    return write


def test_a_new_file_has_the_mode_of_the_users_umask(write, tmp_path):
    for mask, wanted in ((0o022, 0o644), (0o027, 0o640), (0o077, 0o600)):
        path = tmp_path / ("new-%o" % mask)
        assert write(path, umask=mask).returncode == 0
        assert path.read_text() == ROWS and mode(path) == wanted


def test_a_replaced_file_keeps_its_mode(write, tmp_path):
    path = tmp_path / "old"
    path.write_text("old, and longer than what comes")
    path.chmod(0o640)
    assert write(path).returncode == 0
    assert path.read_text() == ROWS and mode(path) == 0o640
    assert sorted(os.listdir(tmp_path)) == ["home", "old", "r.txt"]


def test_devices_and_fifos_are_written_to(write, tmp_path):
    before = os.stat("/dev/null")
    assert write("/dev/null").returncode == 0
    assert os.stat("/dev/null").st_rdev == before.st_rdev
    done = write("/dev/full")
    assert done.returncode == 1 and "No space left" in done.stderr
    assert stat.S_ISCHR(os.stat("/dev/full").st_mode)
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    got = []
    reader = threading.Thread(target=lambda: got.append(fifo.read_text()))
    reader.start()
    assert write(fifo).returncode == 0
    reader.join()
    assert got == [ROWS] and stat.S_ISFIFO(os.stat(fifo).st_mode)


def test_standard_output_gets_the_bytes(write):
    assert write("/dev/stdout").stdout == ROWS


def test_a_standard_output_that_is_a_file_stays_it(made, tmp_path):
    path = tmp_path / "out"
    for target in ("/dev/stdout", "out"):
        with open(path, "w", encoding="utf-8") as out:
            number = os.fstat(out.fileno()).st_ino
            statements = f"TUNNEL DOWNLOAD t '{target}'; SELECT 7 AS a;"
            subprocess.run(
                made.command("--format", "tsv", "--no-header", "-e", statements),
                cwd=tmp_path,
                stdout=out,
                stderr=subprocess.PIPE,
                check=True,
            )
        assert os.stat(path).st_ino == number
        assert path.read_text() == ROWS + "7\n"


def test_a_link_is_followed_to_its_file(write, tmp_path):
    victim = tmp_path / "file"
    victim.write_text("old")
    (tmp_path / "link").symlink_to("file")
    assert write(tmp_path / "link").returncode == 0
    assert os.readlink(tmp_path / "link") == "file" and victim.read_text() == ROWS
    (tmp_path / "dangling").symlink_to("nothing")
    done = write(tmp_path / "dangling")
    assert done.returncode == 1 and "it is a link to a file that does not exist" in done.stderr
    assert not (tmp_path / "nothing").exists()


def test_planted_names_are_not_followed(made, tmp_path):
    """The old way: <file>.unfinished-<pid>, opened wherever it led to."""
    victim = tmp_path / "victim"
    victim.write_text("mine")
    folder = tmp_path / "shared"
    folder.mkdir()
    process = made.start(cwd=tmp_path)
    (folder / f"t.csv.unfinished-{process.pid}").symlink_to(victim)
    _, errors = process.communicate(f"TUNNEL DOWNLOAD t '{folder}/t.csv';", timeout=180)
    assert process.returncode == 0, errors
    assert victim.read_text() == "mine" and (folder / "t.csv").read_text() == ROWS


def test_the_file_is_on_the_disk_before_it_has_its_name(made, tmp_path):
    trace = tmp_path / "trace"
    try:
        subprocess.run(["strace", "-V"], capture_output=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("strace is not there")
    subprocess.run(
        [
            "strace",
            "-f",
            "-o",
            str(trace),
            "-e",
            "trace=fsync,renameat,renameat2,rename",
            *made.command("-e", f"TUNNEL DOWNLOAD t '{tmp_path}/t.csv';"),
        ],
        check=True,
        capture_output=True,
    )
    calls = [line for line in trace.read_text().splitlines() if "fsync(" in line or "t.csv" in line]
    at = next(i for i, line in enumerate(calls) if "rename" in line)
    assert "fsync(" in calls[at - 1] and "fsync(" in calls[at + 1]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_an_end_in_the_middle_leaves_nothing(made, tmp_path, number):
    made.ok(f"CREATE TABLE large AS {LARGE};")
    folder = tmp_path / "to"
    folder.mkdir()
    (folder / "f").write_text("old")
    process = made.start("-e", f"TUNNEL DOWNLOAD -f large '{folder}/f';")
    descriptors = f"/proc/{process.pid}/fd"
    while process.poll() is None:
        links = []
        for name in os.listdir(descriptors) if os.path.isdir(descriptors) else []:
            try:
                links.append(os.readlink(f"{descriptors}/{name}"))
            except OSError:
                pass
        if any(link.startswith(f"{folder}/") for link in links):
            process.send_signal(number)
            break
    process.communicate(timeout=180)
    assert process.returncode != 0
    assert os.listdir(folder) == ["f"] and (folder / "f").read_text() == "old"
