"""What a suite's cases came to, and which failures are explained."""

import fnmatch
import re
import xml.etree.ElementTree as ET


def read_results(path):
    """(module, case, state, message) of each case of a JUnit file."""
    results = []
    for case in ET.parse(path).getroot().iter("testcase"):
        state, message = "passed", ""
        for kind, meaning in (("failure", "failed"), ("error", "failed"), ("skipped", "skipped")):
            found = case.find(kind)
            if found is not None:
                state, message = meaning, (found.get("message") or "").replace("\n", " ")
        module = (
            (case.get("classname") or "")
            .replace(".tests.", ".")
            .removeprefix("odps.")
            .removeprefix("dbt-tests.functional.")
        )
        results.append((module, case.get("name"), state, re.sub(r"RequestId: \S+ *", "", message)))
    return results


class Table:
    """`known` is a file with lines "suite, tab, pattern of module::case, tab, reason"."""

    def __init__(self, title, suite, results, known):
        self.title = title
        self.results = results
        with open(known, encoding="utf-8") as file:
            rows = [line.rstrip("\n").split("\t") for line in file if line.strip() and not line.startswith("#")]
        self.reasons = [(pattern, reason) for name, pattern, reason in rows if suite.startswith(name)]
        self.failed = [(module, case, message) for module, case, state, message in results if state == "failed"]
        self.unexplained = [row for row in self.failed if not self.reason(*row[:2])]

    def reason(self, module, case):
        name = f"{module}::{case}"
        return next((reason for pattern, reason in self.reasons if fnmatch.fnmatchcase(name, pattern)), "")

    def text(self):
        lines = [
            f"{self.title}",
            f"{'part':44} {'cases':>6} {'passed':>7} {'failed':>7} {'skipped':>8} {'explained':>10}",
        ]
        for part in [*sorted({row[0] for row in self.results}), None]:
            rows = [row for row in self.results if part in (None, row[0])]
            count = {state: sum(row[2] == state for row in rows) for state in ("passed", "failed", "skipped")}
            known = sum(1 for row in rows if row[2] == "failed" and self.reason(*row[:2]))
            counts = f"{count['passed']:7} {count['failed']:7} {count['skipped']:8} {known:10}"
            lines.append(f"{part or 'all':44} {len(rows):6} {counts}")
        for module, case, message in self.unexplained:
            lines.append(f"  {module}::{case}: {message[:200]}")
        return "\n".join(lines) + "\n"
