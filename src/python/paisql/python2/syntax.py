"""Python 2's syntax as Python 3's, line for line.

A row of _FIXES for each kind of node; the tree is lib2to3's, which keeps blanks and comments. A fix
may change tokens and put text before or after a leaf, but adds no line and removes none.

    Python 2                            becomes
    print x, y,  /  print >>f, x        print(x, y, end=' ')  /  print(x, file=f)
    except E, e:                        except E as e:
    raise E, v, t                       raise E(v).with_traceback(t)
    exec code in names                  exec(code, names)
    `x`, <>, 0777, 10L, ur'\\d'          repr(x), !=, 0o777, 10, r'\\d'
    lambda (a, b): a                    lambda a_b: (lambda a, b: a)(*a_b)
    def f((a, b)): g()                  def f(a_b): a, b = a_b; g()
    [x for x in 1, 2]                   [x for x in (1, 2)]
    async (as a name)                   async_
    tabs that count as 8 columns        blanks
"""

import ast
import functools
import io
import re
import tokenize

from paisql.python2 import tuple_parameters
from paisql.python2.helper import HELPER
from paisql.python2.tree import (
    SYMBOLS,
    Unconvertible,
    begin_suite,
    driver,
    first_leaf,
    is_token,
    old_tokenize,
    parse,
    put_before,
    put_behind,
    pygram,
    pytree,
    tokens,
)


@functools.lru_cache(maxsize=64)  # whoever has judged a script has asked before it runs
def convert(text):
    """The text as Python 3, with as many lines; Unconvertible. What is Python 3 stays as it is."""
    tree = _parsed(text if text.endswith("\n") else text + "\n")
    for node in list(tree.post_order()):  # what an inner one adds stands within
        fix = _FIXES.get(node.type)
        if fix is not None:
            fix(node)
    done = str(tree)
    if not text.endswith("\n"):
        done = done[:-1]
    try:
        ast.parse(done)
    except TabError:
        done = _without_tabs(done)
    except SyntaxError:
        pass
    try:
        ast.parse(done)
    except (SyntaxError, ValueError) as error:
        raise Unconvertible(getattr(error, "lineno", 0) or 0, str(error.args[0])) from None
    return done


def _parsed(text):
    """print is a word of the grammar, unless `from __future__ import print_function` or the text
    itself says otherwise.
    """
    first = None
    grammars = [pygram.python_grammar, pygram.python_grammar_no_print_statement]
    if re.search(r"^from __future__ import .*\bprint_function\b", text, re.MULTILINE):
        grammars.reverse()
    for grammar in grammars:
        try:
            return driver.Driver(grammar, convert=pytree.convert).parse_string(text)
        except parse.ParseError as error:
            failure = Unconvertible(error.context[1][0], "the line is not Python 2 either")
        except old_tokenize.TokenError as error:
            failure = Unconvertible(error.args[1][0], error.args[0])
        except IndentationError as error:
            failure = Unconvertible(error.args[1][1], error.args[0])
        # The grammar that comes further has understood the file better.
        if first is None or failure.line > first.line:
            first = failure
    raise first


def _in_parentheses(node):
    """Whether the node is one value in parentheses, no tuple."""
    return (
        node.type == SYMBOLS.atom
        and is_token(node.children[0], "(")
        and len(node.children) == 3
        and not (
            node.children[1].type == SYMBOLS.testlist_gexp
            and any(is_token(child, ",") for child in node.children[1].children)
        )
    )


def _fix_print(node):
    rest = node.children[1:]
    if len(rest) == 1 and _in_parentheses(rest[0]):
        return
    options = ""
    if rest and is_token(rest[0], ">>"):
        options = "file=" + str(rest[1]).strip()
        for child in node.children[1:4]:
            child.remove()
        rest = node.children[1:]
    if rest and is_token(rest[-1], ","):
        rest.pop().remove()
        options += (", " if options else "") + "end=' '"
    keyword = node.children[0]
    if not rest:
        keyword.value += "(" + options + ")"
        return
    # What stands between the word and its first value may hold a line's end.
    between = first_leaf(rest[0]).prefix
    first_leaf(rest[0]).prefix = ""
    keyword.value += "(" + (between if "\n" in between else "")
    put_behind(rest[-1], (", " + options if options else "") + ")")


def _fix_name(leaf):
    if leaf.value == "print" and leaf.parent is not None and leaf.parent.type in _STATEMENTS:
        leaf.value = "print()"
    elif leaf.value == "async" and not is_token(leaf.next_sibling, "def"):
        if leaf.parent is None or leaf.parent.type not in _ASYNCHRONOUS:
            leaf.value = "async_"


