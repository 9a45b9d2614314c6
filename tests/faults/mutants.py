"""Statements that are changed at random: each is answered, by rows or by an error of ours.

Cases "statements/<seed>": a batch that `paisql check` reads at once, of which some then run.
"""

import os
import random
import re
import shutil
from pathlib import Path

from damage import judge_words
from homes import clone, run, run_command
from interposer import ROOT
from judge import Verdict

# What would run programs, write files of the machine (also by a setting that names a folder), or take long by design.
LEFT_OUT = re.compile(
    r"\bUSING\s*['\"]|TUNNEL|\bPAI\b|ADD\s+(FILE|PY|JAR|ARCHIVE)|sequence|repeat|space|[lr]pad|QUIT|EXIT|temp_directory",
    re.I,
)
BATCH = 200
RUN = 5
WORDS = [
    "SELECT",
    "FROM",
    "WHERE",
    "(",
    ")",
    ",",
    "'",
    '"',
    "`",
    ";",
    "--",
    "/*",
    "*/",
    "NULL",
    "1e999",
    "9" * 40,
    "-",
    "\\",
    "\0",
    "\x1b",
    "\u3000",
    "\uff1b",
    "PARTITION",
    "OVER",
    "CAST",
    "AS",
    "<",
    ">",
    "ARRAY<",
    "[",
    "]",
    "@",
    "$",
    "#",
    "{",
    "%",
    "JOIN",
    "UNION ALL",
    "GROUP BY",
    "CUBE",
    "LATERAL VIEW",
    "EXPLODE(",
    "INTERVAL '1' DAY",
    "DATE'2024-02-30'",
    "x'",
    "LIMIT",
]
TABLES = ["plain", "other", "parts", "nothing", "v"]


def seeds():
    """The statements of tests/sql that may run anywhere."""
    found = set()
    for path in sorted(ROOT.glob("tests/sql/**/*.test")):
        for block in re.split(r"\n\s*\n", path.read_text()):
            lines = [line for line in block.splitlines() if not line.startswith("#")]
            sql = lines[1 : lines.index("----")] if "----" in lines else lines[1:]
            for statement in "\n".join(sql).split(";"):
                if 0 < len(statement.strip()) < 1000 and not LEFT_OUT.search(statement):
                    found.add(statement.strip())
    return sorted(found)


def mutate(text, chance, others):
    for _ in range(chance.choice([1, 1, 2, 3, 6])):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice([1, 2, 5, 20]))
        kind = chance.randrange(7)
        if kind == 0:
            text = text[:at] + text[end:]
        elif kind == 1:
            text = text[:at] + chance.choice(WORDS) + text[at:]
        elif kind == 2:
            text = text[:at] + text[at:end] * chance.choice([2, 3, 30]) + text[end:]
        elif kind == 3:
            other = chance.choice(others)
            cut = chance.randrange(len(other) + 1)
            text = text[:at] + other[cut : cut + 60] + text[end:]
        elif kind == 4:
            text = re.sub(r"\d+", lambda _: str(chance.choice([0, -1, 2**31, 2**63, 99])), text, count=1)
        elif kind == 5:
            words = text.split(" ")
            chance.shuffle(words)
            text = " ".join(words) if chance.random() < 0.2 else text.replace(" t", " " + chance.choice(TABLES), 1)
        else:
            text = text[:at] + chr(chance.choice([0x1, 0x7F, 0xE9, 0x4E2D, 0x1F600, 0x202E])) + text[at:]
    return text[:4000]


class Mutants:
    def __init__(self, judge):
        self.judge = judge
        self.seeds = seeds()
        self.folder = Path(judge.folder) / "mutants"
        self.folder.mkdir(exist_ok=True)

    def run(self, name):
        chance = random.Random(name)
        verdict = Verdict(name, fired=True, what=f"{BATCH} statements", outcome="answered")
        mutants = [mutate(chance.choice(self.seeds), chance, self.seeds) for _ in range(BATCH)]
        clone(self.judge.bases / "filled", self.judge.home)
        script = self.folder / "script.sql"
        script.write_text(";\n".join(mutants) + ";\n", errors="replace")
        self.check(verdict, script)
        for number in chance.sample(range(BATCH), RUN):
            self.execute(verdict, number, mutants[number])
        shutil.rmtree(self.judge.home, ignore_errors=True)
        return verdict

    def check(self, verdict, script):
        done = run_command(self.judge.home, "check", str(script), timeout=120)
        if done.hung or done.status not in (0, 1):
            verdict.say("hang" if done.hung else "crash", f"check ends with {done.status}: {done.err[-500:]}")

    def execute(self, verdict, number, text):
        if LEFT_OUT.search(text):
            return
        script = self.folder / "one.sql"
        script.write_text(text + ";\n", errors="replace")
        done = run(self.judge.home, None, "--quiet", "-f", str(script), timeout=180, cwd=self.folder)
        before = len(verdict.problems)
        if done.hung or done.status != 0:
            judge_words(verdict, done)
        for problem in range(before, len(verdict.problems)):
            sort, said = verdict.problems[problem]
            verdict.problems[problem] = (sort, f"statement {number}: {said[:1000]}\n{text}")
        for left in os.listdir(self.folder):
            if left not in ("script.sql", "one.sql"):
                verdict.say("outside", f"statement {number} has made {left}: {text}")
