"""A process with a share of a card: what its sessions ask of the card's memory."""

from test_faces import script

SESSIONS = """
import tensorflow as tf
from tensorflow.python.eager import context

def fraction(config):
    return round(config.gpu_options.per_process_gpu_memory_fraction, 6)

own = tf.ConfigProto(gpu_options=tf.GPUOptions(per_process_gpu_memory_fraction=0.1))
print(fraction(tf.Session()._config))
print(fraction(tf.Session("", tf.Graph(), tf.ConfigProto())._config))
print(fraction(tf.Session(config=own)._config))
print(fraction(tf.InteractiveSession()._config))
with tf.train.MonitoredTrainingSession() as session:
    print(fraction(session._tf_sess()._config))
print(fraction(tf.train.Server.create_local_server().server_def.default_session_config))
print(fraction(context.context().config))
"""


def printed(job, text, **options):
    done = job.run(script(job, text), **options)
    assert done.returncode == 0, done.stderr
    return done.stdout.split()


def test_a_share_is_a_fraction_of_the_memory(job, monkeypatch):
    monkeypatch.setenv("PAISQL_GPU_SHARE", "25")
    assert printed(job, SESSIONS) == ["0.25", "0.25", "0.1", "0.25", "0.25", "0.25", "0.25"]


def test_tensorflow_2_takes_its_share(job, monkeypatch):
    monkeypatch.setenv("PAISQL_GPU_SHARE", "50")
    text = "import tensorflow as tf\nfrom tensorflow.python.eager import context\n"
    text += "print(tf.constant(1).numpy())\n"
    text += "print(context.context().config.gpu_options.per_process_gpu_memory_fraction)\n"
    assert printed(job, text, face="tensorflow2") == ["1", "0.5"]


def test_a_whole_card_is_left_as_it_is(job):
    assert printed(job, SESSIONS)[:3] == ["0.0", "0.0", "0.1"]


def test_eager_execution_with_a_config_takes_its_share(job, monkeypatch):
    monkeypatch.setenv("PAISQL_GPU_SHARE", "50")
    text = "import tensorflow as tf\nfrom tensorflow.python.eager import context\n"
    text += "tf.enable_eager_execution(config=tf.ConfigProto())\nprint(tf.constant(1).numpy())\n"
    text += "print(context.context().config.gpu_options.per_process_gpu_memory_fraction)\n"
    assert printed(job, text) == ["1", "0.5"]
