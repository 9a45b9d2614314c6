"""Makes TensorFlow's command line flags as tolerant as the platform has them.

The platform passes --tables, --outputs and so on to scripts that define only some of them, and
scripts read FLAGS.checkpointDir without a DEFINE. So a flag that only the platform knows never ends
the script, and reading one that is not defined gives its text on the command line, or "".
A flag that the user invented is treated as strictly as TensorFlow and absl treat it.
"""

import sys

PLATFORM_FLAGS = (
    "tables",
    "outputs",
    "buckets",
    "checkpointDir",
    "volumes",
    "ps_hosts",
    "worker_hosts",
    "job_name",
    "task_index",
)


def _value_on_command_line(name):
    for argument in sys.argv[1:]:
        if argument.startswith("--" + name + "="):
            return argument[len(name) + 3 :]
    return None


def _without_undefined_platform_flags(argv, flag_values):
    undefined = tuple("--%s=" % name for name in PLATFORM_FLAGS if name not in flag_values)
    return [text for text in argv if not (undefined and text.startswith(undefined))]


def be_tolerant():
    """Changes absl's and TensorFlow's FLAGS for this process; called once."""
    from absl import flags as absl_flags
    from tensorflow.python.platform import flags as tensorflow_flags

    strict_parse = absl_flags.FlagValues.__call__

    def parse(self, argv, known_only=False):
        return strict_parse(self, _without_undefined_platform_flags(argv, self), known_only)

    absl_flags.FlagValues.__call__ = parse

    # TensorFlow 1.12 did not register absl's own flags, and scripts define some of these names.
    for name in (
        "log_dir",
        "v",
        "verbosity",
        "logger_levels",
        "stderrthreshold",
        "alsologtostderr",
    ):
        if name in absl_flags.FLAGS:
            absl_flags.FLAGS[name].allow_override = True

    def read(self, name):
        wrapped = self.__dict__["__wrapped"]
        if name == "_parse_flags":  # TensorFlow 1.4 and before
            return lambda: wrapped(sys.argv, known_only=True)
        if not wrapped.is_parsed():
            wrapped(sys.argv, known_only=True)
        try:
            return wrapped.__getattr__(name)
        except AttributeError:
            value = _value_on_command_line(name)
            if value is None and name in PLATFORM_FLAGS:
                value = ""
            if value is None:
                raise
            return value

    type(tensorflow_flags.FLAGS).__getattr__ = read