def _fix_except(node):
    if len(node.children) != 4 or not is_token(node.children[2], ","):
        return
    comma, target = node.children[2:]
    comma.value = " as"
    if not target.prefix.strip(" "):
        first_leaf(target).prefix = " "
    if target.type != tokens.NAME:
        names = str(target).strip()
        target.replace(pytree.Leaf(tokens.NAME, "python2_error", prefix=" "))
        suite = node.next_sibling.next_sibling
        begin_suite(suite, names + " = python2_error", comma.get_lineno())


def _fix_raise(node):
    values = node.children[1:]
    if len(values) < 3:
        return
    commas = [child for child in values if is_token(child, ",")]
    error, value = values[0], values[2]
    if value.type == tokens.STRING or first_leaf(value).type == tokens.STRING:
        commas[0].value, value.prefix = "(", ""
        put_behind(value, ")")
    else:
        put_before(error, HELPER + ".error(")
        put_behind(value, ")")
    if len(values) == 5:
        commas[1].value = ".with_traceback("
        values[4].prefix = ""
        put_behind(values[4], ")")


def _fix_exec(node):
    values = node.children[1:]
    if len(values) == 1 and values[0].type == SYMBOLS.atom and is_token(values[0].children[0], "("):
        return
    node.children[0].value = "exec("
    first_leaf(values[0]).prefix = ""
    if len(values) > 1:
        values[1].value, values[1].prefix = ",", ""
    put_behind(values[-1], ")")


def _fix_atom(node):
    if not is_token(node.children[0], "`"):
        return
    listed = node.children[1].type == SYMBOLS.testlist1
    node.children[0].value = "repr((" if listed else "repr("
    node.children[-1].value = "))" if listed else ")"


def _fix_unequal(leaf):
    if leaf.value == "<>":
        leaf.value = "!="


def _fix_number(leaf):
    text = leaf.value.rstrip("lL")
    if re.fullmatch("0[0-7]+", text) and text.strip("0"):
        text = "0o" + text[1:]
    leaf.value = text


def _fix_string(leaf):
    prefix = re.match("[a-zA-Z]*", leaf.value)[0]
    rest = leaf.value[len(prefix) :]
    if prefix.lower() == "ur":
        if re.search(r"\\[uU]", rest):
            leaf.value = "u" + re.sub(r"\\(?!u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8})", r"\\\\", rest)
        else:
            leaf.value = "r" + rest
    elif not prefix:
        # In a string of bytes these were not escapes.
        leaf.value = re.sub(r"(?<!\\)((?:\\\\)*)\\([uUN])", r"\1\\\\\2", rest)


def _fix_values_of_loop(node):
    put_before(node, "(")
    put_behind(node, ")")


def _without_tabs(text):
    """Indentation as Python 2 counts it: a tab goes on to the next multiple of 8 columns."""
    lines = text.splitlines(keepends=True)
    fresh = True
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in (tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT):
            fresh = True
        elif token.type in (tokenize.NL, tokenize.COMMENT, tokenize.ENDMARKER):
            continue
        elif fresh:
            line = lines[token.start[0] - 1]
            blanks = line[: len(line) - len(line.lstrip(" \t\f"))]
            lines[token.start[0] - 1] = blanks.expandtabs(8) + line[len(blanks) :]
            fresh = False
    return "".join(lines)


_STATEMENTS = {SYMBOLS.simple_stmt, SYMBOLS.file_input}
_ASYNCHRONOUS = {SYMBOLS.async_stmt, SYMBOLS.async_funcdef, SYMBOLS.comp_for}

_FIXES = {
    SYMBOLS.print_stmt: _fix_print,
    SYMBOLS.except_clause: _fix_except,
    SYMBOLS.raise_stmt: _fix_raise,
    SYMBOLS.exec_stmt: _fix_exec,
    SYMBOLS.atom: _fix_atom,
    SYMBOLS.lambdef: tuple_parameters.fix_lambda,
    SYMBOLS.old_lambdef: tuple_parameters.fix_lambda,
    SYMBOLS.funcdef: tuple_parameters.fix_function,
    SYMBOLS.testlist_safe: _fix_values_of_loop,
    tokens.NAME: _fix_name,
    tokens.NOTEQUAL: _fix_unequal,
    tokens.NUMBER: _fix_number,
    tokens.STRING: _fix_string,
}
