"""Buffers of a UDAF's groups, and the bytes that stand for one between machines."""

import marshal

_MOST_BYTES = 2 << 20


class Buffers(dict):
    """{number of a group: buffer}; a group that was never seen gets a new one."""

    def __init__(self, make):
        super().__init__()
        self.make = make

    def __missing__(self, group):
        made = self[group] = self.make()
        return made

    def take(self, group):
        """The buffer, which is not kept any more."""
        return self.pop(group) if group in self else self.make()

    def look(self, group):
        """The buffer, or a new one, which is not kept."""
        return self[group] if group in self else self.make()


def dump(buffer, old):
    """The bytes of a buffer; old: of Python 2, whose texts have a class of their own here."""
    try:
        data = marshal.dumps(buffer)
    except ValueError:
        if not old:
            raise
        data = marshal.dumps(_changed(buffer, str))
    if len(data) > _MOST_BYTES:
        raise ValueError("a buffer of %d bytes, more than the %d that a group may have" % (len(data), _MOST_BYTES))
    return data


def load(data, old):
    """The buffer of some bytes."""
    buffer = marshal.loads(data)
    if not old:
        return buffer
    from paisql.python2 import text

    return _changed(buffer, text.Text)


def _changed(value, text):
    if isinstance(value, str):
        return text(value)
    if type(value) in (list, tuple, set, frozenset):
        return type(value)(_changed(one, text) for one in value)
    if type(value) is dict:
        return {_changed(key, text): _changed(one, text) for key, one in value.items()}
    return value
