"""PAI-Soar (paisoar, tensorflow.contrib.pai_soar): can be imported, and says what to use instead."""

_INSTEAD = {
    "ReplicatedVarsOptimizer": "the optimizer itself for one worker",
    "Config": "tf.distribute.experimental.MultiWorkerMirroredStrategy, whose num_replicas_in_sync "
    "says how many there are",
}
_ELSE = "a cluster with parameter servers, or tf.distribute.experimental.MultiWorkerMirroredStrategy"


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    raise AttributeError("PAI-Soar's %s is not offered here: use %s" % (name, _INSTEAD.get(name, _ELSE)))
