"""System calls that Python has no function for."""

import ctypes
import os
import signal

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_libc = ctypes.CDLL(None, use_errno=True)
_libc.fopen.restype = ctypes.c_void_p
_libc.fopen.argtypes = (ctypes.c_char_p, ctypes.c_char_p)


def die_with_parent(parent):
    """SIGKILL when the parent, whose number this is, has ended; also when it has already."""
    if _libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    if os.getppid() != parent:
        os._exit(127)


def adopt_orphans():
    """Those below this process whose parents end become its children, also after an exec."""
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def open_file(path):
    """A C FILE of the path, closed by exec; None when it cannot be opened."""
    return _libc.fopen(os.fsencode(path), b"rbe")


def default_signals():
    """As a process has them that was started by the supervisor; Python ignores two by itself."""
    for number in signal.valid_signals():
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, signal.SIG_DFL)


def move_descriptors(places):
    """Makes descriptor places[n] the number n, for all n, whatever their numbers were."""
    highest = max(list(places) + [2])
    away = {}
    for number, descriptor in places.items():
        copy = os.dup(descriptor)
        while copy <= highest:
            copy = os.dup(descriptor)
        away[number] = copy
    for number, copy in away.items():
        os.dup2(copy, number)
    return highest


def close_from(lowest, keep=-1):
    """Closes all descriptors from a number on, but one."""
    for name in os.listdir("/proc/self/fd"):
        if int(name) >= lowest and int(name) != keep:
            # The folder's own is closed already.
            os.closerange(int(name), int(name) + 1)


def write_process_title(command, room_name, entries):
    """What /proc shows of this process: its command, and entries of its environment.

    The kernel reads both from where they stood when the program was started. The command takes the
    place of the old one; the entries take that of a variable which is there to make room.
    """
    with open("/proc/self/stat", "rb") as stream:
        fields = stream.read().rsplit(b") ", 1)[1].split()
    arguments, arguments_end, environment, environment_end = (int(text) for text in fields[45:49])
    if not 0 < arguments < arguments_end <= environment < environment_end:
        return
    _overwrite(arguments, arguments_end - arguments, command)
    block = ctypes.string_at(environment, environment_end - environment)
    start = (b"\0" + block).find(b"\0" + room_name.encode() + b"=")
    if start >= 0:
        end = block.index(b"\0", start)
        _overwrite(environment + start, end - start, entries)


def _overwrite(address, room, texts):
    data = b"".join(os.fsencode(text) + b"\0" for text in texts)[: room - 1]
    ctypes.memmove(address, data.ljust(room, b"\0"), room)
