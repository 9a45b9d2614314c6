"""Arguments and methods of TensorFlow 1.x and its platform that TensorFlow 2.15 does not take."""

import functools

from paisql.imports import after_import

# Protocols between servers that builds of TensorFlow have had beside gRPC. All speak gRPC here.
_PROTOCOLS = ("grpc++", "grpc+gdr", "grpc+mpi", "grpc+seastar", "grpc+verbs", "star", "star_server")

# How the platform's own SyncReplicasOptimizer gathers sparse gradients: the sums are the same.
_SPARSE_ACCUMULATORS = ("raw", "hash", "multi_map", "list", "parallel")

# Modules that had the estimators of boosted trees.
_HAD_TREES = (
    "tensorflow.estimator",
    "tensorflow_estimator.python.estimator.api._v1.estimator",
    "tensorflow_estimator.python.estimator.estimator_lib",
)


def _speak_grpc(module):
    """tf.train.Server(protocol="grpc++") and a ServerDef that names such a protocol."""
    find = module._make_server_def  # pylint: disable=protected-access

    @functools.wraps(find)
    def make_server_def(server_or_cluster_def, job_name, task_index, protocol, config):
        if protocol in _PROTOCOLS:
            protocol = "grpc"
        found = find(server_or_cluster_def, job_name, task_index, protocol, config)
        if found.protocol in _PROTOCOLS:
            found.protocol = "grpc"
        return found

    module._make_server_def = make_server_def


def _accept_old_arguments(module):
    """RunConfig(distribute=strategy), which became train_distribute, and the protocols."""
    make = module.RunConfig.__init__

    @functools.wraps(make)
    def make_config(self, *arguments, **named):
        if "distribute" in named:
            strategy = named.pop("distribute")
            if named.get("train_distribute") is None:
                named["train_distribute"] = strategy
        if getattr(named.get("train_distribute"), "is_plain_placement", False):
            named["train_distribute"] = None  # paisql.contrib.distribute
        if named.get("protocol") in _PROTOCOLS:
            named["protocol"] = "grpc"
        make(self, *arguments, **named)

    module.RunConfig.__init__ = make_config


def _accept_accumulators(module):
    """SyncReplicasOptimizer(sparse_accumulator_type="multi_map"), an argument of the platform."""
    make = module.SyncReplicasOptimizer.__init__

    @functools.wraps(make)
    def make_optimizer(self, *arguments, **named):
        kind = named.pop("sparse_accumulator_type", _SPARSE_ACCUMULATORS[0])
        if kind not in _SPARSE_ACCUMULATORS:
            raise ValueError("sparse_accumulator_type is %r, but one of %s" % (kind, ", ".join(_SPARSE_ACCUMULATORS)))
        make(self, *arguments, **named)

    module.SyncReplicasOptimizer.__init__ = make_optimizer


def _predict_classes(self, x, batch_size=32, verbose=0):
    """Sequential.predict_classes: the class of each sample."""
    found = self.predict(x, batch_size=batch_size, verbose=verbose)
    return found.argmax(axis=-1) if found.shape[-1] > 1 else (found > 0.5).astype("int32")


def _predict_proba(self, x, batch_size=32, verbose=0):
    """Sequential.predict_proba: what predict() gives."""
    return self.predict(x, batch_size=batch_size, verbose=verbose)


def _add_predictions(module):
    for function in (_predict_classes, _predict_proba):
        name = function.__name__[1:]
        if not hasattr(module.Sequential, name):
            setattr(module.Sequential, name, function)


def _name_missing_trees(module):
    from paisql.moved import trees

    for each in trees.CLASSES:
        if not hasattr(module, each.__name__):
            setattr(module, each.__name__, each)


def install():
    """Changes each module when it is imported, or now."""
    after_import.run("tensorflow.python.training.server_lib", _speak_grpc)
    after_import.run("tensorflow_estimator.python.estimator.run_config", _accept_old_arguments)
    after_import.run("tensorflow.python.training.sync_replicas_optimizer", _accept_accumulators)
    after_import.run("keras.src.engine.sequential", _add_predictions)
    for name in _HAD_TREES:
        after_import.run(name, _name_missing_trees)
