"""Types by the names that SQL gives them: "bigint", "decimal(10,2)", "map<string,array<int>>", "struct<a:int>"."""

import collections

# name: small letters, without parameters; parts: types of elements; fields: the names of a STRUCT's; digits: of a
# DECIMAL, (precision, scale) or ().
Type = collections.namedtuple("Type", "name parts fields digits")


def parse(text):
    """The Type of a text; ValueError for what is not one."""
    text = text.strip()
    head, opened, rest = text.partition("<")
    if opened:
        if not rest.endswith(">"):
            raise ValueError("'%s' is not a type" % text)
        name, inner = head.strip().lower(), split(rest[:-1])
        counts = {"array": 1, "map": 2, "struct": len(inner)}
        if counts.get(name) != len(inner):
            raise ValueError("'%s' is not a type" % text)
        if name != "struct":
            return Type(name, tuple(parse(one) for one in inner), (), ())
        pairs = [one.partition(":") for one in inner]
        return Type(name, tuple(parse(kind) for _, _, kind in pairs), tuple(one.strip(" `") for one, _, _ in pairs), ())
    name, opened, numbers = text.lower().partition("(")
    digits = tuple(int(one) for one in numbers.rstrip(" )").split(",")) if opened else ()
    return Type(name.strip(), (), (), digits)


def split(text):
    """The pieces between commas that stand outside of <> and ()."""
    pieces, depth, start = [], 0, 0
    for at, character in enumerate(text):
        if character in "<(":
            depth += 1
        elif character in ">)":
            depth -= 1
        elif character == "," and depth == 0:
            pieces.append(text[start:at])
            start = at + 1
    pieces.append(text[start:])
    return pieces
