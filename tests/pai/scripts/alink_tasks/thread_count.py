"""Which threads a piece of work starts, whatever others begin and end beside it."""

import os

_OF_ALLOCATOR = "jemalloc_bg_thd"  # that of pyarrow's, which begins when it likes


def threads():
    """The ids of this process' threads, as a set."""
    found = set()
    for thread in os.listdir("/proc/self/task"):
        try:
            with open("/proc/self/task/%s/comm" % thread, encoding="utf-8") as stream:
                if stream.read().strip() != _OF_ALLOCATOR:
                    found.add(thread)
        except OSError:
            pass  # it has ended
    return found
