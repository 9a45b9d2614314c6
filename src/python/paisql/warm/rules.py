"""When a process that imported TensorFlow before its job is as good as one that does so in it.

Each function raises Cold with the reason when it is not, or could not be.
"""

import ctypes
import os
import sys

from paisql.warm.cold import Cold
from paisql.warm.statement_rules import READ_LATE

# Takes room in the environment that /proc shows (system.write_process_title).
ROOM = "PAISQL_WARM_ROOM"

# Variables that may differ from those of the import, beside our own: nothing reads them before the
# script's first session, server or GPU. PYTHONPATH is judged by itself.
_LATE_VARIABLES = READ_LATE | {"no_grpc_proxy", "PYTHONPATH"}
_OURS = "PAISQL_"
_FACE = "PAISQL_FACE"
_REQUIREMENTS = "PAISQL_REQUIREMENTS"

_FIRST_NAMES = ("sitecustomize", "usercustomize")

_OPENBLAS_NAMES = [
    prefix + "openblas_%s_num_threads" + suffix for prefix in ("", "scipy_") for suffix in ("64_", "_64", "")
]


def _folder_stamps(folders):
    stamps = []
    for folder in folders:
        try:
            stamps.append(os.stat(folder).st_mtime_ns)
        except OSError:
            stamps.append(None)
    return stamps


class Import:
    """What the import of TensorFlow in this process was like."""

    def __init__(self, python, path, environment):
        """Before it. python: as this interpreter was called; path: sys.path of a script's."""
        self.python = python
        self.path = list(path)
        self.environment = dict(environment)
        self.environment.pop(ROOM, None)
        self.loaded = None  # names of modules, once it is done
        self.tops = None  # the packages they belong to
        # Modules that only a program of ours needs, and those of the warm process (paisql.warm.ahead).
        self.shelf, self.own_modules = {}, []
        self.missed = set()  # top names that it looked for and did not find
        self.printed = b""
        # What it does to the process beside loading modules.
        self.added_path = []
        self.set_variables = {}
        self._stamps = _folder_stamps(self.path)

    @property
    def own_folders(self):
        """How many entries of sys.path come from PYTHONPATH."""
        return len(_absolute_entries(self.environment.get("PYTHONPATH", "")))

    def note_modules(self, names):
        """After it: the names in sys.modules. A fork that went through them would copy their memory."""
        self.loaded = frozenset(names)
        self.tops = {name.partition(".")[0] for name in names}.union(_FIRST_NAMES)

    def note_changes(self, path, environment):
        """After it: sys.path and the environment as they are now."""
        if path[: len(self.path)] != self.path:
            raise Cold("importing tensorflow changes sys.path")
        self.added_path = path[len(self.path) :]
        before = dict(self.environment, **{ROOM: environment.get(ROOM)})
        if any(name not in environment for name in before):
            raise Cold("importing tensorflow removes variables of the environment")
        self.set_variables = {name: text for name, text in environment.items() if before.get(name) != text}

    def check_process(self, descriptors):
        """After it: whether a fork of this process has all that it would need.

        descriptors: those that are not the import's.
        """
        flags = sys.flags
        if flags.isolated or flags.ignore_environment or getattr(flags, "safe_path", False):
            raise Cold("Python runs isolated")
        if flags.inspect or flags.interactive:
            raise Cold("Python stays interactive")
        custom = sys.modules.get("sitecustomize")
        if getattr(custom, "hidden_ran", False) or "usercustomize" in sys.modules:
            raise Cold("this Python has a sitecustomize or usercustomize of its own")
        _check_descriptors(descriptors)
        _check_threads()

    def check_unchanged(self):
        for folder, before, now in zip(self.path, self._stamps, _folder_stamps(self.path)):
            if before != now:
                raise Cold("%s has changed since tensorflow was imported" % folder)


def _absolute_entries(python_path):
    entries = python_path.split(":") if python_path else []
    if not all(os.path.isabs(entry) for entry in entries):
        raise Cold("PYTHONPATH has entries that are not absolute paths")
    return list(dict.fromkeys(os.path.abspath(entry) for entry in entries))


