"""Running the program with the interposing library (fault.c), and reading what it has counted."""

import os
import re
import struct
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.path.abspath(os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql")))
TRANSACT = os.path.abspath(os.environ.get("PAISQL_TRANSACT", str(ROOT / "build" / "tests" / "transact")))
LIBRARY = os.path.abspath(os.environ.get("PAISQL_FAULT_LIBRARY", str(ROOT / "build" / "tests" / "libfault.so")))

# struct Tally of fault.c.
TALLY = struct.Struct("QQ496s")


@dataclass(frozen=True)
class Fault:
    """What is to happen: nothing but counting without a number."""

    deed: str = "count"  # kill, short, or an errno's name
    at: int = 0  # the number of the call, from 1
    classes: str = ""  # classes of calls, joined by commas; empty: all
    forever: bool = False  # the calls after it fail, too
    files: str = ""  # patterns of the paths, joined by ':'; empty: all


class Interposer:
    """One run of the program under a fault. The tally lies in a file of `folder`."""

    def __init__(self, folder, home, fault, trace=False):
        self.fault = fault
        self.tally_path = os.path.join(folder, "tally")
        self.trace_path = os.path.join(folder, "trace") if trace else None
        self.home = str(home)
        with open(self.tally_path, "wb") as out:
            out.write(bytes(TALLY.size))
        if trace and os.path.exists(self.trace_path):
            os.unlink(self.trace_path)

    def environment(self):
        given = dict(os.environ, LD_PRELOAD=LIBRARY, PAISQL_FAULT_HOME=self.home, PAISQL_FAULT_TALLY=self.tally_path)
        if self.trace_path:
            given["PAISQL_FAULT_TRACE"] = self.trace_path
        if self.fault.classes:
            given["PAISQL_FAULT_CALLS"] = self.fault.classes
        if self.fault.files:
            given["PAISQL_FAULT_FILES"] = self.fault.files
        if self.fault.at:
            given["PAISQL_FAULT_AT"] = str(self.fault.at)
            given["PAISQL_FAULT_DO"] = self.fault.deed
        if self.fault.forever:
            given["PAISQL_FAULT_FOREVER"] = "1"
        return given

    def tally(self):
        """How many calls fitted, how many were made to fail, and the first of those."""
        with open(self.tally_path, "rb") as read:
            count, fired, what = TALLY.unpack(read.read(TALLY.size))
        return count, fired, what.split(b"\0", 1)[0].decode(errors="replace")

    def calls(self):
        """The counted calls in their order, as (class, path); unique names are left out."""
        return [(name, without_unique_names(path)) for number, name, path in self.lines() if number != "0"]

    def lines(self):
        """The trace, its remarks among them, as (number, class, path)."""
        with open(self.trace_path, encoding="utf-8", errors="replace") as lines:
            return [tuple(line.rstrip("\n").split(" ", 2)) for line in lines]


def without_unique_names(text):
    return re.sub(r"[0-9a-f]{32}", "*", re.sub(r"duckdb-\d+-\d+", "duckdb-*", text))
