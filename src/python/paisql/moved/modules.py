"""Modules that TensorFlow 2.15 keeps in another place: the finder that knows them.

tensorflow.python.keras is a case of its own. In TensorFlow 1.15 it is what tf.keras consists of; in
2.15 it is a second, frozen Keras whose classes tf.keras does not know as its own. So for scripts it
stands for the package keras again, and tensorflow.python.layers for what tf.layers consists of.
"""

import importlib.abc
import importlib.util
import os
import sys

from paisql.imports import alias_modules, other_finders

_KERAS = "tensorflow.python.keras"
_LAYERS = {
    "tensorflow.python.layers." + name: name for name in ("base", "convolutional", "core", "normalization", "pooling")
}
_API = "keras.api._v1.keras"
_SOURCE = "keras.src"

# Parts of tensorflow.python.keras that are called differently now: {name: below keras.src}.
_KERAS_PARTS = {
    "engine.network": "engine.functional",
    "engine.training_arrays": "engine.training_arrays_v1",
    "engine.training_distributed": "engine.training_distributed_v1",
    "engine.training_eager": "engine.training_eager_v1",
    "engine.training_generator": "engine.training_generator_v1",
    "layers.advanced_activations": "layers.activation",
    "layers.dense_attention": "layers.attention.base_dense_attention",
    "layers.embeddings": "layers.core.embedding",
    "layers.local": "layers.locally_connected",
    "layers.merge": "layers.merging",
    "layers.normalization": "layers.normalization.batch_normalization",
    "layers.normalization_v2": "layers.normalization.batch_normalization",
    "layers.recurrent": "layers.rnn",
    "layers.recurrent_v2": "layers.rnn",
    "layers.convolutional_recurrent": "layers.rnn",
    "layers.cudnn_recurrent": "layers.rnn",
    "layers.rnn_cell_wrapper_v2": "layers.rnn.cell_wrappers",
    "layers.wrappers": "layers.rnn.base_wrapper",
    "layers.legacy_rnn.rnn_cell_impl": "layers.rnn.legacy_cells",
    "layers.legacy_rnn.rnn_cell_wrapper_impl": "layers.rnn.legacy_cell_wrappers",
    "optimizer_v2": "optimizers.legacy",
    "optimizer_v2.learning_rate_schedule": "optimizers.schedules.learning_rate_schedule",
    "premade": "premade_models",
    "premade.linear": "premade_models.linear",
    "premade.wide_deep": "premade_models.wide_deep",
    "legacy_tf_layers": "legacy_tf_layers",
}

