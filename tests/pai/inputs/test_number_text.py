"""Texts that are numbers, and those that Python alone takes for some."""

import math
import sys

import pytest
from fake_job import PYTHON_FOLDER

sys.path.append(PYTHON_FOLDER)

from paisql.alink_models import number_text  # noqa: E402


@pytest.mark.parametrize("text, number", [("0", 0), ("-7", -7), ("+7", 7), ("007", 7), ("9" * 40, int("9" * 40))])
def test_integers(text, number):
    assert number_text.integer(text) == number


@pytest.mark.parametrize(
    "text", ["", "-", "1_000", "٣", "１", " 1", "1 ", "1\n", "1.0", "1e3", "0x1f", "one", "nan", "1" * 5000]
)
def test_texts_that_are_no_integers(text):
    with pytest.raises(ValueError, match="is not an integer$|has 5000 digits, too many for an integer$"):
        number_text.integer(text)


@pytest.mark.parametrize(
    "text, number",
    [
        ("1.5", 1.5),
        ("-.5", -0.5),
        ("2.", 2.0),
        ("1e-3", 0.001),
        ("+1E+3", 1000.0),
        ("7", 7.0),
        ("0" * 5000 + "1.5", 1.5),
        ("1e-999", 0.0),
        ("inf", math.inf),
        ("-Infinity", -math.inf),
        ("+INF", math.inf),
    ],
)
def test_real_numbers(text, number):
    assert number_text.real(text) == number


def test_what_is_no_number_has_a_text():
    for text in ("nan", "NaN", "-nan"):
        assert math.isnan(number_text.real(text))


@pytest.mark.parametrize(
    "text",
    ["", ".", "-", "1_0.5", "٣.٥", " 1", "1 ", "1\n", "1,5", "e3", "1e", "1e1_0", "0x1p3", "1.5f", "infin", "1e999"],
)
def test_texts_that_are_no_real_numbers(text):
    with pytest.raises(ValueError, match="is not a number$|is too large for a number of 64 bits$"):
        number_text.real(text)
