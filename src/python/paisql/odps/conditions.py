"""Which way a branch of a workflow goes: python conditions.py ASKED ANSWER

ASKED is a file of JSON, a list of {"written": …, "when": …}: a condition as the user wrote it, and
with the values of its parameters in it. It is removed at once: values may be secrets, and so what is
said of a condition quotes the written one alone. Each is an expression of Python; the first that is
True is taken, and those behind it are not looked at. ANSWER becomes {"chosen": its position, null for
none} or {"error": one line, "at": the position of the condition}.
"""

import json
import os
import sys


class NoCondition(Exception):
    pass


def holds(condition):
    """Whether the condition holds.

    Raises:
        NoCondition: it is no expression, fails, or is neither True nor False
    """
    written = condition["written"]
    try:
        code = compile(condition["when"].strip(), "<condition>", "eval")
    except (SyntaxError, ValueError):
        raise NoCondition(
            f"the condition {written!r} is no expression of Python: texts want quotes, "
            "'${name}' == 'a'"
        ) from None
    try:
        value = eval(code, {"__builtins__": __builtins__}, {})
    except NameError:
        raise NoCondition(
            f"the condition {written!r} names what is not there: texts want quotes, "
            "'${name}' == 'a'"
        ) from None
    except Exception as failure:
        raise NoCondition(f"the condition {written!r} fails: {type(failure).__name__}") from None
    if not isinstance(value, bool):
        raise NoCondition(f"the condition {written!r} is no boolean, but of {type(value).__name__}")
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
