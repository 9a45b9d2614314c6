"""A session does not grow by what it runs."""

from pathlib import Path

import pytest

from conftest import measures_memory

STATEMENTS = {
    "overwrite": "INSERT OVERWRITE TABLE t SELECT a, b FROM t;\n",
    "transform": "INSERT OVERWRITE TABLE t SELECT TRANSFORM (a, b) USING 'cat' AS (a BIGINT, b STRING) FROM t;\n",
}


def resident_kilobytes(process):
    status = Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


@measures_memory
@pytest.mark.parametrize("kind", STATEMENTS)
def test_statements_that_make_files_leave_no_memory(shell, kind):
    shell.ok("CREATE TABLE t (a BIGINT, b STRING); INSERT INTO TABLE t VALUES (1, 'x');")
    process = shell.start("--format", "tsv", "--no-header")

    def run(count):
        process.stdin.write(STATEMENTS[kind] * count + "SELECT 'done';\n")
        process.stdin.flush()
        assert process.stdout.readline() == "done\n"
        return resident_kilobytes(process)

    before = run(220)
    grown = run(200) - before
    process.stdin.close()
    process.wait()
    process.stdout.close()
    process.stderr.close()
    assert grown < 200 * 8
