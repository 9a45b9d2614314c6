"""Confines a process of a job to the folders that it needs (SET paisql.job.confine=true).

begin() asks the kernel's Landlock for it, through system calls that no library has yet: from then on
this process, and all that it starts, can open nothing outside of

    the job's folder, and the folders in which its output tables are staged    to read and write
    the rows of queries that it reads                                           to read
    the buckets of the statement, tables and resources of the home, volumes     as $PAISQL_CONFINE has
    Python, the packages of sys.path, programs and settings of the machine      to read and run
    /dev                                                                        to read and write

Temporary files go into the job's folder, which also is $HOME: libraries keep settings there, and one
that may not look fails. What is open already stays open, and the network is as it
was. A kernel that cannot do it ends the process with a message: a job that asks to be confined must not run
unconfined.
"""

import ctypes
import glob
import json
import os
import struct
import sys

from paisql.job import own_files

# include/uapi/linux/landlock.h; the numbers of the calls are the same on x86-64 and arm64.
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1
_SET_NO_NEW_PRIVILEGES = 38

_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1, 2, 4, 8
_TRUNCATE, _CONTROL_DEVICE = 1 << 14, 1 << 15
_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_OF_FILES = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _CONTROL_DEVICE
# Every right that a version of Landlock knows.
_RIGHTS = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
_NEWEST_RIGHTS = (1 << 16) - 1

_SYSTEM = "/bin /sbin /lib /lib32 /lib64 /usr /opt /etc /proc /sys /run /var/lib /var/cache /nix".split()

_LIBRARIES = "examples input_wait models oss_fs oss_remote tensors".split()

_libc = ctypes.CDLL(None, use_errno=True)


class NotConfined(Exception):
    """The kernel cannot confine the process; says why."""


def _call(*arguments):
    result = _libc.syscall(*[ctypes.c_long(a) if isinstance(a, int) else a for a in arguments])
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result


def folders(environment):
    """What the process may open beside the machine's own: [(path, to write as well)]."""
    job = environment["PAISQL_JOB"]
    chosen = [(job, True)]
    for name in glob.glob(os.path.join(glob.escape(job), "outputs", "*.json")):
        with open(name, encoding="utf-8") as stream:
            chosen.append((json.load(stream)["staging"], True))
    for name in glob.glob(os.path.join(glob.escape(job), "inputs", "*.json")):
        with open(name, encoding="utf-8") as stream:
            entry = json.load(stream)
        if entry.get("query"):
            chosen.extend((file["path"], False) for file in entry["files"])
            if entry.get("parts"):
                chosen.append((os.path.dirname(entry["parts"]), False))
    for line in environment["PAISQL_CONFINE"].splitlines():
        right, _, path = line.partition(" ")
        chosen.append((path, right == "rw"))
    programs = [sys.prefix, sys.base_prefix, environment.get("PAISQL_OSS_PLUGIN", "")]
    # Our libraries stand beside this package's folder (paisql.tables.table_source, paisql.monitoring.step_time).
    # By their names: a process that is confined and begins anew may not list the folder any more.
    programs += [os.path.join(own_files.LIBRARIES, "libpaisql_%s.so" % name) for name in _LIBRARIES]
    return chosen + [(path, False) for path in programs + sys.path if os.path.isabs(path)]


def _allow(ruleset, path, rights):
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return  # what is not there needs no permission
    try:
        if not os.path.isdir("/proc/self/fd/%d" % descriptor):
            rights &= _OF_FILES
        rule = ctypes.create_string_buffer(struct.pack("=Qi", rights, descriptor))
        _call(_ADD_RULE, ruleset, _PATH_BENEATH, rule, 0)
    finally:
        os.close(descriptor)


def confine(chosen):
    """Restricts this thread, and those that it starts, to `chosen` and the machine's own folders."""
    try:
        version = _call(_CREATE_RULESET, None, 0, _ASK_VERSION)
    except OSError as error:
        raise NotConfined(
            "this kernel has no Landlock (%s); SET paisql.job.confine=false; runs the job without" % error.strerror
        ) from error
    every_right = _RIGHTS.get(version, _NEWEST_RIGHTS)
    attributes = ctypes.create_string_buffer(struct.pack("=Q", every_right))
    ruleset = _call(_CREATE_RULESET, attributes, 8, 0)
    try:
        for path in _SYSTEM:
            _allow(ruleset, path, _READ)
        _allow(ruleset, "/dev", every_right)
        for path, writes in chosen:
            _allow(ruleset, path, every_right if writes else _READ)
        _call_prctl()
        _call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _call_prctl():
    if _libc.prctl(_SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0) != 0:
        raise NotConfined("the system does not let a process give up privileges")


def begin(more=()):
    """Confines this process of a job; it ends where that cannot be done. Before other threads.

    more: further folders, as folders() gives them.
    """
    temporary = os.path.join(os.environ["PAISQL_JOB"], "tmp")
    try:
        chosen = folders(os.environ)
        for path, writes in chosen:
            if writes:
                os.makedirs(path, exist_ok=True)  # a bucket that is made by its first use
        os.makedirs(temporary, exist_ok=True)
        os.environ["TMPDIR"] = os.environ["HOME"] = temporary
        confine(chosen + list(more))
    except (NotConfined, OSError) as error:
        sys.stderr.write("paisql: the job cannot be confined: %s\n" % error)
        sys.stderr.flush()
        os._exit(1)


def in_child(function, more):
    """What function() gives, a text, when a confined child of this process calls it.

    more: folders that the child may open beside those of the job. Where the child fails, this
    process ends with it. Before other threads.
    """
    read_end, write_end = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(read_end)
        begin(more)
        with os.fdopen(write_end, "w", encoding="utf-8") as stream:
            stream.write(function())
        sys.stderr.flush()
        os._exit(0)
    os.close(write_end)
    with os.fdopen(read_end, encoding="utf-8") as stream:
        text = stream.read()
    _, status = os.waitpid(child, 0)
    if status != 0:
        os._exit(1)
    return text
