"""Settings whose features stand in a parameter of another name than featureColNames, or in several texts."""

import pyarrow.compute as pc


class SelectedColumns:
    """Settings that answer for featureColNames with the parameter `name`."""

    def __init__(self, settings, name):
        self._settings, self._name = settings, name

    def columns(self, name, available):
        """The columns that a parameter lists."""
        return self._settings.columns(self._name if name == "featureColNames" else name, available)

    def __getattr__(self, name):
        return getattr(self._settings, name)


class JoinedTexts:
    """An Input with one column more: the texts of the columns `names`, one after the other, under all their names."""

    def __init__(self, source, names, delimiter):
        self._source, self._names, self._delimiter = source, names, delimiter
        self.name = ",".join(names)
        self.columns = [*source.columns, self.name]
        self.types = {**source.types, self.name: "STRING"}

    def chunks(self, names):
        """As those of an Input."""
        read = [name for name in names if name != self.name]
        for table in self._source.chunks(list(dict.fromkeys([*read, *self._names]))):
            texts = [pc.fill_null(table[name], "") for name in self._names]
            joined = pc.binary_join_element_wise(*texts, self._delimiter)
            yield table.append_column(self.name, joined).select(names)
