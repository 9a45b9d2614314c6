"""The packages of a requirements.txt, in an environment of their own below the home.

A script's archive may bring a requirements.txt. What it asks for beyond the packages that this
Python has is installed once, into <home>/environments/<hash>, and found by every process of every
job with the same list; nothing is installed into the Python itself. The hash is that of the list,
of the files that it names, and of this Python. The processes of a job wait for the first one.

TensorFlow and what it is made with stay those of this Python: such lines are left out, which is
said, and pip gets their versions as constraints.

A confined job (paisql.start.confine) may read its environment and write no other. So before a process
confines itself, a child of it that may write there, and in the job's folder, reads the list and
installs: pip runs what packages bring along, and a list may name files of other folders.
"""

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys

from paisql.start import confine, requirements_list, requirements_nearest

_MARKER = "complete"
_HASH = re.compile("[0-9a-f]{20}")
# What pip says when no server answers.
_OFFLINE = (
    "Temporary failure in name resolution",
    "Name or service not known",
    "Failed to establish a new connection",
    "Network is unreachable",
    "Connection refused",
    "ConnectTimeoutError",
    "ReadTimeoutError",
    "ProxyError",
    "No route to host",
)
# What pip says, and what it means. All that it says stands in the log before the error.
_REASONS = (
    (
        ("ResolutionImpossible", "conflicting dependencies"),
        "its packages ask for versions that exclude each other, or exclude what TensorFlow needs",
    ),
    (
        ("DO NOT MATCH THE HASHES", "--require-hashes"),
        "a package is not the one whose hash the list has, or has no hash in it",
    ),
    (
        ("Failed building wheel", "subprocess-exited-with-error", "Failed to build"),
        "a package comes as source and cannot be built here; a version with a wheel can be used",
    ),
    (("is not a supported wheel",), "a wheel is made for another machine or another Python"),
    (("Invalid requirement",), "a line of it is not a name of a package with a version"),
    (("No space left on device",), "the disk is full"),
    (("Permission denied",), "a folder may not be written"),
)
_CONFLICT = re.compile(r"The conflict is caused by:\n((?:[ \t]+\S.*\n?)+)")
_NOTHING_FOUND = re.compile(r"No matching distribution found for (.+)")


def provide():
    """Makes the packages of the job's requirements.txt importable; called as a process starts.

    Ends the process with a named error where they cannot be had.
    """
    with _named_errors():
        path = _list_path()
        wanted = requirements_list.read(path)
        if wanted.lines:
            folder = os.path.join(_environments(), _hash(path, wanted))
            _fill_once(folder, lambda: _fill(path, wanted, folder))
            version = "python%d.%d" % sys.version_info[:2]
            _add_folder(os.path.join(folder, "lib", version, "site-packages"))


def install_for_confined():
    """Has the environment of a job that is going to be confined ready, and readable for it."""
    with _named_errors():
        name = confine.in_child(_hash_of_list, [(_environments(), False)])
        if not _HASH.fullmatch(name):
            return
        folder = os.path.join(_environments(), name)
        writable = [(folder, True), *((path, False) for path in _paths_of_pip())]
        _fill_once(folder, lambda: confine.in_child(lambda: _fill_named(folder), writable))
        os.environ["PAISQL_CONFINE"] += "ro %s\n" % folder


@contextlib.contextmanager
def _named_errors():
    try:
        yield
    except (requirements_list.RequirementsError, OSError) as error:
        # A traceback through Python's own start would say less.
        print("RequirementsError: %s" % error, file=sys.stderr, flush=True)
        os._exit(1)


def _list_path():
    return os.path.join(os.environ["PAISQL_JOB"], "work", os.environ["PAISQL_REQUIREMENTS"])


def _environments():
    return os.path.join(os.path.dirname(os.environ["PAISQL_OSS_ROOT"]), "environments")


def _fill_once(folder, fill):
    """Has an empty folder filled, once."""
    if os.path.exists(os.path.join(folder, _MARKER)):
        return
    os.makedirs(os.path.dirname(folder), mode=0o700, exist_ok=True)
    with _lock(folder + ".lock"):
        if not os.path.exists(os.path.join(folder, _MARKER)):
            shutil.rmtree(folder, ignore_errors=True)
            os.makedirs(folder)
            fill()


def _fill(path, wanted, folder):
    for line in wanted.left_out:
        _say("requirements.txt: %s is left out: TensorFlow and its parts stay as they are" % line)
    _say("installing the packages of requirements.txt, once: " + ", ".join(wanted.names))
    _install(path, wanted, folder)
    with open(os.path.join(folder, _MARKER), "w", encoding="utf-8") as stream:
        stream.write("\n".join(wanted.lines) + "\n")


def _hash_of_list():
    """In a confined child: the environment's name, "" when the list asks for nothing."""
    with _named_errors():
        wanted = requirements_list.read(_list_path())
        return _hash(_list_path(), wanted) if wanted.lines else ""


def _fill_named(folder):
    """In a confined child: fills the folder, whose name is to be that of the list."""
    with _named_errors():
        path = _list_path()
        wanted = requirements_list.read(path)
        if _hash(path, wanted) != os.path.basename(folder):
            raise requirements_list.RequirementsError("requirements.txt has changed meanwhile")
        _fill(path, wanted, folder)
    return ""


