"""Strings as Python 2 has them: one type for bytes and text.

A Text is a str, so that it compares, hashes, formats, joins, splits and sorts as text does and goes
wherever text goes; and it can be decoded, as bytes can. Bytes that are not UTF-8 are kept in it as
lone surrogates (PEP 383), so nothing is lost on the way from a table to a table or a file.
"""

import codecs


class Text(str):
    """Text that was bytes."""

    __slots__ = ()

    def decode(self, encoding="utf-8", errors="strict"):
        return decoded(self, encoding, errors)

    def __reduce__(self):
        return str, (str(self),)


def from_bytes(value):
    return Text(value, "utf-8", "surrogateescape")


def to_bytes(value):
    """The bytes of a str, those of a Text being the ones it was made of."""
    return value.encode("utf-8", "surrogateescape")


def _is_for_text(encoding):
    return codecs.lookup(encoding)._is_text_encoding  # pylint: disable=protected-access


def decoded(value, encoding="utf-8", errors="strict"):
    """What 'bytes'.decode(encoding, errors) of Python 2 is; value: a str or bytes."""
    data = value if isinstance(value, bytes) else to_bytes(value)
    if encoding == "string_escape":
        return from_bytes(codecs.escape_decode(data)[0])
    if not _is_for_text(encoding):
        return from_bytes(codecs.decode(data, encoding))
    try:
        return data.decode(encoding, errors)
    except UnicodeDecodeError:
        # Text that is decoded twice had come as text: Python 2's own default was set to UTF-8 then.
        if isinstance(value, str) and encoding.lower() in ("ascii", "us-ascii"):
            return str(value)
        raise


def encoded(value, encoding="utf-8", errors="strict"):
    """What u'text'.encode(encoding, errors) of Python 2 is, as Text; value: a str or bytes."""
    if isinstance(value, bytes):
        value = from_bytes(value)
    if not _is_for_text(encoding):
        return from_bytes(codecs.encode(to_bytes(value), encoding))
    if any("\udc80" <= character <= "\udcff" for character in value):
        return Text(value)  # bytes already
    return from_bytes(value.encode(encoding, errors))
