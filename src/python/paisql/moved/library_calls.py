"""What stands for functions and methods that libraries have dropped (library_names.py)."""

import functools
import sys


def load_without_a_loader(yaml):
    """yaml.load(text) and load_all(text): plain values and lists, as FullLoader reads them."""
    for name in ("load", "load_all"):
        plain = getattr(yaml, name)

        @functools.wraps(plain)
        def load(stream, Loader=None, plain=plain):
            return plain(stream, yaml.FullLoader if Loader is None else Loader)

        setattr(yaml, name, load)


def give_values_of_datasets(h5py):
    """dataset.value, and files that are opened for reading and writing without a mode."""
    if not hasattr(h5py.Dataset, "value"):
        h5py.Dataset.value = property(lambda dataset: dataset[()])
    plain = h5py.File.__init__

    @functools.wraps(plain)
    def make(self, name, mode="a", *arguments, **named):
        plain(self, name, mode, *arguments, **named)

    h5py.File.__init__ = make


class _Ix:
    """df.ix: places where whole numbers stand for an index that has none, else labels."""

    def __init__(self, frame):
        self._frame = frame

    def _places(self, key):
        """The key as frame.iloc or frame.loc take it, axis by axis."""
        keys = list(key) if isinstance(key, tuple) else [key]
        found = []
        for axis, one in zip(self._frame.axes, keys):
            by_place = not axis.is_integer() and self._is_number(one)
            found.append(axis[one] if by_place and not isinstance(one, int) else axis[int(one)] if by_place else one)
        return tuple(found) if isinstance(key, tuple) else found[0]

    @staticmethod
    def _is_number(key):
        if isinstance(key, slice):
            bounds = [one for one in (key.start, key.stop) if one is not None]
            return bool(bounds) and all(isinstance(one, int) for one in bounds)
        if isinstance(key, (list, tuple)) or hasattr(key, "dtype"):
            return len(key) > 0 and all(hasattr(one, "__index__") and not isinstance(one, bool) for one in key)
        return hasattr(key, "__index__") and not isinstance(key, bool)

    def __getitem__(self, key):
        return self._frame.loc[self._places(key)]

    def __setitem__(self, key, value):
        self._frame.loc[self._places(key)] = value


def give_ix(pandas):
    """df.ix, as_matrix(), get_values(), get_value(), set_value() and sort() of data frames and series."""
    for owner in (pandas.DataFrame, pandas.Series):
        given = {
            "as_matrix": lambda self, columns=None: (self if columns is None else self[columns]).values,
            "get_value": lambda self, *place: self.at[place if len(place) > 1 else place[0]],
            "get_values": lambda self: self.values,
            "ix": property(_Ix),
            "set_value": _set_value,
        }
        for name, value in given.items():
            if not hasattr(owner, name):
                setattr(owner, name, value)
    pandas.Series.order = lambda self, **named: self.sort_values(**named)
    pandas.DataFrame.convert_objects = lambda self, *rest, **named: self.infer_objects()
    pandas.DataFrame.from_csv = classmethod(_from_csv)
    pandas.DataFrame.from_items = classmethod(_from_items)
    pandas.concat = _with_join_axes(pandas.concat)
    if not hasattr(pandas.DataFrame, "sort"):
        pandas.DataFrame.sort = lambda self, columns=None, **named: (
            self.sort_index(**named) if columns is None else self.sort_values(columns, **named)
        )


def _from_csv(_class, path, header=0, sep=",", index_col=0, parse_dates=True, encoding=None, **named):
    import pandas

    return pandas.read_csv(
        path, header=header, sep=sep, index_col=index_col, parse_dates=parse_dates, encoding=encoding
    )


def _from_items(class_, items, columns=None, orient="columns"):
    """A frame of pairs (name, values), which are its columns in their order, or its rows."""
    items = list(items)
    if orient == "columns":
        return class_(dict(items), columns=columns or [name for name, _ in items])
    return class_([values for _, values in items], index=[name for name, _ in items], columns=columns)


def _with_join_axes(concat):
    """pandas.concat(join_axes=[index]): the result has the rows, or columns, of that index."""

    @functools.wraps(concat)
    def call(objs, *rest, join_axes=None, **named):
        made = concat(objs, *rest, **named)
        if join_axes is None:
            return made
        across = (rest[0] if rest else named.get("axis", 0)) in (1, "columns")
        return made.reindex(**{"index" if across else "columns": join_axes[0]})

    return call


def _set_value(self, *place_and_value):
    *place, value = place_and_value
    self.at[tuple(place) if len(place) > 1 else place[0]] = value
    return self


def _rolling(method):
    def roll(arg, window, min_periods=None, center=False):
        return getattr(arg.rolling(window, min_periods=min_periods, center=center), method)()

    return roll


rolling_mean, rolling_std, rolling_sum = map(_rolling, ("mean", "std", "sum"))


def name_features(module):
    """get_feature_names() of vectorizers."""
    for name in ("CountVectorizer", "TfidfVectorizer"):
        owner = getattr(module, name)
        if not hasattr(owner, "get_feature_names"):
            owner.get_feature_names = lambda self: list(self.get_feature_names_out())


def take_what_numpy_took(numpy):
    """Lists of different lengths are arrays of objects; histogram(normed=), linspace of 5.0 places, threshold=nan."""
    for name in ("array", "asarray"):
        setattr(numpy, name, _of_ragged_lists(getattr(numpy, name)))

    def wrapped(name):
        return lambda function: setattr(numpy, name, functools.wraps(getattr(numpy, name))(function))

    histogram, linspace, set_printoptions = numpy.histogram, numpy.linspace, numpy.set_printoptions

    @wrapped("histogram")
    def _(*arguments, normed=None, **named):
        return histogram(*arguments, **(named if normed is None else dict(named, density=normed)))

    @wrapped("linspace")
    def _(start, stop, num=50, *rest, **named):
        return linspace(start, stop, int(num) if isinstance(num, (float, numpy.floating)) else num, *rest, **named)

    @wrapped("set_printoptions")
    def _(precision=None, threshold=None, *rest, **named):
        if isinstance(threshold, float) and threshold != threshold:
            threshold = sys.maxsize
        return set_printoptions(precision, threshold, *rest, **named)


