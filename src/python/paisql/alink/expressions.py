"""Texts of SQL that a program gives: Alink's expressions as MaxCompute's, and whether a text is whole."""

import re

# The parts of a text that are not SQL themselves: its quotes, names and comments, as the program's lexer has them. A word is one,
# so that only an X that stands alone begins a BINARY literal. A # is a comment where it is the first of its line.
_PARTS = re.compile(
    r"""
    (?P<closed> X'[^']*' | '[^'\\]*(?:\\.[^'\\]*)*' | "[^"\\]*(?:\\.[^"\\]*)*" | `[^`]*(?:``[^`]*)*` | /\*.*?\*/
              | \#CODE[ \t\r\n(].*?\#END[ \t]+CODE | \$\{[^'"`;{}\r\n]*\} )
  | (?P<line> --[^\n]* | (?:\A|\n)[ \t\r\v\f]*\#(?!CODE[ \t\r\n(])[^\n]* )
  | (?P<open> ['"`] | /\* | \#CODE[ \t\r\n(] )
  | (?P<end> ; )
  | (?P<blank> \s+? | \\\r?(?=\n|\Z) )
  | \\. | \w+ | [^\w\s'"`/\#;\-\\$]+ | .
    """,
    re.IGNORECASE | re.DOTALL | re.VERBOSE,
)
_OPEN = {
    "'": "the quote ' is not closed",
    '"': 'the quote " is not closed',
    "`": "the name after ` is not closed",
    "/*": "the comment /* is not closed",
    "#CODE": "#CODE has no #END CODE",
}
# Alink's SQL takes 1. for an integer, and VARCHAR without a length for a text; in MaxCompute 1. is a
# DOUBLE, and a VARCHAR has a length.
_OTHERWISE = re.compile(
    r"""('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`)|(?<![\w.])(\d+)\.(?![\w.])|(\bas\s+)varchar(?=\s*\))""",
    re.IGNORECASE | re.DOTALL,
)


def expression(text):
    """An expression of Alink's SQL as one of MaxCompute's. Its comments go: after one the query could not go on."""
    text = _PARTS.sub(lambda match: " " if match["line"] else match[0], text)
    return _OTHERWISE.sub(lambda match: match[1] or match[2] or match[3] + "STRING", text)


def fault_of(text):
    """Why a text cannot be one statement, or a part of one, in words; None where it can.

    What is not closed would go on in whatever comes next, and what stands after a ; would be a statement
    of its own.
    """
    has_any = False
    for match in _PARTS.finditer(text):
        if match["open"]:
            return _OPEN[match["open"][:5].upper()]
        if match["end"]:
            return "a ; ends a statement; in a text it has to be in quotes"
        has_any = has_any or not (match["line"] or match["blank"] or match[0].startswith("/*"))
    return None if has_any else "there is nothing in it"
