"""Statements of classic components on a home of a test, and rows for them."""

import json

import numpy as np

ANSWERS = "prediction_result, prediction_score, prediction_detail"


def pai(name, **parameters):
    """The text of a PAI statement."""
    return "PAI -name %s -project algo_public%s;" % (
        name,
        "".join(' -D%s="%s"' % (key, value) for key, value in parameters.items()),
    )


def fill(home, table, columns, rows):
    """Makes a table of rows by a CSV file: None is NULL."""
    lines = "".join(",".join("\\N" if cell is None else str(cell) for cell in row) + "\n" for row in rows)
    home.write(table + ".csv", lines)
    create = "CREATE TABLE %s (%s);" % (table, columns)
    home.run(create, "TUNNEL UPLOAD -ni '\\N' %s.csv %s;" % (table, table)).ok()


def answers(home, table, order):
    """[(result, score, detail)] in this order of rows."""
    query = "SELECT %s FROM %s ORDER BY %s LIMIT 10000;" % (ANSWERS, table, order)
    return [(result, float(score), json.loads(detail)) for result, score, detail in home.rows(query)]


def numbers(rows, features, seed=0):
    """A matrix of random numbers of three digits, which CSV keeps."""
    return np.round(np.random.default_rng(seed).normal(size=(rows, features)), 3)
