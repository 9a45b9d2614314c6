"""intraOpParallelism in tasks of all kinds, each a child of this process, which has imported TensorFlow.

Arguments: the settings of a task as JSON, and the folder of a SavedModel with the inputs a and b.
"""

import json
import os
import sys
import traceback

import tensorflow as tf
from cases import case, main
from thread_count import threads

SETTINGS, MODEL = json.loads(sys.argv[1]), sys.argv[2]
TOLD = "told.json"

# What a script finds: the number that TensorFlow tells, and how many threads its first operation has started.
SCRIPT = """
import json
import tensorflow as tf
from thread_count import threads

def tell(asked, compute):
    before = threads()
    compute()
    with open(%r, "w") as stream:
        json.dump([asked, len(threads() - before)], stream)

def product(session):
    session.run(tf.matmul(tf.ones([300, 300]), tf.ones([300, 300])))

def main(config):
%s
"""
EAGER = """
    tell(tf.config.threading.get_intra_op_parallelism_threads(), lambda: tf.matmul(tf.ones([300, 300]), tf.ones([300, 300])))
"""
SESSION = """
    import tensorflow.compat.v1 as v1
    v1.disable_v2_behavior()
    tell(tf.config.threading.get_intra_op_parallelism_threads(), lambda: product(v1.Session()))
"""
RUN_CONFIG = """
    from akdl.engine import run_config
    import tensorflow.compat.v1 as v1
    made = run_config.generate_run_config(log_step_count_steps=1).session_config
    assert run_config.generate_run_config(intra_op_parallelism_threads=9).session_config.intra_op_parallelism_threads == 9
    tell(made.intra_op_parallelism_threads, lambda: product(v1.Session(config=made)))
"""
DNN = """
    from akdl.models.tf.dnn import dnn_train
    import tensorflow.compat.v1 as v1
    config.user_params.update(batch_size="1", num_epochs="1")
    train_config = dnn_train.configs(config, [], "label", None, "long")[1]
    made = dnn_train.classifier(config, [], train_config).config.session_config
    tell(made.intra_op_parallelism_threads, lambda: product(v1.Session(config=made)))
"""


def in_child(function):
    """What function() has written to TOLD, in a child of this process."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            function()
            status = 0
        except BaseException:  # noqa: BLE001  a child that fails must not go on as its parent
            traceback.print_exc()
        os._exit(status)
    assert os.waitpid(child, 0)[1] == 0
    with open(TOLD, encoding="utf-8") as stream:
        return json.load(stream)


def check(function):
    """function(threads) tells of two and of seven, and with seven there are five threads more."""
    (two, some), (seven, more) = (in_child(lambda: function(number)) for number in (2, 7))
    assert [two, seven, more - some] == [2, 7, 5], (two, some, seven, more)


def task(text, kind="batch"):
    with open("main.py", "w", encoding="utf-8") as stream:
        stream.write(SCRIPT % (os.path.abspath(TOLD), text))

    def run(threads):
        from paisql.alink_run import task

        os.environ["PAISQL_ALINK"] = json.dumps(dict(SETTINGS, kind=kind, intra_op=threads))
        task._run(json.loads(os.environ["PAISQL_ALINK"]))

    check(run)


@case
def operations_of_a_script_use_as_many():
    os.environ["TF_NUM_INTRAOP_THREADS"] = "3"  # of the machine, not of the component
    task(EAGER)
    task(SESSION)


@case
def estimators_of_akdl_use_as_many():
    task(RUN_CONFIG)
    task(DNN)


@case
def a_keras_component_uses_as_many():
    from akdl.models.tf.keras_sequential import keras_sequential_main
    from paisql.alink_run import keras

    given = dict(
        SETTINGS, kind="regressor", tensor="id", label="id", layers=[], optimizer="Adam()", epochs=1,
        batch_size=1, best_only=False, best_metric="loss", patience=0, remove_checkpoints=True,
    )

    def tell(config):
        before = threads()
        asked = tf.config.threading.get_intra_op_parallelism_threads()
        tf.matmul(tf.ones([300, 300]), tf.ones([300, 300]))
        with open(TOLD, "w", encoding="utf-8") as stream:
            json.dump([asked, len(threads() - before)], stream)
        os._exit(0)  # there is no model

    def run(number):
        keras_sequential_main.main = tell
        keras._run(dict(given, threads=number))

    check(run)


@case
def a_predictor_uses_as_many():
    def run(number):
        from paisql.alink_models import choices

        before = threads()
        choices.open_task(
            {
                "kind": "saved_model", "path": MODEL, "place": MODEL, "signature": "serving_default",
                "tag": "serve", "threads": number, "schema": "y double", "selected": ["a", "b"],
                "inputs": None, "outputs": None, "reserved": [], "batch": None, "axes": None, "nulls": "error",
            },
            None,
            os.getcwd(),
        )
        with open(TOLD, "w", encoding="utf-8") as stream:
            json.dump([number, len(threads() - before)], stream)

    check(run)


main()
