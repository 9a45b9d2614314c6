"""Old places of names: a module of TensorFlow 2.15 gives them through its __getattr__."""

from paisql.imports import after_import, alias_modules

_PYTHON = "tensorflow.python."

# module, mostly below tensorflow.python: {module with the names today: names, `old=new` when renamed}
MOVED = {
    "keras.api._v1.keras": {"keras": "wrappers"},
    "data.ops.dataset_ops": {"data.ops.options": "Options AutotuneAlgorithm"},
    "data.ops.iterator_ops": {"data.ops.iterator_ops": "IteratorV2=OwnedIterator"},
    "data.util.nest": {"data.util.nest": "is_sequence=is_nested"},
    "distribute.input_lib": {"distribute.v1.input_lib": "DatasetIterator InputFunctionIterator"},
    "distribute.parameter_server_strategy": {
        "distribute.parameter_server_strategy": "ParameterServerStrategy=ParameterServerStrategyV1"
    },
    "distribute.values": {
        "distribute.distribute_utils": "is_distributed_variable regroup select_replica update_regroup value_container",
        "distribute.ps_values": "AggregatingVariable",
    },
    "eager.backprop": {"eager.def_function": "function"},
    "eager.context": {
        "eager.context": "in_eager_mode=executing_eagerly",
        "paisql.moved.gone": "in_graph_mode list_devices",
    },
    "eager.function": {
        "paisql.moved.gone": "defun defun_with_attributes",
        "eager.polymorphic_function.polymorphic_function": "Function",
    },
    "feature_column.feature_column_v2": {
        "feature_column.feature_column_v2_types": "FeatureColumn",
        "keras.src.feature_column.dense_features": "DenseFeatures",
        "keras.src.premade_models.linear": "LinearModel",
    },
    "feature_column.sequence_feature_column": {"keras.src.feature_column.sequence_feature_column": "SequenceFeatures"},
    "framework.common_shapes": {
        "paisql.moved.gone": "call_cpp_shape_fn no_outputs scalar_shape unchanged_shape",
        "framework.tensor_shape": "unknown_shape",
    },
    "framework.graph_util": {"paisql.moved.gone": "convert_variables_to_constants"},
    "framework.graph_util_impl": {"paisql.moved.gone": "convert_variables_to_constants"},
    "framework.op_def_registry": {"paisql.moved.gone": "get_registered_ops register_op_list"},
    "framework.ops": {
        "framework.indexed_slices": "IndexedSlices IndexedSlicesValue "
        "convert_n_to_tensor_or_indexed_slices convert_to_tensor_or_indexed_slices "
        "internal_convert_n_to_tensor_or_indexed_slices "
        "internal_convert_to_tensor_or_indexed_slices",
        "framework.stack": "default_session",
        "framework.tensor": "Tensor TensorSpec disable_tensor_equality enable_tensor_equality",
        "framework.tensor_conversion": "convert_to_tensor_v2",
        "framework.tensor_conversion_registry": "register_tensor_conversion_function",
        "framework.ops": "NoGradient=no_gradient NotDifferentiable=no_gradient "
        "internal_convert_to_tensor=convert_to_tensor",
        "paisql.moved.gone": "RegisterShape register_dense_tensor_like_type set_shapes_for_outputs",
    },
    "framework.tensor_shape": {"paisql.moved.gone": "scalar vector matrix"},
    "framework.tensor_spec": {"framework.tensor": "TensorSpec BoundedTensorSpec=TensorSpec"},
    "framework.tensor_util": {"ops.shape_util": "maybe_set_static_shape shape_tensor"},
    "ops.array_ops": {"ops.array_ops_stack": "stack unstack"},
    "ops.control_flow_ops": {
        "ops.cond": "cond cond_for_tf_v2",
        "ops.control_flow_assert": "Assert",
        "ops.control_flow_case": "case case_v2",
        "ops.control_flow_switch_case": "switch_case",
        "ops.while_loop": "while_loop while_loop_v2",
        "tensorflow.python.ops": "cond_v2 while_v2",
    },
    "ops.functional_ops": {"ops.gen_functional_ops": "partitioned_call", "ops.map_fn": "map_fn"},
    "ops.gradients_util": {"eager.backprop_util": "IsTrainable"},
    "ops.gradients_impl": {"eager.backprop_util": "IsTrainable"},
    "ops.linalg.linear_operator_util": {
        "ops.linalg_ops": "cholesky_solve_with_broadcast=cholesky_solve "
        "matrix_triangular_solve_with_broadcast=matrix_triangular_solve"
    },
    "ops.math_ops": {"ops.bincount_ops": "bincount bincount_v1"},
    "ops.nn_impl": {
        "ops.nn_impl_distribute": "compute_average_loss scale_regularization_loss",
        "ops.nn_impl": "l2_normalize_v2=l2_normalize",
    },
    "ops.random_ops": {"ops.random_crop_ops": "random_crop"},
    "ops.summary_op_util": {"paisql.moved.gone": "skip_summary"},
    "ops.summary_ops_v2": {"paisql.moved.gone": "create_db_writer"},
    "ops.variable_scope": {
        "ops.ref_variable": "default_variable_creator",
        "ops.resource_variable_ops": "default_variable_creator_v2",
        "ops.variable_v1": "variable=VariableV1",
    },
    "ops.variables": {
        "ops.ref_variable": "RefVariable default_variable_creator",
        "ops.state_ops": "is_variable_initialized",
        "ops.variable_v1": "VariableV1",
    },
    **{
        module: {"client._pywrap_events_writer": "EventsWriter", "training.py_checkpoint_reader": "NewCheckpointReader"}
        for module in ("pywrap_tensorflow", "pywrap_tensorflow_internal")
    },
    "saved_model.utils_impl": {
        "saved_model.path_helpers": "get_assets_dir get_or_create_assets_dir "
        "get_or_create_variables_dir get_variables_dir get_variables_path"
    },
    "tpu.tpu": {"tpu.tpu_replication": "TPUReplicateContext outside_compilation _TPU_REPLICATE_ATTR"},
    "tpu.tpu_strategy_util": {"distribute.cluster_resolver.tpu.tpu_cluster_resolver": "initialize_tpu_system"},
    "util.nest": {"util.nest": "is_sequence=is_nested is_sequence_or_composite=is_nested_or_composite"},
    "util.tf_export": {"paisql.moved.gone": "estimator_export keras_export"},
}


def targets(rows):
    """{old name: path of what it is today} of {module: names}, `old=new` when renamed, `old=.` the module."""
    found = {}
    for module, listed in rows.items():
        for name in listed.split():
            old, _, new = name.partition("=")
            found[old] = module if new == "." else module + "." + (new or old)
    return found


def _full_name(module):
    return module if (module + ".").startswith(_TOPS) else _PYTHON + module


_TOPS = ("keras.", "paisql.", "tensorflow.")


def add(module, targets):
    """Gives a module a __getattr__ for {old name: path of what it is}, before the one that it may have."""
    own = vars(module).get("__getattr__")

    def find(name):
        if name in targets:
            value = alias_modules.resolve(targets[name])
            setattr(module, name, value)
            return value
        if own is not None:
            return own(name)
        raise AttributeError("module %r has no attribute %r" % (module.__name__, name))

    module.__getattr__ = find


def install():
    """Each module of the table gets its old names now, or when it is imported."""
    for name, rows in MOVED.items():
        found = targets({_full_name(module): listed for module, listed in rows.items()})
        after_import.run(_full_name(name), lambda module, found=found: add(module, found))