# {module: module today, or the modules that have its names today}
MODULES = {
    "tensorflow.examples.tutorials.mnist.mnist": "paisql.moved.digits_model",
    "tensorflow.python.estimator.canned.boosted_trees": "paisql.moved.trees",
    "tensorflow_estimator.python.estimator.canned.boosted_trees": "paisql.moved.trees",
    "tensorflow.python.data.experimental.ops.threadpool": "paisql.moved.gone",
    "tensorflow.python.data.experimental.ops.threading_options": "tensorflow.python.data.ops.options",
    "tensorflow.python.data.experimental.ops.optimization_options": ("tensorflow.python.data.ops.options"),
    "tensorflow.python.distribute.distribution_strategy_context": ("tensorflow.python.distribute.distribute_lib"),
    "tensorflow.python.profiler.profile_context": "paisql.moved.gone",
    "tensorflow.python.training.distribution_strategy_context": ("tensorflow.python.distribute.distribute_lib"),
    "tensorflow.python.training.distribute": "tensorflow.python.distribute.distribute_lib",
    "tensorflow.python.distribute.all_reduce": "tensorflow.python.distribute.cross_device_utils",
    "tensorflow.python.eager.execution_callbacks": "paisql.moved.gone",
    "tensorflow.python.feature_column.dense_features": "keras.src.feature_column.dense_features",
    "tensorflow.python.feature_column.dense_features_v2": ("keras.src.feature_column.dense_features_v2"),
    "tensorflow.python.framework.tensor_like": "tensorflow.python.types.core",
    "tensorflow.keras.wrappers": "keras.wrappers",
    "tensorflow.keras.wrappers.scikit_learn": "keras.wrappers.scikit_learn",
    "tensorflow.python.keras.wrappers": "keras.wrappers",
    "tensorflow.python.keras.wrappers.scikit_learn": "keras.wrappers.scikit_learn",
    "tensorflow.python.ops.losses.loss_reduction": "keras.src.utils.losses_utils",
    "tensorflow.python.ops.rnn_cell": (
        "keras.src.layers.rnn.legacy_cells",
        "keras.src.layers.rnn.legacy_cell_wrappers",
    ),
    "tensorflow.python.ops.rnn_cell_impl": (
        "keras.src.layers.rnn.legacy_cells",
        "keras.src.layers.rnn.legacy_cell_wrappers",
        "paisql.moved.modules.first_rnn_cell_impl",
        "tensorflow.contrib.rnn.python.ops.core_rnn_cell",
    ),
    "tensorflow.python.ops.rnn_cell_wrapper_impl": "keras.src.layers.rnn.legacy_cell_wrappers",
    "tensorflow.python.platform.parameterized": "absl.testing.parameterized",
    "tensorflow.python.training.tracking": ("tensorflow.python.trackable",),
    "tensorflow.python.training.tracking.base": "tensorflow.python.trackable.base",
    "tensorflow.python.training.tracking.data_structures": ("tensorflow.python.trackable.data_structures"),
    "tensorflow.python.training.tracking.graph_view": "tensorflow.python.checkpoint.graph_view",
    "tensorflow.python.training.tracking.layer_utils": "tensorflow.python.trackable.layer_utils",
    "tensorflow.python.training.tracking.python_state": "tensorflow.python.trackable.python_state",
    "tensorflow.python.training.tracking.tracking": (
        "tensorflow.python.trackable.autotrackable",
        "tensorflow.python.trackable.resource",
        "tensorflow.python.trackable.asset",
    ),
    "tensorflow.python.training.tracking.util": (
        "tensorflow.python.checkpoint.checkpoint",
        "tensorflow.python.checkpoint.util",
    ),
    "tensorflow.python.training.saving.functional_saver": ("tensorflow.python.checkpoint.functional_saver"),
    "tensorflow.tools.graph_transforms": "paisql.moved.gone",
    "tensorflow.python.util.compat_internal": "tensorflow.python.util.compat",
    "tensorflow_estimator.python.estimator.keras": "tensorflow_estimator.python.estimator.keras_lib",
}

# Kept sources (paisql.contrib.kept) of other parts: {module: below the folder of them}
KEPT = {
    "tensorflow.examples": "examples/__init__.py",
    "tensorflow.examples.tutorials": "examples/tutorials/__init__.py",
    "tensorflow.examples.tutorials.mnist": "examples/tutorials/mnist/__init__.py",
    "tensorflow.examples.tutorials.mnist.input_data": "examples/tutorials/mnist/input_data.py",
    "tensorflow.python.ops.distributions.transformed_distribution": (
        "python/ops/distributions/transformed_distribution.py"
    ),
    "keras.wrappers": "python/keras/wrappers/__init__.py",
    "keras.wrappers.scikit_learn": "python/keras/wrappers/scikit_learn.py",
}

_ESTIMATOR = "tensorflow_estimator"
_OLD_ESTIMATOR = "tensorflow.python.estimator"
_TOPS = ("tensorflow.", "keras.wrappers", _ESTIMATOR + ".")

# What tensorflow.python.ops.rnn_cell_impl was, for the names that Keras has no use for.
first_rnn_cell_impl = None


def _keras_target(name):
    """Where the part `name` of tensorflow.python.keras is: a chain of modules."""
    if not name:
        return (_API, _SOURCE, _SOURCE + ".engine")
    part = _SOURCE + "." + _KERAS_PARTS.get(name, name)
    top = name.partition(".")[0]
    if name.startswith("optimizer_v2.") and name not in _KERAS_PARTS:
        return (part.replace(".optimizer_v2.", ".optimizers.legacy."),)
    if top == "utils" and "." in name:
        return (part, _API + ".utils")
    if top in ("engine", "utils", "saving", "distribute", "legacy_tf_layers"):
        return (part,) if "." in name else (part, _API + "." + name)
    if top == "layers":
        return (_API + ".layers", part)
    return (_API + "." + name, part)


