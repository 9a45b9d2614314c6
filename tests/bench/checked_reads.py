"""What checking data files costs: TPC-H, each query the first of a session, with the check and without.

usage: checked_reads.py PAISQL HOME [ROUNDS]    HOME has TPC-H in its project tpch (tpch.load_script)

Prints a line a query: milliseconds of all threads' CPU with and without the check as the first statement of a
session (the least of ROUNDS, by turns), and of the same query again in the same session. The CPU's time and not
the clock's, so that it means something on a machine that others use.
"""

import os
import subprocess
import sys

import tpch


def cpu(program, home, verify, *statements):
    """CPU seconds of a whole session."""
    command = [
        program,
        "--home",
        home,
        "--project",
        tpch.PROJECT,
        "--format",
        "tsv",
        "-e",
        tpch.SETTINGS + f"SET paisql.read.verify={verify};" + ";".join(statements) + ";",
    ]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as session:
        _, status, usage = os.wait4(session.pid, 0)
        session.returncode = status
    if status != 0:
        raise RuntimeError(f"status {status} of {command}")
    return usage.ru_utime + usage.ru_stime


def main():
    program, home = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    queries = {"count": "SELECT count(*) FROM lineitem", **tpch.queries()}
    start = min(cpu(program, home, "true", "SELECT 1") for _ in range(rounds))
    totals = [0.0] * 4
    for name, query in queries.items():
        once, twice = [float("inf")] * 2, [float("inf")] * 2
        for _ in range(rounds):
            for at, verify in enumerate(["true", "false"]):
                once[at] = min(once[at], cpu(program, home, verify, query))
                twice[at] = min(twice[at], cpu(program, home, verify, query, query))
        times = [once[0] - start, once[1] - start, twice[0] - once[0], twice[1] - once[1]]
        print(f"{name:6}", *(f"{1000 * seconds:8.1f}" for seconds in times), flush=True)
        totals = [total + seconds for total, seconds in zip(totals, times)]
    print("all   ", *(f"{1000 * seconds:8.1f}" for seconds in totals))
    print(f"first {100 * (totals[0] / totals[1] - 1):+.1f} %, again {100 * (totals[2] / totals[3] - 1):+.1f} %")


if __name__ == "__main__":
    main()
