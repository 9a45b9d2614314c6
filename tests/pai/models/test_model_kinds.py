"""Keras files, frozen graphs and SavedModels as text: CREATE MODEL makes SavedModels of them."""

import hashlib
import json
import os
import subprocess

import pytest
from fake_job import PYTHON, ROOT, TENSORFLOW
from paisql_home import SCRIPTS

pytestmark = pytest.mark.skipif(not TENSORFLOW, reason="scripts/setup installed no TensorFlow")

ROWS = [(1, 2, 3), (0.5, -1, 4)]
NAMES = "PROPERTIES ('inputs'='x=input/features:0', 'outputs'='score')"


@pytest.fixture(scope="module")
def kinds(tmp_path_factory):
    folder = str(tmp_path_factory.mktemp("kinds"))
    done = subprocess.run(
        [PYTHON, os.path.join(SCRIPTS, "models/model_kinds.py"), folder, os.path.join(ROOT, "src", "python")],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout.splitlines()[-1])
    told["folder"] = folder
    return told


def test_each_kind_answers_as_tensorflow_does(home, kinds):
    folder = kinds["folder"]
    sources = {
        "a": ("churn.h5", "", "churn"),
        "b": ("churn.keras", "", "churn"),
        "c": ("frozen.pb", NAMES, "frozen.pb"),
        "d": ("text", "", "text"),
        "e": ("operations.h5", "", "operations"),
    }
    home.run(
        *(
            "CREATE MODEL %s FROM '%s/%s' COMMENT 'one' %s;" % (name, folder, file, properties)
            for name, (file, properties, _) in sources.items()
        ),
        timeout=300,
    ).ok()
    asked = " UNION ALL ".join(
        "SELECT '%s' AS m, %d AS n, CAST(predict('%s', %s) AS DOUBLE) AS y"
        % (name, number, name, ", ".join("CAST(%s AS FLOAT)" % value for value in row))
        for name in sources
        for number, row in enumerate(ROWS)
    )
    for name, number, score in home.rows("SELECT * FROM (%s) t ORDER BY m, n LIMIT 100;" % asked):
        expected = kinds["answers"][sources[name][2]][int(number)]
        assert float(score) == pytest.approx(expected, rel=1e-5), name

    # The version knows the file that it was made of; nothing is left of the way.
    facts = dict((row[0], row[1]) for row in home.rows("DESC MODEL a;"))
    with open(os.path.join(folder, "churn.h5"), "rb") as stream:
        assert facts["MadeOfSha256"] == hashlib.sha256(stream.read()).hexdigest()
    assert facts["MadeOf"] == "churn.h5" and facts["Source"].endswith("/churn.h5")
    assert facts["Inputs"] == "x DT_FLOAT [?,3]" and facts["Outputs"] == "score DT_FLOAT [?,1]"
    staging = os.path.join(home.path, "staging")
    assert [os.listdir(os.path.join(staging, one)) for one in os.listdir(staging)] in ([], [[]])


def test_what_is_refused_is_told_in_the_statement(home, kinds):
    folder = kinds["folder"]
    home.run("CREATE MODEL m FROM '%s/lambda.keras';" % folder).fails(
        "PAISQL-0004:[1,21]", "lambda.keras has a Lambda layer", "model.export("
    )
    home.run(
        "CREATE MODEL m FROM '%s/frozen.pb' PROPERTIES ('inputs'='input/featurs', 'outputs'='score');" % folder
    ).fails("PAISQL-0004:[1,21]", "no operation 'input/featurs'", "nearest: input/features")
    assert home.rows("SHOW MODELS;") == []


def test_why_files_are_refused(kinds):
    """Damage, bombs, and what would run code: found before Keras reads the file."""
    words = {
        "lambda.keras": "has a Lambda layer",
        "lambda.h5": "has a Lambda layer",
        "own.keras": "needs the custom object Own",
        "own.h5": "needs the custom object Own",
        "cut.keras": "damaged or cut off",
        "cut.h5": "damaged or cut off",
        "weights.h5": "holds weights only",
        "foreign.keras": "of the Python module os",
        "climbs.keras": "a member outside of itself",
        "bomb.keras": "would unpack to",
        "bomb.h5": "would unpack to",
        "no names": "inputs may be: input/features:0",
        "third output": "has no tensor score:2",
        "foreign.pb": "uses the operation OperationOfNobody",
        "warm.pb": "is not frozen: it has variables such as weights",
        "garbage.pb": "no frozen graph",
        "cut_text": "damaged, cut off",
        "operations.keras": "nothing was refused",
        "writes.h5": "needs TensorFlow's io.write_file",
        "constants.h5": "a call of constants alone",
        "wrapped.h5": "TensorFlow's load_library",
        "argument.h5": "TensorFlow's compat.v1.py_func",
        "method.h5": "the class io.gfile.GFile",
        "operation.h5": "TensorFlow's WriteFile",
        "cell.h5": "has a Lambda layer",
        "eval.h5": "the function eval of builtins",
        "imported.h5": "load_model of keras.models",
        "registered.h5": "Lambda of keras.src.layers.core",
        "initializer.h5": "the function deserialize",
        "vocabulary.h5": "the file /etc/hosts",
        "linked.h5": "lie in another file",
        "outside.h5": "lie in another file",
        "outside.keras": "lie in another file",
        "pickles.keras": "has pickles",
    }
    assert set(kinds["refusals"]) == set(words)
    for name, text in words.items():
        assert text in kinds["refusals"][name], name
    assert not kinds["written"]


def test_kinds_that_are_not_offered(home):
    """They are told by their names, without TensorFlow."""
    for name, text in (("m.onnx", "an ONNX model"), ("m.pkl", "a pickle"), ("m.txt", "not a kind of model")):
        home.write(name, "x")
        home.run("CREATE MODEL m FROM '%s';" % name).fails("PAISQL-0004:[1,21]", text, ".keras, .h5")
    home.write("m.pmml", "x")
    home.run("CREATE MODEL m FROM 'm.pmml';").fails("PAISQL-0004:[1,21]", "a PMML model", "line 1")
    home.write("m.tar.gz", "x")
    home.run("CREATE MODEL m FROM 'm.tar.gz';").fails("PAISQL-0004:[1,21]", "cannot be unpacked")
    dense = os.path.join(ROOT, "tests", "data", "models", "dense")
    home.run("CREATE MODEL m FROM '%s' PROPERTIES ('inputs'='x');" % dense).fails("only a frozen graph takes 'inputs'")
    home.run("CREATE MODEL m FROM '%s' PROPERTIES ('input'='x');" % dense).fails("no property 'input'", "inputs")
    home.run("CREATE MODEL m FROM '%s' PROPERTIES ('inputs');" % dense).fails("PROPERTIES")
    home.run("CREATE MODEL m FROM '%s/saved_model.pb';" % dense).ok()
