"""Calls all of task_config.tf_context as scripts of flink-ai-extended do; its rows are those that it read."""

import json
import os

import tensorflow.compat.v1 as tf


def fails(kind, text, function):
    try:
        function()
    except kind as error:
        assert text in str(error), error
        return
    raise AssertionError("nothing was refused")


def check_facts(context):
    assert context.get_role_name() == context.roleName == "worker"
    assert context.get_index() == context.index == 1 and context.identity == "worker-1"
    assert context.get_role_parallelism_map() == context.roleParallelism == {"worker": 3, "ps": 1}
    assert context.get_failed_num() == 0 and context.funcName == "main"
    assert os.path.basename(context.userScript) == "main.py" and os.path.isfile(context.userScript)
    assert context.get_property("ALINK:num_workers") == "3" == context.properties["ALINK:num_workers"]
    assert context.properties["Alink:dl_ports"] == "1,2,3,99"
    assert context.properties.get("nix", 5) == 5
    assert context.get_property("ALINK:entry_func") == "main"
    assert context.get_property("ALINK:env_version") == "TF231"
    assert os.path.isdir(context.get_property("ALINK:python_env"))
    told = json.loads(context.get_property("sys:input_tf_example_config"))
    assert told == {"names": ["id", "s"], "types": ["INT_64", "STRING"], "objectType": "ROW"}
    told = json.loads(context.get_property("sys:output_tf_example_config"))
    assert told == {"names": ["id"], "types": ["INT_64"], "objectType": "ROW"}
    fails(KeyError, "no property 'nix' here; it has ALINK:", lambda: context.get_property("nix"))


def check_cluster(context, config):
    # The chief is worker 0 of TensorFlow's own cluster.
    hosts = ["127.0.0.1:%d" % port for port in (1, 2, 3)]
    assert context.get_tf_cluster() == {"worker": hosts, "ps": ["127.0.0.1:99"]}
    assert context.to_tf_cluster(context.properties["cluster"]) == context.get_tf_cluster()
    assert tf.train.ClusterSpec(context.get_tf_cluster()).num_tasks("worker") == 3
    os.environ.pop("TF_CONFIG")
    cluster, kind, index = context.export_estimator_cluster()
    assert (cluster, kind, index) == (config.cluster, "worker", 0)
    assert json.loads(os.environ["TF_CONFIG"]) == {
        "cluster": cluster,
        "task": {"type": "worker", "index": 0},
    }


def check_refusals(context):
    fails(AttributeError, "belongs to Flink's process beside a script", lambda: context.stub)
    fails(AttributeError, "no attribute 'nix'; it has ", lambda: context.nix)
    fails(AttributeError, "Flink's process", lambda: context.get_finish_workers())
    assert not hasattr(context, "channel")
    fails(Exception, "by task_config.output_writer", context.to_java)
    fails(Exception, "a list of one tensor", lambda: context.output_writer_op([]))
    context.stop_job()


def pass_rows(context, config):
    # Rows by a path, and back by an operation of a graph: one, and two at once.
    assert context.from_java() == config.dataset_file
    with tf.Graph().as_default(), tf.Session() as session:
        dataset = tf.data.TFRecordDataset(context.from_java()).batch(2)
        step = tf.data.make_one_shot_iterator(dataset).get_next()
        given = tf.placeholder(tf.string)
        write, close = context.output_writer_op([given])
        while True:
            try:
                records = session.run(step)
            except tf.errors.OutOfRangeError:
                break
            session.run(write, {given: records if len(records) > 1 else records[0]})
        session.run(close)


def main(config):
    check_facts(config.tf_context)
    check_cluster(config.tf_context, config)
    check_refusals(config.tf_context)
    pass_rows(config.tf_context, config)
