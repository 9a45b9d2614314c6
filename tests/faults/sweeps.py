"""Which calls are made to fail: the lists of cases for kills and for failing calls."""

import os
import random

from cases import KINDS, SPARK
from homes import clone, run
from interposer import Fault, Interposer
from judge import Case

# Opening a home is swept as a part of these; for the others the sweep begins after it.
WHOLE = {"insert_overwrite", "create_table", "open_new", "migrate", "sweep"}

# What fails, in which calls, and whether also all calls after it. A lock that is refused for good
# is one that somebody else holds: the program waits for it as long as it may.
FAILURES = [
    ("EIO", "write,sync,truncate,rename", (False, True)),
    ("ENOSPC", "write,sync,truncate,mkdir,open,rename", (False, True)),
    ("EACCES", "open,mkdir,rename,unlink", (False, True)),
    ("EMFILE", "open", (False, True)),
    ("EIO", "read,map,unlink", (False, True)),
    ("ENOLCK", "lock", (False,)),
    ("short", "write", (False, True)),
]


def opening_calls(judge):
    """The calls of a session that does nothing."""
    home = judge.folder + "/opening"
    clone(judge.bases / "filled", home)
    counting = Interposer(judge.folder, home, Fault(), trace=True)
    run(home, "SET x=1;", environment=counting.environment())
    return counting.calls()


def common_start(one, other):
    for number, (left, right) in enumerate(zip(one, other)):
        if left != right:
            return number
    return min(len(one), len(other))


def all_cases(judge, kinds, sort):
    """Every case of "kill" or "fail", in an order that any first part of covers all kinds."""
    opening = opening_calls(judge)
    cases = []
    for kind in kinds:
        _, traces = judge.learn(kind)
        for shared, trace in enumerate(traces):
            start = 0 if kind.name in WHOLE else common_start(trace, opening)
            cases += (kills if sort == "kill" else failures)(kind, trace, start, bool(shared))
    random.Random(11).shuffle(cases)
    return cases


def beside(shared, at):
    """The other session writes after each second fault."""
    return ("shared", "writes")[at % 2] if shared else "alone"


def kills(kind, trace, start, shared):
    return [Case(kind.name, Fault("kill", at), beside(shared, at)) for at in range(start + 1, len(trace) + 1)]


def clocks(kinds, count):
    """Kills at random times of a statement's life."""
    chance = random.Random(12)
    cases = []
    for _ in range(count):
        kind = chance.choice(kinds)
        cases.append(
            Case(kind.name, Fault("clock", chance.randrange(1, 150)), chance.choice(["alone", "shared", "writes"]))
        )
    return cases


def failures(kind, trace, start, shared):
    cases = []
    for deed, classes, lasting in FAILURES:
        wanted = classes.split(",")
        numbers = [number for number, (name, _) in enumerate(trace) if name in wanted]
        first = sum(number < start for number in numbers) + 1
        for at in range(first, len(numbers) + 1):
            for forever in lasting:
                cases.append(Case(kind.name, Fault(deed, at, classes, forever), beside(shared, at)))
    return cases


def of_names(names):
    """Without those for which there is no client of Spark."""
    found = [kind for kind in KINDS if not names or kind.name in names]
    return found if os.path.exists(SPARK) else [kind for kind in found if not kind.spark]