def _check_descriptors(known):
    """A GPU's device, or anything else that the import has opened, belongs to this process alone."""
    for name in os.listdir("/proc/self/fd"):
        try:
            target = os.readlink("/proc/self/fd/" + name)
        except OSError:
            continue  # the one that listed the folder
        if int(name) not in known:
            raise Cold("importing tensorflow leaves %s open" % target)


def _openblas_libraries():
    """Each loaded OpenBLAS as the functions (get, set) for its number of threads."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as stream:
        paths = {line.split(None, 5)[5].rstrip("\n") for line in stream if "openblas" in line}
    libraries = []
    for path in sorted(paths):
        if not os.path.exists(path):
            continue
        library = ctypes.CDLL(path)
        for pattern in _OPENBLAS_NAMES:
            if hasattr(library, pattern % "get"):
                libraries.append([getattr(library, pattern % verb) for verb in ("get", "set")])
                break
    return libraries


def _check_threads():
    """Only this thread goes through a fork.

    OpenBLAS ends its threads before a fork and starts them again when it needs them. jemalloc's only
    gives memory back earlier than its callers would. Whatever else runs would be missing.
    """
    expected = 1
    for get_threads, _ in _openblas_libraries():
        expected += get_threads() - 1
    names = []
    for task in os.listdir("/proc/self/task"):
        with open("/proc/self/task/%s/comm" % task, encoding="utf-8") as stream:
            names.append(stream.read().strip())
    if len([name for name in names if name != "jemalloc_bg_thd"]) > expected:
        raise Cold("importing tensorflow starts threads: " + ", ".join(sorted(names)))


def check_folders(job_import, folders):
    """Whether a file of the job's own would have been imported instead of an installed module."""
    for folder in folders:
        for entry in os.scandir(folder):
            name = entry.name.partition(".")[0]
            if entry.name.endswith((".egg", ".egg-info", ".dist-info")):
                raise Cold("%s lies beside the script" % entry.name)
            # A folder without __init__.py comes after every other module of its name.
            plain_folder = entry.is_dir() and not os.path.exists(os.path.join(entry.path, "__init__.py"))
            importable = entry.is_dir() or entry.name.endswith((".py", ".pyc", ".so"))
            if importable and (name in job_import.missed or (name in job_import.tops and not plain_folder)):
                raise Cold("%s lies beside the script" % entry.name)


def check_environment(job_import, environment):
    """environment: the job's, a dictionary."""
    before = job_import.environment
    if _REQUIREMENTS in environment:
        raise Cold("the packages of its requirements.txt come first")
    for name in sorted(set(before) | set(environment)):
        if before.get(name) == environment.get(name) or name in _LATE_VARIABLES:
            continue
        if name.startswith(_OURS) and name != _FACE:
            continue
        raise Cold("the environment variable %s differs" % name)


def script_path(job_import, entry, environment):
    """sys.path as Python makes it for this script and this environment."""
    entries = _absolute_entries(environment.get("PYTHONPATH", ""))
    own = _absolute_entries(job_import.environment.get("PYTHONPATH", ""))
    others = own[1:]  # after paisql's own folder: the user's
    if entries[:1] != own[:1] or (others and entries[-len(others) :] != others):
        raise Cold("PYTHONPATH differs")
    rest = [path for path in job_import.path[len(own) :] if path not in entries]
    own_folder = os.path.dirname(os.path.realpath(entry))
    return [own_folder] + entries + rest + job_import.added_path


def check_memory(data_bytes):
    """A limit that the import itself may have met."""
    with open("/proc/self/status", encoding="utf-8") as stream:
        used = next(int(line.split()[1]) * 1024 for line in stream if line.startswith("VmData:"))
    if 0 < data_bytes < 2 * used:
        raise Cold("it may have little memory")


def share_cpus(environment, count):
    """Libraries that counted the CPUs when they were loaded count those that this process has now."""
    with open("/proc/self/maps", encoding="utf-8", errors="surrogateescape") as stream:
        maps = stream.read()
    # Learners say themselves how many threads they want.
    counted = environment.get(_FACE) != "learner"
    if counted and any(name in maps for name in ("libgomp", "libiomp", "libomp.", "libmkl")):
        raise Cold("it may use a part of the CPUs only")
    if any(name in environment for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")):
        return
    for _, set_threads in _openblas_libraries():
        set_threads(count)
