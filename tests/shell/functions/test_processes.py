"""What users' functions do to their processes, and what the owner of the process sees of it."""

import os
import select

import pytest
from function_worker import Failure, FunctionWorker
from paisql.workers import framing

HEAD = "import os, signal, sys\n"


def module(**bodies):
    """A module with a class for each name, whose evaluate(self, a) has the body."""
    return HEAD + "".join(
        "class %s:\n    def evaluate(self, a):\n        %s\n" % (name, body.replace("\n", "\n        "))
        for name, body in bodies.items()
    )


@pytest.fixture
def worker(tmp_path):
    made = []

    def make(**bodies):
        made.append(FunctionWorker(tmp_path, {"f.py": module(**bodies)}))
        return made[-1]

    yield make
    for one in made:
        one.close()


def open_all(owner, signature, *names):
    return [owner.open("f." + name, signature) for name in names]


def has_ended(pid, within=0):
    """Whether a process has ended; waits for its end so many seconds."""
    try:
        watch = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watch], [], [], within)[0])
    finally:
        os.close(watch)


# A child of a child, in a session of its own, that has lost its parent.
LEAVES = """
read_end, write_end = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        os.write(write_end, str(os.getpid()).encode())
        os.closerange(0, 64)
        signal.pause()
    os._exit(0)
os.wait()
return int(os.read(read_end, 20))
"""


@pytest.mark.parametrize("end", ["os._exit(3)", "os.kill(os.getpid(), 9)", "os.abort()", None])
def test_what_a_function_leaves_ends_with_its_process(worker, end):
    leaves = worker(Leaves=LEAVES.strip(), Ends=end or "pass")
    [pid] = leaves.open("f.Leaves", "bigint->bigint").evaluate([1])
    assert not has_ended(pid)
    if end is None:
        leaves.process.send_signal(10)  # SIGUSR1, as the owner asks for the end
    else:
        with pytest.raises(framing.Closed):
            leaves.open("f.Ends", "bigint->bigint").evaluate([1])
    status = leaves.process.wait(20)
    assert status == {"os._exit(3)": 3, "os.abort()": -6}.get(end, -9)
    assert has_ended(pid, 20)


def test_processes_that_fork_again_and_again_end_with_it(worker):
    code = "os.setpriority(os.PRIO_PROCESS, 0, 19)\nif os.fork() == 0:\n    for _ in range(40):\n        os.fork() or os.fork() or signal.pause()\nreturn os.getpgid(0)"
    forks = worker(Forks=code)
    [group] = forks.open("f.Forks", "bigint->bigint").evaluate([1])
    forks.process.send_signal(10)
    forks.process.wait(20)
    with pytest.raises(ProcessLookupError):
        os.killpg(group, 0)


HARMLESS = {
    "Closes": ("os.close(3) if False else os.closerange(3, 100)\nreturn a", None),
    "Prints": ("os.write(1, b'from C\\n')\nreturn a", "from C\n"),
    "Shuts": ("sys.stdout.close()\nsys.stderr.close()\nreturn a", None),
    "Replaces": ("sys.stdout = sys.stderr = None\nreturn a", None),
    "Moves": ("os.chdir('/')\nreturn a", None),
    "Threads": ("import threading\nthreading.Thread(target=signal.sigwait, args=([10],)).start()\nreturn a", None),
    "Returns": ("if os.fork() == 0:\n    return a + 1\nos.wait()\nreturn a", None),
    "Spawns": ("import subprocess\nsubprocess.run(['true'], check=True)\nreturn a", None),
    "Pools": ("import multiprocessing\np = multiprocessing.get_context('fork').Process(target=int)\np.start()\np.join()\nreturn a", None),
    "Handles": ("for n in (2, 10, 15):\n    signal.signal(n, signal.SIG_IGN)\nreturn a", None),
}  # fmt: skip


def test_what_does_not_disturb(worker):
    odd = worker(**{name: body for name, (body, _) in HARMLESS.items()})
    for name, (_, printed) in HARMLESS.items():
        one = odd.open("f." + name, "bigint->bigint")
        assert one.evaluate([5]) == [5], name
        if printed:
            assert printed in odd.output()


RAISE = {
    "sys.exit(4)": ("SystemExit", "4"),
    "raise KeyboardInterrupt": ("KeyboardInterrupt", ""),
    "raise GeneratorExit('g')": ("GeneratorExit", "g"),
    "raise StopIteration": ("RuntimeError", "the function raised StopIteration"),
    "return self.evaluate(a)": ("RecursionError", "maximum recursion depth exceeded"),
    "os.write(3, b'x')": ("OSError", "[Errno 9] Bad file descriptor"),
    "raise type('E', (BaseException,), {'__str__': lambda self: 1})": ("E", ""),
    "return [][a]": ("IndexError", "list index out of range"),
    "import nothing_of_this_name": ("ModuleNotFoundError", "No module named 'nothing_of_this_name'"),
}


def test_what_raises_says_which_row_and_the_process_goes_on(worker):
    names = {"R%d" % at: "if a != 7: return a\n" + body for at, body in enumerate(RAISE)}
    odd = worker(Same="return a", **names)
    same = odd.open("f.Same", "bigint->bigint")
    for at, (kind, words) in enumerate(RAISE.values()):
        with pytest.raises(Failure) as error:
            odd.open("f.R%d" % at, "bigint->bigint").evaluate([1, None, 7, 7])
        told = error.value.told
        assert (told["type"], told["row"]) == (kind, 2), told
        assert told["words"].startswith(words), told
        assert same.evaluate([3]) == [3]
