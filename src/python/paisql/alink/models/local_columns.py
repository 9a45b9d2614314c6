"""Steps of a LocalPredictor that compute columns without SQL: as local_rows.Step, begin() and compute()."""

import re

import pyarrow as pa

from paisql.alink_models import ModelError, tensor_text

_NAME = r"(?:`[^`]+`|[A-Za-z_]\w*)"
_ITEM = re.compile(r"\s*(%s)\s*(?:\s(?:as\s+)?(%s)\s*)?" % (_NAME, _NAME), re.IGNORECASE)


def named(name, there):
    """That of the names `there` which is this one, in letters of any case; ModelError where there is none."""
    for one in there:
        if one.lower() == name.lower():
            return one
    raise ModelError("the rows have no column '%s': they have %s" % (name, ", ".join(there)))


class SelectStep:
    """Columns by their names, with other names, or all; ModelError for an expression."""

    def __init__(self, clause):
        self._items = []
        for item in clause.split(","):
            match = _ITEM.fullmatch(item)
            if item.strip() != "*" and match is None:
                raise ModelError(
                    "stage Select has an expression of SQL, '%s', which LocalPredictor does not compute: "
                    "it takes names of columns; PipelineModel.transform computes all" % clause.strip()
                )
            names = (None, None) if match is None else (match[1].strip("`"), (match[2] or "").strip("`"))
            self._items.append(names)

    def begin(self, schema):
        """The schema, [(name, Arrow type)], of the rows for rows of this one."""
        known, self._taken = {name.lower(): (name, kind) for name, kind in schema}, []
        for name, other in self._items:
            if name is None:
                self._taken += [(one, one, kind) for one, kind in schema]
                continue
            if name.lower() not in known:
                raise ModelError(
                    "stage Select: the rows have no column '%s': they have %s"
                    % (name, ", ".join(one for one, _ in schema))
                )
            own, kind = known[name.lower()]
            self._taken.append((own, other or name, kind))
        return [(other, kind) for _, other, kind in self._taken]

    def compute(self, arrays, rows):
        return {other: arrays[name] for name, other, _ in self._taken}


class TensorStep:
    """A column of vectors or numbers as texts of tensors; what is a tensor stays one."""

    def __init__(self, column, output, reserved, shape, kind):
        self._column, self._output, self._reserved = column, output, reserved
        self._shape, self._kind = shape, str(kind or "DOUBLE").upper()

    def begin(self, schema):
        names = [name for name, _ in schema]
        self._taken = named(self._column, names)
        reserved = names if self._reserved is None else [named(one, names) for one in self._reserved]
        kept = [(name, kind) for name, kind in schema if name in reserved]
        # A column of its name is replaced, and keeps its place.
        self._made = next((name for name, _ in kept if name.lower() == self._output.lower()), self._output)
        self._names = [name for name, _ in kept if name != self._made]
        found = [(name, pa.string() if name == self._made else kind) for name, kind in kept]
        return found if (self._made, pa.string()) in found else found + [(self._made, pa.string())]

    def compute(self, arrays, rows):
        made = {name: arrays[name] for name in self._names}
        texts = [self._text(one) for one in arrays[self._taken].cast(pa.string()).to_pylist()]
        return dict(made, **{self._made: pa.array(texts, pa.string())})

    def _text(self, text):
        if text is None or tensor_text.is_tensor(text):
            return text
        words = re.sub("[ ,]+", " ", text.strip())
        shape = [len(words.split(" "))] if self._shape is None else self._shape
        return "%s#%s#%s " % (self._kind, ",".join(map(str, shape)), words)