class Finder(importlib.abc.MetaPathFinder):
    """Finds the modules of the tables, and those kept sources that stand outside of tf.contrib."""

    def __init__(self, real):
        self._real = real
        self._searched = set()

    def find_spec(self, fullname, path=None, target=None):
        if not fullname.startswith(_TOPS):
            return None
        if fullname in MODULES:
            return alias_modules.spec_for(fullname, MODULES[fullname])
        if fullname in KEPT:
            return _kept_spec(fullname, KEPT[fullname])
        # Each part by its own name: loaded below the old one, its classes would be others than tf.estimator's.
        if (fullname + ".").startswith(_OLD_ESTIMATOR + "."):
            part = fullname[len(_OLD_ESTIMATOR) :]
            return alias_modules.spec_for(fullname, _ESTIMATOR + ".python.estimator" + part)
        if fullname.startswith(_ESTIMATOR + ".contrib"):
            return _kept_tree(fullname)
        if fullname.startswith(_ESTIMATOR + "."):
            return self._with_real_tensorflow(fullname, path)
        if fullname == _KERAS or fullname.startswith(_KERAS + "."):
            return alias_modules.spec_for(fullname, _keras_target(fullname[len(_KERAS) + 1 :]))
        if fullname in _LAYERS:
            return alias_modules.spec_for(fullname, _SOURCE + ".legacy_tf_layers." + _LAYERS[fullname])
        return None

    def _with_real_tensorflow(self, fullname, path):
        """tf.estimator is written for TensorFlow 2, whose names it takes from `import tensorflow`."""
        if fullname in self._searched:  # another finder that asks all finders, this one too
            return None
        self._searched.add(fullname)
        try:
            return other_finders.spec_of(self, self._load_and_rebind, fullname, path)
        finally:
            self._searched.discard(fullname)

    def _load_and_rebind(self, loader, module):
        loader.exec_module(module)
        if vars(module).get("tf") is sys.modules["tensorflow"]:
            module.tf = self._real


def _kept_spec(fullname, place):
    from paisql.contrib import kept

    folder = kept.folder()
    if folder is None:
        return None
    path = os.path.join(folder, place)
    return importlib.util.spec_from_file_location(
        fullname,
        path,
        loader=kept.SourceLoader(fullname, path),
        submodule_search_locations=([os.path.dirname(path)] if path.endswith("__init__.py") else None),
    )


def _kept_tree(fullname):
    """tensorflow_estimator.contrib, as the package of TensorFlow 1.15's time has it."""
    from paisql.contrib import kept

    place = "estimator/" + fullname.replace(".", "/")
    folder = kept.folder() or ""
    for end in ("/__init__.py", ".py"):
        if os.path.exists(os.path.join(folder, place + end)):
            return _kept_spec(fullname, place + end)
    return None


def _forget(name):
    """Takes a module, and what is below it, from where import statements look."""
    for loaded in [key for key in sys.modules if key == name or key.startswith(name + ".")]:
        parent, _, last = loaded.rpartition(".")
        vars(sys.modules[parent]).pop(last, None) if parent in sys.modules else None
        del sys.modules[loaded]


def install(real):
    """real: the module of TensorFlow 2. Puts the finder in front, and forgets what TensorFlow has loaded of what it replaces.

    TensorFlow's own modules keep what they have imported.
    """
    global first_rnn_cell_impl  # pylint: disable=global-statement
    first_rnn_cell_impl = sys.modules.get("tensorflow.python.ops.rnn_cell_impl")
    for name in (_KERAS, *_LAYERS, "tensorflow.python.ops.rnn_cell_impl"):
        _forget(name)
    sys.meta_path.insert(0, Finder(real))
