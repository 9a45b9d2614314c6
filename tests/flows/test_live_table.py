"""The table of nodes on a terminal, and plain lines elsewhere."""

import os
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "shell"))
from screen import Screen  # noqa: E402

FLOW = (
    "nodes:\n"
    + "".join(f"  node_{i:02}: {{kind: VIRTUAL, depends: [hold]}}\n" for i in range(40))
    + "  hold: {file: hold.sh}\n  load: {depends: [hold]}\n  bad: {file: bad.sh, depends: [load]}\n"
)


@pytest.mark.parametrize("columns, rows", [(100, 30), (60, 20)])
def test_nodes_are_seen_while_they_run(flows, columns, rows):
    gate = flows.folder / "gate"
    os.mkfifo(gate)
    # A long log before the line that is shown: its end alone is read.
    flows.write(
        flow_yaml=FLOW,
        load_sql="CREATE TABLE t (a BIGINT); INSERT INTO t VALUES (1), (2), (3);\n",
        hold_sh="head -c 100000 /dev/zero | tr '\\0' x; echo; echo half way; read line < gate\n",
        bad_sh="echo a reason >&2; exit 1\n",
    )
    command = flows.command("flow", "run", flows.folder, "--bizdate", "20260101", "--parallel", "2")
    with Screen(
        ["/bin/sh", "-c", 'echo what stood here; exec "$@"', "sh", *command], columns=columns, rows=rows
    ) as screen:

        def drawn(screen):
            """All of the table: what is read may end in the middle of it."""
            rows = screen.rows()
            return (
                any(row.startswith("hold") and "RUNNING" in row and "half way" in row for row in rows)
                and any(row.startswith("0/43 nodes of work 20260101") for row in rows)
                and any(row.startswith("and ") and row.endswith(" more") for row in rows)
            )

        screen.wait(drawn)
        assert all(len(row) <= columns for row in screen.rows())
        with open(gate, "w") as file:
            file.write("\n")
        screen.wait("resume: ")
        text = screen.text()
        assert "what stood here" in text
        assert "42 nodes succeeded, 1 failed" in text.replace("\n", ""), text
        assert any(row.startswith("load") and row.endswith(" 3") for row in text.splitlines()), text
        assert any(row.startswith("bad") and "FAILURE" in row and "a reason" in row for row in text.splitlines())
