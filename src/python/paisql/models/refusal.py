"""Why a file becomes no model, in words for whoever named it."""


class Refusal(Exception):
    """`detail` says what is wrong, `hint` what helps."""

    def __init__(self, detail, hint=""):
        super().__init__(detail)
        self.detail = detail
        self.hint = hint


def first_line(error):
    """What a library says, in one line of at most 300 letters."""
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    said = lines[0] if lines else type(error).__name__
    return said if len(said) <= 300 else said[:300] + "…"
