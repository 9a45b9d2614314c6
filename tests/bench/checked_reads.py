"""What checking data files costs: TPC-H, each query the first of a session, with the check and without.

usage: checked_reads.py PAISQL HOME [ROUNDS]    HOME has TPC-H in its project tpch (tpch.load_script)

Prints a line a query: seconds with and without the check as the first statement of a session (the best
of ROUNDS, by turns), and of the same query again in the same session.
"""

import sys

import tpch

SWITCH = "SET paisql.read.verify={};"


def ask(program, home, query, verify):
    """Seconds of the first and of the second run in one session."""
    command = [program, "--home", home, "--project", tpch.PROJECT, "--format", "tsv", "--no-header"]
    session = tpch.Conversation(command, ";")
    try:
        for setting in (tpch.SETTINGS + SWITCH.format(verify)).rstrip(";").split(";"):
            session.tell(setting)
        # The engine is loaded before the clock runs.
        session.ask("SELECT 1")
        return session.ask(query)[0], session.ask(query)[0]
    finally:
        session.close()


def main():
    program, home = sys.argv[1:3]
    rounds = int(sys.argv[3]) if len(sys.argv) > 3 else 5
    queries = {"count": "SELECT count(*) FROM lineitem", **tpch.queries()}
    totals = [0.0] * 4
    for name, query in queries.items():
        best = [float("inf")] * 4
        for _ in range(rounds):
            for at, verify in enumerate(["true", "false"]):
                first, again = ask(program, home, query, verify)
                best[at] = min(best[at], first)
                best[at + 2] = min(best[at + 2], again)
        print(name, *(f"{1000 * seconds:8.1f}" for seconds in best), flush=True)
        totals = [total + seconds for total, seconds in zip(totals, best)]
    print("all", *(f"{1000 * seconds:8.1f}" for seconds in totals))
    print(f"first {100 * (totals[0] / totals[1] - 1):+.1f} %, again {100 * (totals[2] / totals[3] - 1):+.1f} %")


if __name__ == "__main__":
    main()
