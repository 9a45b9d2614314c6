"""gather_tree, the operator of tf.contrib.seq2seq's beam search, made of TensorFlow's own."""

from tensorflow.python.framework import dtypes, ops
from tensorflow.python.ops import array_ops, functional_ops, math_ops


def gather_tree(step_ids, parent_ids, max_sequence_lengths, end_token, name=None):
    """The beams that end in each beam of the last step, followed back through their parents.

    step_ids, parent_ids   int32 [time, batch, beam]
    max_sequence_lengths   int32 [batch]: what stands after it is end_token
    end_token              int32 scalar; whatever follows the first of a beam is end_token, too

    Gives int32 [time, batch, beam]. A parent that is not a beam is an error when it runs.
    """
    with ops.name_scope(name, "gather_tree", [step_ids, parent_ids]):
        step_ids = ops.convert_to_tensor(step_ids, dtypes.int32)
        parent_ids = ops.convert_to_tensor(parent_ids, dtypes.int32)
        shape = array_ops.shape(step_ids)
        inside = array_ops.sequence_mask(max_sequence_lengths, shape[0])  # [batch, time]
        inside = array_ops.transpose(inside)[:, :, None]
        inside = math_ops.logical_and(inside, array_ops.ones_like(step_ids, dtypes.bool))
        end = array_ops.fill(shape[1:], end_token)
        own = array_ops.zeros_like(end) + math_ops.range(shape[2])

        def step(followed, now):
            _, beam = followed
            ids, parents, is_inside = now
            chosen = array_ops.gather(ids, beam, batch_dims=1)
            parent = array_ops.gather(parents, beam, batch_dims=1)
            return (array_ops.where_v2(is_inside, chosen, end), array_ops.where_v2(is_inside, parent, beam))

        beams, _ = functional_ops.scan(step, (step_ids, parent_ids, inside), initializer=(end, own), reverse=True)
        ended = math_ops.cast(math_ops.equal(beams, end_token), dtypes.int32)
        ended_before = math_ops.cumsum(ended, axis=0, exclusive=True) > 0
        result = array_ops.where_v2(ended_before, end_token, beams)
        result.set_shape(step_ids.shape)
        return result
