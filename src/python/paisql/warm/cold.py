"""What each judge of a warm start raises, in this folder: the process becomes a cold one."""


class Cold(Exception):
    """Why a process is started cold."""


def reason_of(error):
    """Any exception as the reason for a cold start."""
    return str(error) if isinstance(error, Cold) else "%s: %s" % (type(error).__name__, error)
