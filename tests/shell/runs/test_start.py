"""What a start of the program loads, and what its end leaves: each library costs every start some time."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from conftest import BINARY, ROOT, measures_memory

RESOLVE = ROOT / "scripts" / "resolve_library.py"


def needed(path):
    """The libraries that the file names, without their versions."""
    listed = subprocess.run(["readelf", "-d", path], capture_output=True, text=True, check=True).stdout
    return {re.sub(r"[-.].*", "", name) for name in re.findall(r"NEEDED.*\[(.*)\]", listed)}


@measures_memory
def test_few_libraries_are_loaded_at_the_start():
    """Engine, archives and models come when they are needed."""
    assert needed(BINARY) <= {
        "libantlr4",
        "libfmt",
        "libreadline",
        "libutf8proc",
        "libstdc++",
        "libm",
        "libgcc_s",
        "libc",
        "ld",
        "libdl",
        "libpthread",
        "libtinfo",
    }


def test_a_program_that_ends_leaves_no_temporary_files(shell):
    """It does not close the engine, but removes what that has on the disk."""
    done = subprocess.run(
        [*shell.command(), "-e", "SELECT count(*) FROM VALUES (1), (2) t(a);"],
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert not [
        str(path) for path in Path(shell.home).rglob("*") if "duckdb-" in path.name or "staging" in str(path.parent)
    ]


def relocations(path):
    listed = subprocess.run(["readelf", "-rW", path], capture_output=True, text=True, check=True).stdout
    return [line.split() for line in listed.splitlines() if "R_X86_64_" in line]


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="the tool is for x86-64")
def test_a_resolved_copy_says_what_the_library_said(tmp_path):
    """Of a small library: what it defines is resolved, what the process decides is not, and both answer the same."""
    source = tmp_path / "small.cpp"
    source.write_text(
        """
        extern "C" int elsewhere() __attribute__((weak));
        extern "C" { int number = 40; int* place = &number; int two() { return 2; } }
        template <typename T> struct Shared { static T value; };
        template <typename T> T Shared<T>::value = 1;
        extern "C" int answer() { return *place + two() + (elsewhere ? 1 : 0) + Shared<int>::value - 1; }
    """,
        encoding="utf-8",
    )
    library, copy = tmp_path / "libsmall.so", tmp_path / "copy.so"
    subprocess.run(
        ["g++", "-shared", "-fPIC", "-O1", "-fno-inline", "-Wl,-z,lazy", "-fuse-ld=bfd", "-o", library, source],
        check=True,
    )
    before = library.read_bytes()
    done = subprocess.run(
        [
            "python3",
            "-c",
            f"""
import sys
sys.path.insert(0, {str(RESOLVE.parent)!r})
import resolve_library
data = bytearray(open({str(library)!r}, 'rb').read())
print(*resolve_library.resolve(data))
open({str(copy)!r}, 'wb').write(data)
""",
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert library.read_bytes() == before
    resolved, slots = map(int, done.stdout.split())
    assert resolved >= 1 and slots >= 1
    names = {words[4] for words in relocations(copy) if words[2] != "R_X86_64_RELATIVE" and len(words) > 4}
    assert "elsewhere" in names
    assert any("Shared" in name for name in names), "a STB_GNU_UNIQUE symbol was resolved"
    assert not [words for words in relocations(copy) if words[2] == "R_X86_64_64" and "number" in words]
    ask = "import ctypes, sys; print(ctypes.CDLL(sys.argv[1]).answer())"
    answers = [
        subprocess.run(["python3", "-c", ask, path], capture_output=True, text=True, check=True).stdout
        for path in (library, copy)
    ]
    assert answers == ["42\n", "42\n"]


def test_what_is_no_library_stays_as_it_is(tmp_path):
    text = tmp_path / "text"
    text.write_text("no library")
    done = subprocess.run(["python3", RESOLVE, text, tmp_path / "copy"], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "not a 64-bit" in done.stderr
    assert not (tmp_path / "copy").exists()
