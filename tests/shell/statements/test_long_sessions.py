"""A session does not grow by what it runs.

DuckDB keeps notes of freed buffers, 3 KB for each statement here, until it has 32,768 of a kind. A session therefore
grows by 8 MB within its first 4,000 statements and by nothing after that. The bound lets these notes pass, and a round
whose pages the allocator happened to take from the system: a leak shows in every round.
"""

from pathlib import Path

import pytest

from conftest import measures_memory

STATEMENTS = {
    "overwrite": "INSERT OVERWRITE TABLE t SELECT a, b FROM t;\n",
    "transform": "INSERT OVERWRITE TABLE t SELECT TRANSFORM (a, b) USING 'cat' AS (a BIGINT, b STRING) FROM t;\n",
    "dynamic": "INSERT OVERWRITE TABLE p PARTITION (b) SELECT a, b FROM t;\n",
}
STATEMENTS_OF_A_ROUND = 200
ROUNDS = 3
KILOBYTES_OF_A_STATEMENT = 6


def resident_kilobytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@measures_memory
@pytest.mark.parametrize("kind", STATEMENTS)
def test_statements_that_make_files_leave_no_memory(shell, kind):
    shell.ok(
        "CREATE TABLE t (a BIGINT, b STRING); INSERT INTO TABLE t VALUES (1, 'x');"
        "CREATE TABLE p (a BIGINT) PARTITIONED BY (b STRING);"
    )
    process = shell.start("--format", "tsv", "--no-header")

    def run(count):
        process.stdin.write(STATEMENTS[kind] * count + "SELECT 'done';\n")
        process.stdin.flush()
        assert process.stdout.readline() == "done\n"
        return resident_kilobytes(process)

    before = run(220)
    growths = []
    while len(growths) < ROUNDS:
        after = run(STATEMENTS_OF_A_ROUND)
        growths.append((after - before) / STATEMENTS_OF_A_ROUND)
        before = after
        if growths[-1] < KILOBYTES_OF_A_STATEMENT:
            break
    process.stdin.close()
    process.wait()
    process.stdout.close()
    process.stderr.close()
    assert min(growths) < KILOBYTES_OF_A_STATEMENT, f"KB of a statement, by round: {growths}"
