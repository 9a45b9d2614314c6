"""Settings whose features stand in a parameter of another name than featureColNames."""


class SelectedColumns:
    """Settings that answer for featureColNames with the parameter `name`."""

    def __init__(self, settings, name):
        self._settings, self._name = settings, name

    def columns(self, name, available):
        """The columns that a parameter lists."""
        return self._settings.columns(self._name if name == "featureColNames" else name, available)

    def __getattr__(self, name):
        return getattr(self._settings, name)
