"""tf.train.AdamAsyncOptimizer of the platform: Adam for workers that do not wait for each other.

Adam counts steps for all variables at once; here each variable has its own powers of beta1 and beta2,
which lie beside it, so that workers of a cluster need nothing of another server for them. A sparse
gradient changes the rows that it names and no others.
"""

from tensorflow.python.framework import indexed_slices, ops
from tensorflow.python.ops import array_ops, control_flow_ops, math_ops
from tensorflow.python.training import gen_training_ops, optimizer


class AdamAsyncOptimizer(optimizer.Optimizer):
    """Arguments as those of tf.train.AdamOptimizer.

    apply_sparse_rmsprop  sparse gradients are applied as RMSProp with momentum does
    """

    def __init__(
        self,
        learning_rate=0.001,
        beta1=0.9,
        beta2=0.999,
        epsilon=1e-8,
        use_locking=False,
        apply_sparse_rmsprop=False,
        name="AdamAsync",
    ):
        super().__init__(use_locking, name)
        self._given = {"lr": learning_rate, "beta1": beta1, "beta2": beta2, "epsilon": epsilon}
        self._by_rmsprop = apply_sparse_rmsprop
        self._tensors = {}

    def _create_slots(self, var_list):
        for variable in var_list:
            self._zeros_slot(variable, "m", self._name)
            self._zeros_slot(variable, "v", self._name)
            for power in ("beta1", "beta2"):
                first = ops.convert_to_tensor(self._call_if_callable(self._given[power]), variable.dtype.base_dtype)
                self._get_or_make_slot(variable, first, power + "_power", self._name)

    def _prepare(self):
        for name, value in self._given.items():
            self._tensors[name] = ops.convert_to_tensor(self._call_if_callable(value), name=name)

    def _numbers(self, dtype):
        """The learning rate, beta1, beta2, epsilon."""
        return [math_ops.cast(tensor, dtype.base_dtype) for tensor in self._tensors.values()]

    def _state_of(self, variable):
        return [self.get_slot(variable, name) for name in ("m", "v", "beta1_power", "beta2_power")]

    def _step_is_done(self, variable, updates):
        """Ends a step of one variable: its powers grow when the updates that read them are made."""
        _, beta1, beta2, _ = self._numbers(variable.dtype)
        _, _, power1, power2 = self._state_of(variable)
        with ops.control_dependencies(updates):
            grown = [
                power.assign(power * beta, use_locking=self._use_locking)
                for power, beta in ((power1, beta1), (power2, beta2))
            ]
        return control_flow_ops.group(*updates, *grown)

    def _apply_dense(self, grad, var):
        m, v, power1, power2 = self._state_of(var)
        update = gen_training_ops.apply_adam(
            var, m, v, power1, power2, *self._numbers(var.dtype), grad, use_locking=self._use_locking
        )
        return self._step_is_done(var, [update.op])

    def _resource_apply_dense(self, grad, handle):
        m, v, power1, power2 = self._state_of(handle)
        update = gen_training_ops.resource_apply_adam(
            handle.handle,
            m.handle,
            v.handle,
            power1.read_value(),
            power2.read_value(),
            *self._numbers(handle.dtype),
            grad,
            use_locking=self._use_locking,
        )
        return self._step_is_done(handle, [update])

    def _apply_sparse(self, grad, var):
        return self._resource_apply_sparse(grad.values, var, grad.indices)

    def _resource_apply_sparse(self, grad, handle, indices):
        rate, beta1, beta2, epsilon = self._numbers(handle.dtype)
        m, v, power1, power2 = self._state_of(handle)
        squares = beta2 * array_ops.gather(v, indices) + (1 - beta2) * math_ops.square(grad)
        if self._by_rmsprop:
            moments = beta1 * array_ops.gather(m, indices) + rate * grad * math_ops.rsqrt(squares + epsilon)
            change = moments
        else:
            moments = beta1 * array_ops.gather(m, indices) + (1 - beta1) * grad
            rate = rate * math_ops.sqrt(1 - power2) / (1 - power1)
            change = rate * moments / (math_ops.sqrt(squares) + epsilon)

        def rows(values):
            return indexed_slices.IndexedSlices(values, indices)

        with ops.control_dependencies([change]):
            updates = [
                m.scatter_update(rows(moments), use_locking=self._use_locking),
                v.scatter_update(rows(squares), use_locking=self._use_locking),
                handle.scatter_sub(rows(change), use_locking=self._use_locking),
            ]
        return self._step_is_done(handle, updates)
