"""Records of CSV with delimiters of any letters, and any quote: what TUNNEL does not know is read by this."""

_BLOCK_LETTERS = 1 << 20
_LONGEST_RECORD = 256 << 20  # letters


class BadRecord(Exception):
    """Why a record is none."""


def records(stream, fields, rows, quote):
    """Goes through the records of a stream of text, some MiB in memory: (number, values).

    number  that of its first line, from 1 on
    values  texts, None for an empty field without quotes; [] of an empty line; a BadRecord for what is no record

    A line end `rows` of "\\n" may have a "\\r" before it.
    """
    lines = _numbered(stream, rows)
    ends = "\r" if rows == "\n" else ""
    for number, line in lines:
        if quote and quote in line:
            try:
                yield number, _with_quotes(line, lines, fields, rows, quote, ends)
            except BadRecord as bad:
                yield number, bad
            continue
        if ends and line.endswith(ends):
            line = line[:-1]
        yield number, [text or None for text in line.split(fields)] if line else []


def _numbered(stream, rows):
    """(number, line) of each line; the last one may have no end."""
    rest, number = "", 0
    while True:
        block = stream.read(_BLOCK_LETTERS)
        parts = (rest + block).split(rows)
        rest = parts.pop()
        if len(rest) > _LONGEST_RECORD:
            raise ValueError("line %d is longer than %d MiB" % (number + len(parts) + 1, _LONGEST_RECORD >> 20))
        for number, line in enumerate(parts, number + 1):
            yield number, line
        if not block:
            break
    if rest:
        yield number + 1, rest


def _with_quotes(line, lines, fields, rows, quote, ends):
    """The values of a record whose first line has a quote; further lines are taken where it goes on in them."""
    values, at = [], 0
    while True:
        if not line.startswith(quote, at):
            end = line.find(fields, at)
            text = line[at:] if end < 0 else line[at:end]
            if end < 0 and ends and text.endswith(ends):
                text = text[:-1]
            values.append(text or None)
        else:
            line, close = _closed(line, lines, at + 1, rows, quote)
            values.append(line[at + 1 : close].replace(2 * quote, quote))
            end = close + 1 if line.startswith(fields, close + 1) else -1
            if end < 0 and line[close + 1 :] not in ("", ends):
                raise BadRecord("text follows a closing quote")
        if end < 0:
            return values
        at = end + len(fields)


def _closed(line, lines, begin, rows, quote):
    """(record so far, place of the quote that ends the value which begins at `begin`)."""
    while True:
        end = line.find(quote, begin)
        if end < 0:
            begin, more = len(line) + len(rows), next(lines, None)
            if more is None or begin > _LONGEST_RECORD:
                raise BadRecord("a quote is not closed")
            line += rows + more[1]
        elif line.startswith(quote, end + 1):
            begin = end + 2
        else:
            return line, end
