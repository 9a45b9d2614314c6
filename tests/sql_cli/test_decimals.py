"""DECIMAL arithmetic of all mixtures of precisions and scales, against Python's decimal module."""

import decimal
import operator
import os
import random
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BINARY = os.environ.get("PAISQL_BINARY", str(ROOT / "build" / "paisql"))
TIMEOUT = 180

TYPES = [(5, 1), (10, 3), (12, 2), (18, 0), (20, 7), (4, 4)]  # precision and scale
EXACT = decimal.Context(prec=60)
ARITHMETIC = {"+": EXACT.add, "-": EXACT.subtract, "*": EXACT.multiply, "/": EXACT.divide, "%": EXACT.remainder}
COMPARISONS = {"=": operator.eq, "<": operator.lt, ">=": operator.ge}


def make_cases():
    """Triples of left side, operator, right side; each side a value and its type."""
    rng = random.Random(3)

    def side():
        precision, scale = rng.choice(TYPES)
        bound = 10 ** min(precision, 9)
        value = decimal.Decimal(rng.randrange(-bound + 1, bound)).scaleb(-scale)
        return value, f"CAST('{value:f}' AS DECIMAL({precision},{scale}))"

    cases = []
    while len(cases) < 300:
        left, right = side(), side()
        if right[0] != 0:
            cases.append((left, rng.choice([*ARITHMETIC, *COMPARISONS]), right))
    return cases


def fits(answer, expected):
    """Whether the text is the exact result, rounded to the digits that it shows."""
    digits = len(answer.partition(".")[2])
    half = decimal.Decimal(5).scaleb(-digits - 1)
    return abs(EXACT.subtract(decimal.Decimal(answer), expected)) <= half


def test_results_are_exact(tmp_path):
    cases = make_cases()
    script = tmp_path / "decimals.sql"
    script.write_text(
        "".join(f"SELECT {left[1]} {sign} {right[1]};\n" for left, sign, right in cases), encoding="utf-8"
    )
    done = subprocess.run(
        [BINARY, "--home", str(tmp_path / "home"), "--format", "tsv", "--no-header", "-f", str(script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    answers = done.stdout.split()
    assert len(answers) == len(cases)
    for (left, sign, right), answer in zip(cases, answers, strict=True):
        if sign in COMPARISONS:
            good = answer == str(COMPARISONS[sign](left[0], right[0])).lower()
        else:
            good = fits(answer, ARITHMETIC[sign](left[0], right[0]))
        assert good, f"{left[1]} {sign} {right[1]} gave {answer}"
