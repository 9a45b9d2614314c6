"""Settings that a processor may change in its script."""

import os


def _text(value):
    return value.decode() if isinstance(value, bytes) else str(value)


class Properties:
    """Texts by name. Names and values may be given as bytes, too."""

    def __init__(self, **values):
        self._values = values

    def put(self, name, value):
        self._values[_text(name)] = _text(value)

    def get(self, name, default=None):
        return self._values.get(_text(name), default)

    def __str__(self):
        return str(self._values)


_defaults = Properties()
_defaults.put("model.model_config", os.environ.get("PAISQL_PROCESSOR_CONFIG", ""))


def default_properties():
    """Those of this process. What counts is 'rpc.keepalive', the milliseconds that an answer may take, until
    initialize() has ended; 'model.model_config' is what the service was given as --model-config."""
    return _defaults