def _paths_of_pip():
    """Folders and files that pip's own variables name."""
    names = ("PIP_FIND_LINKS", "PIP_CONFIG_FILE", "PIP_CERT")
    words = [word for name in names for word in os.environ.get(name, "").split()]
    paths = [word[len("file://") :] if word.startswith("file://") else word for word in words]
    return [path for path in paths if os.path.isabs(path)]


def _hash(path, wanted):
    digest = hashlib.sha256()
    pins = "strict" if requirements_nearest.is_strict() else ""
    for text in (sys.version, sys.prefix, pins, *wanted.lines, *requirements_list.constraints()):
        digest.update(text.encode() + b"\0")
    for name in requirements_list.local_files(path, wanted):
        with open(name, "rb") as stream:
            digest.update(name[len(os.path.dirname(path)) :].encode() + stream.read())
    return digest.hexdigest()[:20]


@contextlib.contextmanager
def _lock(path):
    with open(path, "w", encoding="utf-8") as stream:
        fcntl.flock(stream, fcntl.LOCK_EX)
        yield


def _say(text):
    print("paisql: " + text, file=sys.stderr, flush=True)


def _install(path, wanted, folder):
    import venv

    # One that sees this Python's packages but can change none of them: pip leaves alone what lies
    # outside its environment.
    venv.EnvBuilder(symlinks=True).create(folder)
    own = os.path.join(folder, "lib", "python%d.%d" % sys.version_info[:2], "site-packages")
    with open(os.path.join(own, "_paisql.pth"), "w", encoding="utf-8") as stream:
        stream.write("".join(entry + "\n" for entry in _package_folders()))
    _write_lines(os.path.join(folder, "constraints.txt"), requirements_list.constraints())

    def pip(arguments):
        return _run_pip(path, folder, arguments)

    status, output = _install_lines(folder, wanted.lines, pip)
    if status != 0 and not requirements_nearest.is_strict() and not _is_offline(output):
        lines = requirements_nearest.lines_with_nearest(wanted.lines, pip, _say)
        if lines != wanted.lines:
            status, output = _install_lines(folder, lines, pip)
    if status != 0:
        print(output, file=sys.stderr, flush=True)
        raise requirements_list.RequirementsError(_reason(output, wanted))
    # The packages of this Python are on the script's path by themselves, and after these.
    os.remove(os.path.join(own, "_paisql.pth"))


def _write_lines(path, lines):
    with open(path, "w", encoding="utf-8") as stream:
        stream.write("".join(line + "\n" for line in lines))


def _install_lines(folder, lines, pip):
    _write_lines(os.path.join(folder, "list.txt"), lines)
    return pip(["install", "-r", os.path.join(folder, "list.txt")])


def _run_pip(path, folder, arguments):
    """(status, all that it says) of pip in the environment, with the versions of what stays as it is."""
    constraints = ["-c", os.path.join(folder, "constraints.txt")] if arguments[0] == "install" else []
    done = subprocess.run(
        [
            os.path.join(folder, "bin", "python"),
            *("-m", "pip", "--disable-pip-version-check", "--no-input", *arguments, *constraints),
        ],
        cwd=os.path.dirname(path),
        env=_pip_environment(),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout


def _is_offline(output):
    return any(words in output for words in _OFFLINE)


def _package_folders():
    ends = ("site-packages", "dist-packages")
    return [entry for entry in sys.path if os.path.basename(entry) in ends]


def _pip_environment():
    """Without what makes the child a process of the job; with little patience for a dead network."""
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PAISQL_", "PYTHON"))}
    environment.setdefault("PIP_RETRIES", "1")
    environment.setdefault("PIP_DEFAULT_TIMEOUT", "15")
    return environment


def _reason(output, wanted):
    missing = _NOTHING_FOUND.search(output)
    cure = "a folder of wheels serves, too: PIP_FIND_LINKS names it, and PIP_NO_INDEX=1 uses nothing else"
    if _is_offline(output):
        return "requirements.txt (%s) is not installed: no package index answers; %s" % (", ".join(wanted.names), cure)
    if missing:
        return "requirements.txt is not installed: nothing brings %s for Python %d.%d; %s" % (
            missing[1].strip(),
            *sys.version_info[:2],
            cure,
        )
    if "No module named pip" in output:
        return "requirements.txt is not installed: %s has no pip" % sys.executable
    for words, reason in _REASONS:
        if any(word in output for word in words):
            return "requirements.txt (%s) is not installed: %s%s" % (
                ", ".join(wanted.names),
                reason,
                _who_collide(output, wanted),
            )
    return "requirements.txt (%s) is not installed; pip's output is above" % ", ".join(wanted.names)


def _who_collide(output, wanted):
    """The lines of the list that pip names where versions exclude each other, and what excludes them."""
    found = _CONFLICT.search(output)
    if found is None:
        return ""
    said = [" ".join(line.split()) for line in found[1].strip().splitlines()]
    asked = {re.sub(r"^The user requested ", "", line) for line in said}
    lines = [line for line in wanted.lines if any(line.replace(" ", "").startswith(one) for one in asked)]
    where = "; the line %s" % ", ".join("'%s'" % line for line in lines) if lines else ""
    return "%s (%s)" % (where, "; ".join(said))


def _add_folder(packages):
    """In front of this Python's own packages, and after the script's folders."""
    import site

    before = list(sys.path)
    site.addsitedir(packages)
    added = [entry for entry in sys.path if entry not in before]
    first = next((index for index, entry in enumerate(before) if entry in _package_folders()), len(before))
    sys.path[:] = before[:first] + added + before[first:]
