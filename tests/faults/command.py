"""What scripts/faults does: runs parts, keeps their verdicts, and shows what they found."""

import argparse
import json
import os
import signal
import sys
from collections import Counter
from dataclasses import asdict
from pathlib import Path

import pool
import sweeps
from archives import MAKERS
from cases import KINDS
from interposer import BINARY, LIBRARY, ROOT, TRANSACT

RESULTS = Path(os.environ.get("PAISQL_FAULTS_RESULTS", ROOT / "build/faults"))
SHOWN = 5  # of each sort of a problem


def swept(sort):
    return lambda judge, kinds, _: [case.name for case in sweeps.all_cases(judge, kinds, sort)]


def numbered(sort, count):
    return lambda _judge, _kinds, long: [f"{sort}/{number}" for number in range(count)]


def clocks(_judge, kinds, _long):
    return [case.name for case in sweeps.clocks(kinds, 500)]


def storms(_judge, _kinds, long):
    return [f"storm/{number}/{40 if long else 8}" for number in range(3)]


def counters(_judge, _kinds, long):
    return [f"counters/{number}/{40 if long else 4}" for number in range(3)]


def archives(_judge, _kinds, long):
    """The slow one comes once and last."""
    slow = "many_entries"
    names = [f"archive/{maker}/{number}" for number in range(6) for maker in MAKERS if maker != slow]
    return names + ([f"archive/{slow}/0"] if long else [])


# name: (the names of all its cases by the judge, the kinds of statements and whether all are to run,
# how many the short form takes, how many the long one; a storm needs the machine for itself)
PARTS = {
    "kill": (swept("kill"), 160, 6000),
    "clock": (clocks, 40, 500),
    "fail": (swept("fail"), 260, 7000),
    "storm": (storms, 1, 3),
    "counters": (counters, 1, 3),
    "server": (numbered("server", 10_000), 4, 300),
    "parquet": (numbered("parquet", 10_000), 60, 1200),
    "catalog": (numbered("catalog", 10_000), 40, 900),
    "archive": (archives, len(MAKERS) - 1, 300),
    "statements": (numbered("statements", 10_000), 6, 150),
}


def verdicts_of(part):
    path = RESULTS / f"{part}.jsonl"
    if not path.exists():
        return []
    verdicts = []
    for line in path.read_text().splitlines():
        try:
            verdicts.append(json.loads(line))
        except ValueError:  # the line at which a run was ended
            pass
    return verdicts


def run_part(part, arguments):
    list_cases, few, many = PARTS[part]
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{part}.jsonl"
    if arguments.again and path.exists():
        path.unlink()
    limit = arguments.limit or (many if arguments.long else few)
    done = {verdict["case"] for verdict in verdicts_of(part)}
    with pool.Place() as place, open(path, "a", encoding="utf-8") as record:
        names = list_cases(place.judge(), sweeps.of_names(arguments.kind), arguments.long)[:limit]
        processes = 1 if part in ("storm", "counters") else arguments.processes
        for verdict in place.run([name for name in names if name not in done], processes, arguments.seconds):
            record.write(json.dumps(asdict(verdict)) + "\n")
            record.flush()


def repeat(name):
    """Runs one case and shows everything."""
    with pool.Place() as place:
        verdict = pool.Runner(place.judge()).run(name)
    print(f"{verdict.case}\n  at: {verdict.what or 'nothing'}\n  outcome: {verdict.outcome}\n  {verdict.message}")
    for sort, text in verdict.problems:
        print(f"  {sort}: {text}")
    return 1 if verdict.problems else 0


def show_findings(part, verdicts):
    seen = Counter()
    for verdict in verdicts:
        for sort, text in verdict["problems"]:
            seen[sort] += 1
            if seen[sort] <= SHOWN:
                print(
                    f"\n{part}: {sort}: {text[:600]}\n  at {verdict['what'] or '?'}, {verdict['outcome']}\n"
                    f"  scripts/faults --case '{verdict['case']}'"
                )


def show_table(parts):
    print(f"\n{'part':<12}{'cases':>8}{'fired':>8}{'failures':>10}  of which")
    failures = 0
    for part in parts:
        verdicts = verdicts_of(part)
        bad = [verdict for verdict in verdicts if verdict["problems"]]
        sorts = Counter(sort for verdict in bad for sort in {sort for sort, _ in verdict["problems"]})
        failures += len(bad)
        if part in ("storm", "counters"):
            sorts.update(verdict["message"] for verdict in verdicts)
        named = ", ".join(f"{sort} {count}" for sort, count in sorts.most_common())
        print(f"{part:<12}{len(verdicts):>8}{sum(v['fired'] for v in verdicts):>8}{len(bad):>10}  {named}")
    return failures


def main():
    parser = argparse.ArgumentParser(prog="scripts/faults")
    parser.add_argument("--long", action="store_true")
    parser.add_argument("--again", action="store_true")
    parser.add_argument("--findings", action="store_true", help="show what is recorded, run nothing")
    parser.add_argument("--part", action="append", choices=list(PARTS))
    parser.add_argument("--kind", action="append", default=[], choices=[kind.name for kind in KINDS])
    parser.add_argument("--processes", type=int, default=min(2, os.cpu_count() or 1))
    parser.add_argument("--limit", type=int)
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--case")
    arguments = parser.parse_args()
    for needed in (BINARY, LIBRARY, TRANSACT):
        if not os.path.exists(needed):
            sys.exit(
                f"faults: {needed} is missing: build it, or name another with PAISQL_BINARY, "
                "PAISQL_FAULT_LIBRARY, PAISQL_TRANSACT"
            )
    # The homes are removed also when it is told to end.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(128 + signal.SIGTERM))
    if arguments.case:
        return repeat(arguments.case)
    parts = arguments.part or list(PARTS)
    for part in parts:
        if not arguments.findings:
            run_part(part, arguments)
        show_findings(part, verdicts_of(part))
    return 1 if show_table(parts) else 0


if __name__ == "__main__":
    sys.exit(main())
