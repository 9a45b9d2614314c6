"""Blanks that a page has put into a script, outside of its strings and comments, made plain ones."""

import re

_ODD = "\u00a0\u1680\u2000-\u200b\u202f\u205f\u2060\u3000\ufeff"
_PARTS = re.compile(
    r'''("""(?:\\.|[^\\])*?"""|\'\'\'(?:\\.|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\#[^\n]*)'''
    "|([%s])" % _ODD,
    re.DOTALL,
)


def mend(text):
    """The text with every odd blank of its code as one plain blank; those of no width go."""
    return _PARTS.sub(_plain, text)


def _plain(match):
    if match[1] is not None:
        return match[1]
    return "" if match[2] in "\u200b\u2060\ufeff" else " "
