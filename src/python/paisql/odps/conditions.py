"""Which way a branch of a workflow goes: python conditions.py ASKED ANSWER

ASKED is a file of JSON, a list of {"written": …, "when": …, "mark": …, "values": […]}: a condition as
the user wrote it, and the same with a name, mark0_, mark1_, …, in place of each ${…}, and their values. The
file is removed at once: values may be secrets, and so messages quote the written condition alone.

A condition is an expression of Python. Its values are put into what Python has read, and so none of
them is ever read as code: within quotes a value is its text, elsewhere the number, boolean, list
or other literal that it is written as. The first condition that is True is taken, and those after
it are not looked at. ANSWER becomes {"chosen": its position, null for none} or {"error": one line, "at": the
position of the condition}.
"""

import ast
import json
import os
import re
import sys
import warnings


class NoCondition(Exception):
    pass


class Values(ast.NodeTransformer):
    """Puts values in place of their marks."""

    def __init__(self, mark, values):
        self.marks = re.compile(re.escape(mark) + "([0-9]+)_")
        self.values = values

    def put(self, text):
        return self.marks.sub(lambda found: self.values[int(found.group(1))], text)

    def visit_Constant(self, node):
        if isinstance(node.value, str):
            node.value = self.put(node.value)
        elif isinstance(node.value, bytes):
            node.value = self.put(node.value.decode("latin-1")).encode()
        return node

    def visit_Name(self, node):
        if not self.marks.search(node.id):
            return node
        # A text that is not a literal needs quotes: the NameError names it.
        text = self.put(node.id)
        try:
            value = repr(ast.literal_eval(text.strip()))
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            raise NameError(text) from None
        return ast.parse(value, "<value>", "eval").body


def is_marked(tree, values):
    """Whether a mark stands where no value can: as the name of an attribute or an argument."""
    return any(
        isinstance(text, str) and values.marks.search(text)
        for node in ast.walk(tree)
        for field, text in ast.iter_fields(node)
        if field in ("attr", "arg")
    )


def holds(condition):
    """Whether the condition holds.

    Raises:
        NoCondition: it is not an expression, fails, or is neither True nor False
    """
    written = condition["written"]
    values = Values(condition["mark"], condition["values"])
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(condition["when"].strip(), "<condition>", "eval")
        if is_marked(tree, values):
            raise SyntaxError
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NoCondition(
            f"the condition {written!r} is not an expression of Python: texts need quotes, '${{name}}' == 'a'"
        ) from None
    try:
        tree = ast.fix_missing_locations(values.visit(tree))
        value = eval(compile(tree, "<condition>", "eval"), {"__builtins__": __builtins__}, {})
    except NameError:
        raise NoCondition(
            f"the condition {written!r} names what is not there: texts need quotes, '${{name}}' == 'a'"
        ) from None
    except Exception as failure:
        raise NoCondition(f"the condition {written!r} fails: {type(failure).__name__}") from None
    if not isinstance(value, bool):
        raise NoCondition(f"the condition {written!r} is not a boolean, but of {type(value).__name__}")
    return value


def way(conditions):
    """{"chosen": the position of the first condition that holds, None for none}, or {"error", "at"}."""
    for position, condition in enumerate(conditions):
        try:
            if holds(condition):
                return {"chosen": position}
        except NoCondition as failure:
            return {"error": str(failure), "at": position}
    return {"chosen": None}


def main(asked, answer):
    with open(asked, encoding="utf-8") as file:
        conditions = json.load(file)
    os.remove(asked)
    told = way(conditions)
    if "error" in told:
        print(told["error"])
    elif told["chosen"] is None:
        print("no condition holds")
    else:
        print(f"goes by {conditions[told['chosen']]['written']}")
    with open(answer, "w", encoding="utf-8") as file:
        json.dump(told, file)


if __name__ == "__main__":
    main(*sys.argv[1:])
