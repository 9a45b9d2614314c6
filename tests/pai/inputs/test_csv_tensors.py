"""tf.trans_csv_* as operations of our own against the same made of TensorFlow's."""

import os

from paisql_home import SCRIPTS


def test_native_and_composed_functions_are_equal_to_the_last_bit(job):
    outcome = job.run(os.path.join(SCRIPTS, "inputs/csv_tensors.py"), timeout=900)
    assert outcome.returncode == 0 and "equal" in outcome.stdout, outcome.stderr
