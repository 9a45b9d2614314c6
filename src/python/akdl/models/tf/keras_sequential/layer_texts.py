"""Layers and optimizers as texts of Python, "Dense(64, activation='relu')", without eval.

A text is one call of a Keras class that stands in the lists below. Its arguments are literals (numbers,
texts, True, False, None, tuples and lists of them) or further such calls. Everything else (attributes,
operators, lambdas, comprehensions, dicts, which Keras would take for serialised objects) is refused
before a class of Keras is touched. Texts come with a statement or a program, which may be another's.
"""

import ast
import difflib

_DIMENSIONS = ("1D", "2D", "3D")


def _each(*names):
    return [name + dimension for name in names for dimension in _DIMENSIONS]


# Of tf.keras.layers: those that compute by their arguments alone. Lambda runs code, lookups and
# text layers read files.
LAYERS = frozenset(
    _each("Conv", "MaxPooling", "MaxPool", "AveragePooling", "AvgPool", "GlobalMaxPooling",
          "GlobalMaxPool", "GlobalAveragePooling", "GlobalAvgPool", "UpSampling", "ZeroPadding",
          "Cropping", "SpatialDropout", "ConvLSTM")
    + ["Conv1DTranspose", "Conv2DTranspose", "Conv3DTranspose", "SeparableConv1D",
       "SeparableConv2D", "DepthwiseConv1D", "DepthwiseConv2D", "LocallyConnected1D",
       "LocallyConnected2D", "Convolution1D", "Convolution2D", "Convolution3D", "Dense",
       "Activation", "Dropout", "Flatten", "Reshape", "Permute", "RepeatVector", "Masking",
       "Embedding", "BatchNormalization", "LayerNormalization", "UnitNormalization",
       "GroupNormalization", "LSTM", "GRU", "SimpleRNN", "Bidirectional", "TimeDistributed",
       "GaussianNoise", "GaussianDropout", "AlphaDropout", "ActivityRegularization", "LeakyReLU",
       "PReLU", "ELU", "ReLU", "Softmax", "ThresholdedReLU", "Rescaling"]
)
INITIALIZERS = frozenset(
    ["Constant", "GlorotNormal", "GlorotUniform", "HeNormal", "HeUniform", "Identity",
     "LecunNormal", "LecunUniform", "Ones", "Orthogonal", "RandomNormal", "RandomUniform",
     "TruncatedNormal", "VarianceScaling", "Zeros"]
)
REGULARIZERS = frozenset(["L1", "L1L2", "L2", "l1", "l1_l2", "l2", "OrthogonalRegularizer"])
CONSTRAINTS = frozenset(["MaxNorm", "MinMaxNorm", "NonNeg", "UnitNorm", "max_norm", "min_max_norm",
                         "non_neg", "unit_norm"])
OPTIMIZERS = frozenset(["Adadelta", "Adafactor", "Adagrad", "Adam", "AdamW", "Adamax", "Ftrl", "Lion",
                        "Nadam", "RMSprop", "SGD"])
SCHEDULES = frozenset(["CosineDecay", "CosineDecayRestarts", "ExponentialDecay",
                       "InverseTimeDecay", "PiecewiseConstantDecay", "PolynomialDecay"])

_FOLDERS = {
    "layers": LAYERS,
    "initializers": INITIALIZERS,
    "regularizers": REGULARIZERS,
    "constraints": CONSTRAINTS,
    "optimizers": OPTIMIZERS,
    "optimizers.schedules": SCHEDULES,
}
_ROOTS = ("", "tf.keras.", "keras.", "tensorflow.keras.")
_MOST_LETTERS = 10_000


class TextError(ValueError):
    """A text that is no layer or optimizer, in words for its author."""


class Call:
    """A call that was read: folder and name of the class, arguments and keywords."""

    def __init__(self, folder, name, arguments, keywords):
        self.folder, self.name = folder, name
        self.arguments, self.keywords = arguments, keywords


def read_layer(text):
    """The Call of a layer; TextError."""
    return _read(text, "layers", "layer")


