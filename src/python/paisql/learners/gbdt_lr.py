"""The component gbdt_lr: boosted trees that tell two classes apart (gbdt.py)."""

from paisql.learners.gbdt import fit_two_classes


def fit(task):
    """Trains a model of the rows of inputTableName."""
    fit_two_classes(task)
