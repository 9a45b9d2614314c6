"""Functions whose result is much larger than their arguments keep to paisql.memory_limit."""

import subprocess
import sys

import pytest

from conftest import TIMEOUT, measures_memory

LIMIT_MB = 500
# Twice the limit: the program itself, and what the allocator keeps.
MOST_KB = 2 * LIMIT_MB * 1024

TEXT = "(SELECT repeat(x, 2097152) AS v FROM VALUES ('a') y(x)) t"
NUMBERS = "(SELECT sequence(1, {} * x) AS a, repeat('v', 2000000) AS v FROM VALUES (1) y(x)) t"
MANY = ",".join(["v"] * 400)

STATEMENTS = {
    "lpad of a constant": "SELECT length(lpad('a', 1500000000, 'b'));",
    "lpad": "SELECT length(lpad(v, 1500000000, 'b')) FROM VALUES ('a') t(v);",
    "rpad": "SELECT sum(length(rpad(v, 1000000 + e, 'b'))) FROM VALUES ('a') t(v) LATERAL VIEW explode(sequence(1, 20000)) p AS e;",
    "space": "SELECT length(space(1500000000));",
    "sequence": "SELECT size(sequence(1, 1500000000));",
    "array_repeat": "SELECT size(array_repeat(repeat('a', 2000000), 2000));",
    "concat": f"SELECT length(concat({MANY})) FROM {TEXT};",
    "concat_ws": f"SELECT length(concat_ws(',', {MANY})) FROM {TEXT};",
    "array": f"SELECT size(array({MANY})) FROM {TEXT};",
    "replace": f"SELECT length(replace(v, 'a', v)) FROM {TEXT};",
    "regexp_replace": f"SELECT length(regexp_replace(v, 'a', v)) FROM {TEXT};",
    "regexp_replace of a constant": f"SELECT length(regexp_replace(v, 'a', '{'b' * 1000}')) FROM {TEXT};",
    "array_join": f"SELECT length(array_join(split(v, ''), v)) FROM {TEXT};",
    "to_json": f"SELECT length(to_json(array_repeat(v, 50))) FROM {TEXT};",
    "wm_concat": f"SELECT length(wm_concat(',', concat(v, k))) FROM {TEXT} LATERAL VIEW explode(sequence(1, 1000)) e AS k;",
    "collect_list": f"SELECT size(collect_list(concat(v, k))) FROM {TEXT} LATERAL VIEW explode(sequence(1, 1000)) e AS k;",
    "combinations of a constant": "SELECT size(combinations(sequence(1, 200), 5));",
    "combinations": "SELECT size(combinations(a, 5)) FROM " + NUMBERS.format(200) + ";",
    "ngrams": "SELECT size(ngrams(a, 10000)) FROM " + NUMBERS.format(20000) + ";",
    "flatten": "SELECT size(flatten(array_repeat(a, 20000))) FROM " + NUMBERS.format(10000) + ";",
    "transform": "SELECT size(transform(a, x -> v)) FROM " + NUMBERS.format(1000000) + ";",
    "transform with concat": "SELECT size(transform(a, x -> concat(v, x))) FROM " + NUMBERS.format(10000) + ";",
    "array_reduce": "SELECT length(array_reduce(a, '', (s, x) -> concat(s, v), s -> s)) FROM "
    + NUMBERS.format(1000)
    + ";",
    "str_to_map": "SELECT size(str_to_map(v, '')) FROM (SELECT repeat('a=b,', 20000) AS v) t;",
}


@measures_memory
@pytest.mark.parametrize("kind", STATEMENTS)
def test_memory_stays_below_twice_the_limit(shell, kind):
    script = f"SET paisql.memory_limit={LIMIT_MB}MB; {STATEMENTS[kind]}"
    done = subprocess.run(
        [sys.executable, "-c", PEAK, *shell.command("-e", script)],
        capture_output=True,
        text=True,
        check=False,
        timeout=TIMEOUT,
    )
    status, peak = done.stdout.split()[-2:]
    assert int(peak) < MOST_KB, done.stderr[-500:]
    assert int(status) == 0 or "FAILED: ODPS-0121135" in done.stderr or "longer than 2 MB" in done.stderr, done.stderr


# A process of its own for each, since the peak is that of all children there were.
PEAK = """
import resource, subprocess, sys
status = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL).returncode
print(status, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
"""
