import tensorflow as tf


class Doubler(tf.Module):
    def __init__(self):
        super().__init__()
        self.factor = tf.Variable(2.0)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def __call__(self, x):
        return {"y": self.factor * x}


def main(task_config):
    assert task_config.latest_ckpt_dir is None and task_config.task_type == "chief"
    tf.saved_model.save(Doubler(), task_config.saved_model_dir)