def _of_ragged_lists(make):
    @functools.wraps(make)
    def call(object, dtype=None, *rest, **named):
        try:
            return make(object, dtype, *rest, **named)
        except ValueError as error:
            if dtype is not None or "inhomogeneous" not in str(error):
                raise
        return make(object, "O", *rest, **named)

    return call


def itemfreq(a):
    """scipy.stats.itemfreq: rows of a value and how often it is there."""
    import numpy

    return numpy.array(numpy.unique(a, return_counts=True)).T


def randomized_pca(n_components=None, copy=True, iterated_power=2, whiten=False, random_state=None):
    from sklearn.decomposition import PCA

    return PCA(
        n_components,
        copy=copy,
        whiten=whiten,
        svd_solver="randomized",
        iterated_power=iterated_power,
        random_state=random_state,
    )


def linear_assignment(X):
    """sklearn.utils.linear_assignment_: pairs (row, column) of the least sum."""
    import numpy
    from scipy.optimize import linear_sum_assignment

    return numpy.array(linear_sum_assignment(X)).T


def imputer(missing_values="NaN", strategy="mean", axis=0, verbose=0, copy=True):
    """sklearn.preprocessing.Imputer of columns."""
    import numpy
    from sklearn.impute import SimpleImputer

    del verbose
    if axis != 0:
        raise ValueError("Imputer(axis=1) is not offered on scikit-learn 1.3: impute the transposed array")
    missing = numpy.nan if missing_values == "NaN" else missing_values
    return SimpleImputer(missing_values=missing, strategy=strategy, copy=copy)


def jaccard_similarity_score(y_true, y_pred, normalize=True, sample_weight=None):
    """sklearn.metrics.jaccard_similarity_score: for one label a sample it was the accuracy."""
    import numpy
    from sklearn import metrics

    if numpy.ndim(y_true) < 2:
        return metrics.accuracy_score(y_true, y_pred, normalize=normalize, sample_weight=sample_weight)
    return metrics.jaccard_score(y_true, y_pred, average="samples", sample_weight=sample_weight)


def measure_text(module):
    """font.getsize(text)."""
    for name in ("FreeTypeFont", "ImageFont"):
        owner = getattr(module, name)
        if not hasattr(owner, "getsize"):
            owner.getsize = lambda self, text, *rest, **named: tuple(self.getbbox(text, *rest, **named)[2:])


def measure_drawn_text(module):
    """draw.textsize(text)."""
    if not hasattr(module.ImageDraw, "textsize"):
        module.ImageDraw.textsize = lambda self, text, font=None, **named: tuple(
            self.textbbox((0, 0), text, font, **named)[2:]
        )


# scipy.misc's functions of images, which were Pillow's.


def imread(name, flatten=False, mode=None):
    """The picture of a file as an array; flatten: grey, of floats."""
    import numpy
    from PIL import Image

    picture = Image.open(name)
    if mode is not None:
        picture = picture.convert(mode)
    elif picture.mode == "P":
        picture = picture.convert("RGBA" if "transparency" in picture.info else "RGB")
    elif picture.mode == "1":
        picture = picture.convert("L")
    return numpy.array(picture.convert("F") if flatten else picture)


def fromimage(im, flatten=False, mode=None):
    import numpy

    picture = im.convert(mode) if mode else im
    return numpy.array(picture.convert("F") if flatten else picture)


def toimage(arr, high=255, low=0, cmin=None, cmax=None, pal=None, mode=None, channel_axis=None):
    """A picture of an array; numbers that are not bytes are stretched from their least to their greatest."""
    import numpy
    from PIL import Image

    if pal is not None or channel_axis is not None:
        raise ValueError("toimage(pal=, channel_axis=) is not offered on SciPy 1.11: use PIL.Image.fromarray")
    array = numpy.asarray(arr)
    if array.dtype != numpy.uint8:
        least = array.min() if cmin is None else cmin
        greatest = array.max() if cmax is None else cmax
        scale = (high - low) / float((greatest - least) or 1)
        array = ((array - least) * scale + low).clip(low, high) + 0.5
        array = array.astype(numpy.uint8)
    if array.ndim == 3 and array.shape[2] not in (3, 4) and array.shape[0] in (3, 4):
        array = array.transpose(1, 2, 0)
    return Image.fromarray(numpy.ascontiguousarray(array), mode)


def imsave(name, arr, format=None):
    toimage(arr).save(name, **({"format": format} if format else {}))


def imresize(arr, size, interp="bilinear", mode=None):
    """The picture in another size: (rows, columns), a fraction, or whole percent."""
    import numpy
    from PIL import Image

    picture = toimage(arr, mode=mode)
    if isinstance(size, (int, numpy.integer)):
        size = size / 100.0
    if isinstance(size, float):
        target = tuple((numpy.array(picture.size) * size).astype(int))
    else:
        target = (size[1], size[0])
    kinds = {
        "nearest": "NEAREST",
        "lanczos": "LANCZOS",
        "bilinear": "BILINEAR",
        "bicubic": "BICUBIC",
        "cubic": "BICUBIC",
    }
    return numpy.array(picture.resize(target, getattr(Image.Resampling, kinds[interp])))
