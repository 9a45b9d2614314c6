"""Names that libraries beside TensorFlow and NumPy dropped since scripts of TensorFlow 1 used them.

PyYAML 6, scikit-learn 1.3, SciPy 1.11, pandas 1.5, Pillow 11 and h5py 3, as this installation has them.
Nothing is imported before the script imports it, and a library that still has a name keeps its own.
"""

import functools
import importlib.abc
import importlib.machinery
import sys

from paisql.imports import after_import, alias_modules
from paisql.moved import names

_OWN = "paisql.moved.library_calls"

# module: {module with the names today: names, `old=new` when renamed}
NAMES = {
    "PIL": {"PIL": "PILLOW_VERSION=__version__ VERSION=__version__"},
    "PIL.Image": {
        "PIL.Image.Resampling": "ANTIALIAS=LANCZOS CUBIC=BICUBIC LINEAR=BILINEAR",
        "PIL": "VERSION=__version__ PILLOW_VERSION=__version__",
    },
    "keras.backend": {"tensorflow.compat.v1.keras.backend": "clear_session get_session set_session"},
    "pandas": {
        "pandas": "TimeGrouper=Grouper",
        "pandas.plotting": "scatter_matrix",
        _OWN: "rolling_mean rolling_std rolling_sum",
    },
    "pandas.io.json": {"pandas": "json_normalize"},
    "scipy": {"numpy": "array arange zeros ones float32 float64 int32 int64"},
    "scipy.stats": {"numpy": "nanmean nanmedian nanstd", _OWN: "itemfreq"},
    "scipy.misc": {
        "scipy.special": "comb factorial factorial2 factorialk logsumexp",
        _OWN: "fromimage imread imresize imsave toimage",
    },
    "sklearn.decomposition": {_OWN: "RandomizedPCA=randomized_pca"},
    "sklearn.discriminant_analysis": {
        "sklearn.discriminant_analysis": "LDA=LinearDiscriminantAnalysis QDA=QuadraticDiscriminantAnalysis"
    },
    "sklearn.datasets": {"sklearn.datasets._base": "Bunch"},
    "sklearn.preprocessing": {_OWN: "Imputer=imputer"},
    "sklearn.metrics": {_OWN: "jaccard_similarity_score"},
}

MODULES = {
    "pandas.tools": ("pandas",),
    "pandas.tools.plotting": "pandas.plotting",
    "sklearn.cross_validation": "sklearn.model_selection",
    "sklearn.externals": ("sklearn",),
    "sklearn.externals.joblib": "joblib",
    "sklearn.externals.six": "six",
    "sklearn.grid_search": "sklearn.model_selection",
    "sklearn.lda": "sklearn.discriminant_analysis",
    "sklearn.learning_curve": "sklearn.model_selection",
    "sklearn.qda": "sklearn.discriminant_analysis",
    "sklearn.utils.linear_assignment_": _OWN,
}

# Modules of Keras 2.2, whose parts are names of one package now.
_KERAS = {
    "keras.engine": ("keras.layers", "keras.models"),
    "keras.engine.topology": ("keras.layers", "keras.models"),
    "keras.engine.training": ("keras.models",),
    "keras.preprocessing.image": ("keras.src.preprocessing.image",),
}
for _of, _parts in {
    "keras.layers": "advanced_activations convolutional convolutional_recurrent core embeddings local merge noise "
    "normalization pooling recurrent wrappers",
    "keras.utils": "data_utils generic_utils io_utils np_utils vis_utils",
}.items():
    _KERAS.update({"%s.%s" % (_of, _part): _of for _part in _parts.split()})
MODULES.update(_KERAS)

# Packages whose modules got a `_` before their names: sklearn.ensemble.forest is sklearn.ensemble._forest.
_UNDERLINED = {"sklearn"}
_RENAMED = {
    "sklearn.ensemble.bagging": "sklearn.ensemble._bagging",
    "sklearn.ensemble.gradient_boosting": "sklearn.ensemble._gb",
    "sklearn.linear_model.coordinate_descent": "sklearn.linear_model._coordinate_descent",
    "sklearn.linear_model.stochastic_gradient": "sklearn.linear_model._stochastic_gradient",
    "sklearn.neighbors.classification": "sklearn.neighbors._classification",
    "sklearn.neighbors.unsupervised": "sklearn.neighbors._unsupervised",
    "sklearn.neural_network.multilayer_perceptron": "sklearn.neural_network._multilayer_perceptron",
    "sklearn.preprocessing.imputation": "sklearn.impute",
    "sklearn.svm.classes": "sklearn.svm._classes",
    "sklearn.tree.tree": "sklearn.tree._classes",
    "sklearn.utils.testing": "sklearn.utils._testing",
}
MODULES.update(_RENAMED)

# {module: the function of library_calls that gives classes of the module what they had}.
CHANGES = {
    "PIL.ImageDraw": "measure_drawn_text",
    "PIL.ImageFont": "measure_text",
    "h5py": "give_values_of_datasets",
    "pandas": "give_ix",
    "numpy": "take_what_numpy_took",
    "sklearn.feature_extraction.text": "name_features",
    "yaml": "load_without_a_loader",
}


class _Finder(importlib.abc.MetaPathFinder):
    """Modules that moved, after all other finders."""

    def find_spec(self, fullname, path=None, target=None):
        found = MODULES.get(fullname)
        if found is None and fullname.partition(".")[0] in _UNDERLINED and path is not None:
            parent, _, name = fullname.rpartition(".")
            hidden = "%s._%s" % (parent, name)
            found = hidden if importlib.machinery.PathFinder.find_spec(hidden, path) else None
        return None if found is None else alias_modules.spec_for(fullname, found)


def install():
    """Each library gets its names when it is imported, or now."""
    for name, rows in NAMES.items():
        after_import.run(name, lambda module, rows=rows: names.add(module, names.targets(rows)))
    for name, change in CHANGES.items():
        after_import.run(name, functools.partial(_change, change))
    sys.meta_path.append(_Finder())


def _change(name, module):
    from paisql.moved import library_calls

    getattr(library_calls, name)(module)


# What the same libraries dropped and is not offered: {name: the reason, or what to use}.
NOT_OFFERED = {
    "keras.layers.merge as a function, keras.utils.multi_gpu_model": "keras.layers.Concatenate and its like; tf.distribute",
    "pandas.Panel": "a dictionary of frames, or a frame with a MultiIndex",
    "scipy.interpolate.spline": "scipy.interpolate.make_interp_spline: its curves are other ones",
    "sklearn.datasets.load_boston, fetch_mldata": "their data are not part of scikit-learn any more",
    "sklearn.metrics.plot_confusion_matrix, plot_roc_curve": "ConfusionMatrixDisplay, RocCurveDisplay",
    "sklearn.mixture.GMM": "GaussianMixture, which has other attributes",
}
