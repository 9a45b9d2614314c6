"""Waits for what other processes write into a folder, as the kernel tells it."""

import ctypes
import os
import select
import time

_MODIFIED, _MOVED_HERE, _CREATED = 0x2, 0x80, 0x100
_CLOSE_ON_EXEC, _NON_BLOCKING = os.O_CLOEXEC, os.O_NONBLOCK

_libc = ctypes.CDLL(None, use_errno=True)


class FolderChanges:
    """Of the files of a folder that is there."""

    def __init__(self, folder):
        self._descriptor = _libc.inotify_init1(_CLOSE_ON_EXEC | _NON_BLOCKING)
        watch = _libc.inotify_add_watch(self._descriptor, os.fsencode(folder), _MODIFIED | _MOVED_HERE | _CREATED)
        assert self._descriptor >= 0 and watch >= 0, os.strerror(ctypes.get_errno())

    def until(self, holds, seconds):
        """What holds() gives, once it is true; it is asked again after each change."""
        deadline = time.monotonic() + seconds
        while True:
            found = holds()
            if found:
                return found
            left = deadline - time.monotonic()
            if left <= 0:
                raise TimeoutError("nothing came in %d seconds" % seconds)
            if select.select([self._descriptor], [], [], left)[0]:
                os.read(self._descriptor, 1 << 16)

    def close(self):
        os.close(self._descriptor)


def await_end(pid, seconds):
    """Returns when the process has ended, whoever its parent is."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return
    try:
        if not select.select([watched], [], [], seconds)[0]:
            raise TimeoutError("process %d has not ended in %d seconds" % (pid, seconds))
    finally:
        os.close(watched)
