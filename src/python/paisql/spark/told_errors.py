"""What Spark, Sail or a kernel says of a failure, as a code of the platform and words for people."""

import json

MARK = "paisql-error:"


def told(error):
    """{"code", "message", "hint"}; the code is "" for an error of Spark's own."""
    text = str(error)
    at = text.find(MARK)
    if at >= 0:
        found, _ = json.JSONDecoder().raw_decode(text[at + len(MARK) :])
        return {"code": found.get("code", ""), "message": found.get("message", ""), "hint": found.get("hint", "")}
    lines = [line for line in text.splitlines() if line.strip()]
    return {"code": "", "message": lines[0][:1000] if lines else type(error).__name__, "hint": ""}
