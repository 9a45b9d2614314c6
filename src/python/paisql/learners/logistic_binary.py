"""Logistic regression of two classes: PAI's logisticregression_binary. Its models are those of logistic.py."""

from paisql.learners import logistic


def fit(task):
    """Trains on the rows of inputTableName."""
    logistic.fit_two(task)
