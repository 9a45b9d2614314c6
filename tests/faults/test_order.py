"""What a commit lists has reached the disk before: contents and names of files before the log."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import pool  # noqa: E402
from cases import BY_NAME  # noqa: E402
from interposer import LIBRARY, Fault, Interposer  # noqa: E402

LOG = "catalog.sqlite-wal"
KINDS = [
    "insert_into",
    "insert_overwrite",
    "insert_new_partition",
    "insert_many_partitions",
    "insert_multi",
    "create_table_as",
    "upload",
    "job",
    "add_file",
    "add_file_f",
]


@pytest.fixture(scope="module")
def judge():
    assert os.path.exists(LIBRARY), "the library of tests/faults was not built"
    with pool.Place() as place:
        yield place.judge()


def lines_of(judge, name):
    """The trace of a statement, and the folders that were there before it."""
    kind = BY_NAME[name]
    judge.prepare(kind)
    there = {os.path.relpath(folder, judge.home) for folder, _, _ in os.walk(judge.home)}
    interposer = Interposer(judge.folder, judge.home, Fault(), trace=True)
    done = judge.execute(kind, judge.environment(interposer))
    assert done.status == 0, done.err
    return [
        (name, os.path.relpath(path, judge.home) if path.startswith("/") else path)
        for _, name, path in interposer.lines()
    ], there


def synced(lines, path):
    """Whether the file or folder was, or the whole file system."""
    return ("sync", path) in lines or ("all", "") in lines


@pytest.mark.parametrize("name", KINDS)
def test_files_and_names_are_synced_before_the_commit(judge, name):
    lines, there = lines_of(judge, name)
    moves = [
        number
        for number, (what, path) in enumerate(lines)
        if what == "rename" and path.startswith(("warehouse/", "resources/"))
    ]
    assert moves
    commit = lines.index(("sync", LOG), moves[-1])
    for number in moves:
        assert lines[number - 1][0] == "from"
        moved = synced(lines[number:commit], lines[number][1])
        assert moved or synced(lines[:number], lines[number - 1][1]), "the file's content"
        folder = os.path.dirname(lines[number][1])
        while True:
            assert synced(lines[number:commit], folder), f"the names in {folder}"
            if folder in there:
                break
            folder = os.path.dirname(folder)
