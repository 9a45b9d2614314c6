"""What scripts/faults does: runs parts, keeps their verdicts, and shows what they found."""

import argparse
import json
import os
import sys
from collections import Counter
from pathlib import Path

import pool
from cases import BY_NAME, KINDS
from interposer import BINARY, LIBRARY, ROOT
from judge import Case

RESULTS = Path(os.environ.get("PAISQL_FAULTS_RESULTS", ROOT / "build/faults"))
SHOWN = 5  # of each sort of a problem


def sweep_part(sort):
    def run(arguments, done, record):
        pool.sweep(sort, arguments.processes, arguments.limit, arguments.seconds, arguments.kind, done, record)
    return run


# name: (how it runs, how many cases the short form takes)
PARTS = {
    "kill": (sweep_part("kill"), 150),
    "fail": (sweep_part("fail"), 250),
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
    run, few = PARTS[part]
    RESULTS.mkdir(parents=True, exist_ok=True)
    path = RESULTS / f"{part}.jsonl"
    if arguments.again and path.exists():
        path.unlink()
    if arguments.limit is None and not arguments.long:
        arguments = argparse.Namespace(**{**vars(arguments), "limit": few})
    done = [verdict["case"] for verdict in verdicts_of(part)]
    with open(path, "a", encoding="utf-8") as record:
        run(arguments, done, record)


def repeat(name):
    """Runs one case and shows everything."""
    case = Case.parse(name)
    with pool.Place() as place:
        verdict = place.judge().run(case, BY_NAME[case.kind])
    print(f"{verdict.case}\n  call: {verdict.what or 'none'}\n  outcome: {verdict.outcome}\n  {verdict.message}")
    for sort, text in verdict.problems:
        print(f"  {sort}: {text}")
    return 1 if verdict.problems else 0


def show_findings(part, verdicts):
    seen = Counter()
    for verdict in verdicts:
        for sort, text in verdict["problems"]:
            seen[sort] += 1
            if seen[sort] <= SHOWN:
                print(f"\n{part}: {sort}: {text[:600]}\n  at {verdict['what'] or '?'}, {verdict['outcome']}\n"
                      f"  scripts/faults --case '{verdict['case']}'")


def show_table(parts):
    print(f"\n{'part':<12}{'cases':>8}{'fired':>8}{'failures':>10}  of which")
    failures = 0
    for part in parts:
        verdicts = verdicts_of(part)
        bad = [verdict for verdict in verdicts if verdict["problems"]]
        sorts = Counter(sort for verdict in bad for sort in {sort for sort, _ in verdict["problems"]})
        failures += len(bad)
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
    for needed in (BINARY, LIBRARY):
        if not os.path.exists(needed):
            sys.exit(f"faults: {needed} is missing: build it, or name another with PAISQL_BINARY, "
                     "PAISQL_FAULT_LIBRARY")
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
