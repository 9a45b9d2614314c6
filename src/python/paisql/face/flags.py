"""Makes TensorFlow's command line flags as tolerant as the platform has them.

The platform passes --tables, --outputs and so on to scripts that define only some of them, and
scripts read FLAGS.checkpointDir without a DEFINE. So a flag that only the platform knows never ends
the script. One that is not defined is absent, to hasattr() and to getattr() with a default, until the
script reads it: then it has the platform's value and type. A flag that the user invented is treated as
strictly as TensorFlow and absl treat it.
"""

import dis
import sys

# {flag: its type to the platform}
PLATFORM_FLAGS = {
    "tables": str,
    "outputs": str,
    "buckets": str,
    "checkpointDir": str,
    "volumes": str,
    "ps_hosts": str,
    "worker_hosts": str,
    "job_name": str,
    "task_index": int,
}


# Flags of scripts that ask for the size of their job, and the list of hosts that says it.
_COUNTS = {"ps_count": "ps_hosts", "psCount": "ps_hosts", "worker_count": "worker_hosts", "workerCount": "worker_hosts"}


def _with_counts(argv, flag_values):
    """The arguments with the counts that the script defines and the job did not give, in a distributed job."""
    argv = list(argv)
    for name, hosts in _COUNTS.items():
        value = _value_on_command_line(hosts)
        given = any(text.lstrip("-").partition("=")[0] == name for text in argv[1:])
        if value is not None and name in flag_values and not given:
            argv.insert(1, "--%s=%d" % (name, len([one for one in value.split(",") if one])))
    return argv


def _value_on_command_line(name):
    for argument in sys.argv[1:]:
        if argument.startswith("--" + name + "="):
            return argument[len(name) + 3 :]
    return None


def _undefined_value(name):
    """What an undefined flag is when it is read; AttributeError for one that the job did not give."""
    value, kind = _value_on_command_line(name), PLATFORM_FLAGS.get(name)
    if kind is not None:
        return kind(value) if value else kind()
    if value is None:
        raise AttributeError(name)
    return value


def _without_undefined_platform_flags(argv, flag_values):
    undefined = tuple("--%s=" % name for name in PLATFORM_FLAGS if name not in flag_values)
    return [text for text in argv if not (undefined and text.startswith(undefined))]


def _only_asks(frame):
    """Whether the frame looks for an attribute by hasattr(), or getattr() with a default."""
    before = [one for one in dis.get_instructions(frame.f_code) if one.offset <= frame.f_lasti]
    if not before or not before[-1].opname.startswith(("CALL", "PRECALL")):
        return False
    for one in reversed(before):
        if one.argval == "hasattr":
            return True
        if one.argval == "getattr":
            return before[-1].arg > 2
    return False


def be_tolerant():
    """Changes absl's and TensorFlow's FLAGS for this process; called once."""
    from absl import flags as absl_flags
    from tensorflow.python.platform import flags as tensorflow_flags

    strict_parse = absl_flags.FlagValues.__call__

    def parse(self, argv, known_only=False):
        known = _without_undefined_platform_flags(argv, self)
        return strict_parse(self, _with_counts(known, self), known_only)

    absl_flags.FlagValues.__call__ = parse

    # TensorFlow 1.12 did not register absl's own flags, and scripts define some of these names.
    for name in ("log_dir", "v", "verbosity", "logger_levels", "stderrthreshold", "alsologtostderr"):
        if name in absl_flags.FLAGS:
            absl_flags.FLAGS[name].allow_override = True

    taken = set()  # undefined flags that have been read

    def read(self, name):
        wrapped = self.__dict__["__wrapped"]
        if name == "_parse_flags":  # TensorFlow 1.4 and before
            return lambda: wrapped(sys.argv, known_only=True)
        # Parsed for what is not there, a flag that is defined later would keep its default.
        if not wrapped.is_parsed() and (name in wrapped or hasattr(type(wrapped), name)):
            wrapped(sys.argv, known_only=True)
        try:
            return wrapped.__getattr__(name)
        except AttributeError as error:
            if name not in taken and _only_asks(sys._getframe(1)):
                raise
            try:
                value = _undefined_value(name)
            except AttributeError:
                raise error from None
            taken.add(name)
            return value

    type(tensorflow_flags.FLAGS).__getattr__ = read
