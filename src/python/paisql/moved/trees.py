"""tf.estimator.BoostedTrees*: classes that say why they cannot be made.

Libraries that only mention them, or derive classes of them, are imported.
"""

_WORDS = (
    "tf.estimator.%s is not offered: TensorFlow 2.15 has no kernels for boosted trees; "
    "train them with LightGBM or XGBoost"
)


class _Trees:
    def __init__(self, *_arguments, **_named):
        names = [one.__name__ for one in type(self).__mro__ if one.__module__ == __name__]
        raise NotImplementedError(_WORDS % names[0])


class BoostedTreesClassifier(_Trees):
    __doc__ = _WORDS % "BoostedTreesClassifier"


class BoostedTreesEstimator(_Trees):
    __doc__ = _WORDS % "BoostedTreesEstimator"


class BoostedTreesRegressor(_Trees):
    __doc__ = _WORDS % "BoostedTreesRegressor"


CLASSES = (BoostedTreesClassifier, BoostedTreesEstimator, BoostedTreesRegressor)