def read_optimizer(text):
    """The Call of an optimizer; TextError. A name alone, as Keras takes it, is a call without arguments."""
    if isinstance(text, str) and text.strip().isidentifier():
        near = [name for name in OPTIMIZERS if name.lower() == text.strip().lower()]
        if near:
            return Call("optimizers", near[0], [], {})
    return _read(text, "optimizers", "optimizer")


def _read(text, folder, what):
    if not isinstance(text, str):
        raise TextError("%r is no %s: write a text such as \"Dense(8)\"" % (text, what))
    if len(text) > _MOST_LETTERS:
        raise TextError("a %s of %d letters is refused" % (what, len(text)))
    try:
        tree = ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        raise TextError("%s '%s': %s" % (what, text, getattr(error, "msg", error))) from None
    try:
        call = _call(tree, text)
    except RecursionError:
        raise TextError("%s '%s' is too deep" % (what, text[:40])) from None
    if call.folder != folder:
        raise TextError("'%s' is no %s, but one of tf.keras.%s" % (text, what, call.folder))
    return call


def _dotted(node):
    """ "a.b.c" of plain names, or None."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    return ".".join(reversed(parts + [node.id])) if isinstance(node, ast.Name) else None


def _class(name, text):
    """(folder, class) of a name that is in a list, with or without the folders before it."""
    for folder, names in _FOLDERS.items():
        for known in names:
            if name == known:
                return folder, known
    for root in _ROOTS:
        for folder, names in _FOLDERS.items():
            start = root + folder + "."
            if name.startswith(start) and name[len(start) :] in names:
                return folder, name[len(start) :]
    short = name.rpartition(".")[2]
    near = difflib.get_close_matches(short, sorted(set().union(*_FOLDERS.values())), 1)
    raise TextError(
        "'%s': '%s' is none of the Keras classes that a text may name%s"
        % (text, name, "; did you mean %s?" % near[0] if near and near[0] != short else "")
    )


def _call(node, text):
    if not isinstance(node, ast.Call):
        raise TextError("'%s' is no call of a Keras class, such as Dense(64, activation='relu')" % text)
    name = _dotted(node.func)
    if name is None:
        raise TextError("'%s': what is called is no plain name" % text)
    folder, known = _class(name, text)
    keywords = {}
    for keyword in node.keywords:
        if keyword.arg is None or keyword.arg.startswith("_"):
            raise TextError("'%s': arguments are given by their names" % text)
        keywords[keyword.arg] = _value(keyword.value, text)
    return Call(folder, known, [_value(one, text) for one in node.args], keywords)


def _value(node, text):
    if isinstance(node, ast.Constant) and isinstance(
        node.value, (int, float, str, bool, type(None))
    ):
        return node.value
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
        number = _value(node.operand, text)
        if isinstance(number, (int, float)) and not isinstance(number, bool):
            return -number if isinstance(node.op, ast.USub) else number
    if isinstance(node, (ast.List, ast.Tuple)):
        values = [_value(one, text) for one in node.elts]
        return tuple(values) if isinstance(node, ast.Tuple) else values
    if isinstance(node, ast.Call):
        return _call(node, text)
    raise TextError(
        "'%s': an argument is a number, a text, True, False, None, a list of them, or a further "
        "layer; '%s' is none" % (text, ast.unparse(node)[:60])
    )


def make(call):
    """The object of Keras that a Call describes. Imports TensorFlow; TextError for its refusals."""
    import tensorflow as tf

    folder = tf.keras
    for part in call.folder.split("."):
        folder = getattr(folder, part)
    arguments = [_made(value) for value in call.arguments]
    keywords = {name: _made(value) for name, value in call.keywords.items()}
    try:
        return getattr(folder, call.name)(*arguments, **keywords)
    except (TypeError, ValueError) as error:
        raise TextError("%s: %s" % (call.name, str(error).split("\n")[0])) from None


def _made(value):
    if isinstance(value, Call):
        return make(value)
    if isinstance(value, (list, tuple)):
        return type(value)(_made(one) for one in value)
    return value
