"""tf.contrib and the old names around it, on real TensorFlow; and the table of what is offered."""

import json
import os
import re

import pyarrow as pa
import pytest
from conftest import SCRIPTS, case_names, run_cases
from fake_job import ROOT, FakeJob, arrow, columns

MEMBERS = os.path.join(os.path.dirname(__file__), "contrib_members.txt")
USED = os.path.join(os.path.dirname(__file__), "contrib_used.txt")
PAGE = os.path.join(ROOT, "docs", "pai-scripts.md")
BEGIN, END = "<!-- tf.contrib: begin -->\n", "<!-- tf.contrib: end -->\n"
LEAST = 0.85  # of the names

# Modules within parts that scripts import by their whole names.
DEEP = """
crf.python.ops.crf cudnn_rnn.python.layers.cudnn_rnn cudnn_rnn.python.ops.cudnn_rnn_ops
data.python.ops.batching data.python.ops.sliding data.python.ops.threadpool
distribute.python.mirrored_strategy distributions.python.ops.bijectors eager.python.tfe
estimator.python.estimator.early_stopping feature_column.python.feature_column.sequence_feature_column
framework.python.framework.checkpoint_utils framework.python.framework.tensor_util
framework.python.ops.arg_scope framework.python.ops.variables
layers.python.layers.embedding_ops layers.python.layers.encoders layers.python.layers.feature_column
layers.python.layers.feature_column_ops layers.python.layers.initializers layers.python.layers.layers
layers.python.layers.normalization layers.python.layers.optimizers layers.python.layers.regularizers
layers.python.layers.summaries layers.python.layers.utils layers.python.ops.sparse_ops
learn.python.learn.datasets.base learn.python.learn.datasets.mnist
learn.python.learn.estimators.dnn learn.python.learn.estimators.estimator
learn.python.learn.estimators.head learn.python.learn.estimators.model_fn
learn.python.learn.estimators.run_config learn.python.learn.learn_io.graph_io
learn.python.learn.learn_runner learn.python.learn.metric_spec learn.python.learn.monitors
learn.python.learn.preprocessing.text learn.python.learn.utils.export
learn.python.learn.utils.saved_model_export_utils legacy_seq2seq.python.ops.seq2seq
lookup.lookup_ops losses.python.losses.loss_ops metrics.python.ops.metric_ops
opt.python.training.lazy_adam_optimizer opt.python.training.weight_decay_optimizers
rnn.python.ops.core_rnn_cell rnn.python.ops.gru_ops rnn.python.ops.lstm_ops rnn.python.ops.rnn
rnn.python.ops.rnn_cell seq2seq.python.ops.attention_wrapper seq2seq.python.ops.basic_decoder
seq2seq.python.ops.beam_search_decoder seq2seq.python.ops.beam_search_ops
seq2seq.python.ops.decoder seq2seq.python.ops.helper seq2seq.python.ops.loss
slim.nets slim.python.slim.data.dataset slim.python.slim.learning slim.python.slim.nets.resnet_v1
slim.python.slim.nets.vgg summary.summary tensorboard.plugins.projector
tpu.python.tpu.tpu_config tpu.python.tpu.tpu_estimator training.python.training.evaluation
training.python.training.hparam training.python.training.training util.loader
""".split()


def numbers(job):
    table = arrow(v=pa.array(list(range(10)), pa.int64()))
    return job.input("numbers", columns(("v", "BIGINT")), [job.file(table)])


@pytest.mark.parametrize("script", ["faces/contrib_cases.py", "faces/moved_cases.py"])
def test_scripts_of_that_time_run(tmp_path, script):
    job = FakeJob(tmp_path)
    found = run_cases(job, script, numbers(job), timeout=500)
    assert set(found) >= set(case_names(script))
    assert not any(found.values()), "\n".join(text for text in found.values() if text)


def test_a_python_without_the_sources_is_told_what_to_do(job):
    script = os.path.join(job.folder, "work", "script.py")
    with open(script, "w", encoding="utf-8") as stream:
        stream.write(
            "import tensorflow as tf\n"
            "from paisql.contrib import kept\n"
            "kept.FOLDER = 'never_unpacked'\n"
            "print(tf.contrib.slim.conv2d.__name__)\n"
            "tf.contrib.layers\n"
        )
    done = job.run(script)
    assert done.returncode == 1 and done.stdout == "convolution2d\n", done.stderr
    last = done.stderr.rstrip().rsplit("\n", 1)[-1]
    assert last.startswith("AttributeError: tensorflow.contrib.layers needs"), last
    assert "scripts/setup" in last


def listed_in(path):
    with open(path, encoding="utf-8") as stream:
        return "".join(line for line in stream if not line.startswith("#"))


def members():
    """{part: [names]} of the list beside this file."""
    text = listed_in(MEMBERS)
    parts = re.split(r"^(\w+):", text, flags=re.MULTILINE)[1:]
    return {part: names.split() for part, names in zip(parts[::2], parts[1::2])}


def table(listed, told, used, unused):
    """The table of docs/pai-scripts.md, and the share of the names that is offered."""
    total = sum(map(len, listed.values()))
    missing = sum(len(listed[part]) if isinstance(row, str) else len(row) for part, row in told.items())
    lines = [
        "%d of %d names are offered; of the %d that ten libraries of that time use, %d: %d %%.\n"
        % (total - missing, total, used, used - unused, 100 * (used - unused) // used),
        "| part | offered | of | what is not, and what to use |",
        "|---|---|---|---|",
    ]
    for part, names in listed.items():
        row = told.get(part, {})
        if isinstance(row, str):
            lines.append("| `%s` | 0 | %d | %s |" % (part, len(names), row))
            continue
        cells = "; ".join("`%s`: %s" % pair for pair in row.items())
        lines.append("| `%s` | %d | %d | %s |" % (part, len(names) - len(row), len(names), cells))
    return "\n".join(lines) + "\n", (total - missing) / total


def test_names_of_contrib_are_offered_or_told_of(job):
    """The page's table is what a job finds. PAISQL_UPDATE_DOCS=1 writes it."""
    listed, used = members(), listed_in(USED).split()
    path = os.path.join(job.folder, "members.json")
    with open(path, "w", encoding="utf-8") as stream:
        json.dump({"members": listed, "used": used, "deep": DEEP}, stream)
    done = job.run(os.path.join(SCRIPTS, "faces/contrib_coverage.py"), path, timeout=500)
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.rstrip().rsplit("\n", 1)[-1])
    assert found["deep"] == []
    silent = [
        part + "." + name
        for part, row in found["told"].items()
        if not isinstance(row, str)
        for name, instead in row.items()
        if not instead
    ]
    assert silent == [], "names without a replacement"
    without = [name for name in found["used"] if name.split(".")[0] not in found["told"]]
    assert without == [], "used, and neither offered nor told of"
    text, share = table(listed, found["told"], len(used), len(found["used"]))
    assert share >= LEAST and 1 - len(found["used"]) / len(used) >= LEAST
    with open(PAGE, encoding="utf-8") as stream:
        page = stream.read()
    before, _, rest = page.partition(BEGIN)
    old, end, after = rest.partition(END)
    assert end, "the page has no place for the table"
    if os.environ.get("PAISQL_UPDATE_DOCS"):
        with open(PAGE, "w", encoding="utf-8") as stream:
            stream.write(before + BEGIN + text + END + after)
    else:
        assert old == text, "docs/pai-scripts.md is not what is offered: PAISQL_UPDATE_DOCS=1"
