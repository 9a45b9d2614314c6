"""The component split_word: cuts texts into words that blanks separate.

rjieba, a port of jieba, cuts with its dictionary, the words of dictTableName, and a model for words that neither has.
What the switches name stays one word: it is found first, and the text between is cut. A switch that is off has such a
word cut at its signs. With enablePosTagger each word ends with `/` and its part of speech, as jieba names it.
"""

import re

import pyarrow as pa

from paisql.learners.settings import Settings
from paisql.learners.similarity import first_texts

_CHINESE = "[零〇一二两三四五六七八九十百千万亿]"
_SOME = r"(?:\d{1,4}|%s{1,4})" % _CHINESE

# (parameter, its default, pattern, part of speech), the longest things first.
_ENTITIES = (
    (
        "enableDfa",
        True,
        r"https?://[A-Za-z0-9_.:/?&=%#~+-]+|[A-Za-z0-9_.+-]+@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+|\d{1,3}(?:\.\d{1,3}){3}",
        "eng",
    ),
    ("enableChnDateMerge", False, r"{0}年(?:{0}月(?:{0}[日号])?)?|{0}月{0}[日号]".format(_SOME), "t"),
    (
        "enableChnTimeMerge",
        False,
        r"(?:凌晨|早上|上午|中午|下午|晚上)?{0}[点时](?:半|{0}分(?:{0}秒)?)?".format(_SOME),
        "t",
    ),
    ("enableChnNumMerge", False, _CHINESE + "{2,}", "m"),
    ("enableDateRetrievalUnit", True, r"\d{4}(?:-\d{1,2}-|/\d{1,2}/|\.\d{1,2}\.)\d{1,2}(?!\d)", "t"),
    ("enableTimeRetrievalUnit", True, r"\d{1,2}:\d{2}(?::\d{2})?(?!\d)", "t"),
    (
        "enableTelephoneRetrievalUnit",
        True,
        r"(?:\+?86[- ]?)?1[3-9]\d{9}(?!\d)|0\d{2,3}-\d{7,8}(?:-\d{1,4})?(?!\d)|[48]00-\d{3,4}-\d{3,4}(?!\d)",
        "m",
    ),
    (
        "enableNumberLetterRetrievalUnit",
        True,
        r"(?=[0-9_-]*[A-Za-z])(?=[A-Za-z_-]*\d)[A-Za-z0-9]+(?:[-_][A-Za-z0-9]+)*",
        "eng",
    ),
    ("enableNumMerge", True, r"\d+(?:,\d{3})*(?:\.\d+)?%?(?![A-Za-z\d])", "m"),
)
_SIGNS = re.compile(r"[0-9]+|[A-Za-z]+|[^0-9A-Za-z]")
_NUMBER = re.compile(r"[+-]?[0-9.,:/%-]*[0-9][0-9.,:/%-]*")
_LETTERS = re.compile(r"[A-Za-z]+")


class Cutter:
    """Cuts texts as the parameters of a statement say."""

    def __init__(self, settings, own_words=()):
        import rjieba

        self._cut = rjieba
        if own_words:
            self._cut = rjieba.Jieba()
            for word in own_words:
                self._cut.add_word(word, max(self._cut.suggest_freq(word), 1), "n")
        self._tags = settings.boolean("enablePosTagger")
        kept = [entity for entity in _ENTITIES if settings.boolean(entity[0], entity[1])]
        self._kinds = [tag for _, _, _, tag in kept]
        self._find = re.compile("|".join("(?P<e%d>%s)" % (index, entity[2]) for index, entity in enumerate(kept)))
        # What is off by default is cut as the dictionary says, not at signs.
        self._apart = [re.compile(entity[2]) for entity in _ENTITIES if entity[1] and entity not in kept]
        self._filters = [
            rule
            for name, rule in (
                ("enableCheckNumber", _NUMBER.fullmatch),
                ("enableCheckCharSequence", _LETTERS.fullmatch),
                ("enableCheckPunctuation", lambda word: not any(letter.isalnum() for letter in word)),
            )
            if settings.boolean(name)
        ]

    def words(self, text):
        """The words of a text, separated by blanks."""
        found = []
        begin = 0
        for entity in self._find.finditer(text):
            if not entity.group() or _joined(text, entity):
                continue
            self._add(text[begin : entity.start()], found)
            found.append((entity.group(), self._kinds[int(entity.lastgroup[1:])]))
            begin = entity.end()
        self._add(text[begin:], found)
        kept = [(word, tag) for word, tag in found if not any(rule(word) for rule in self._filters)]
        return " ".join("%s/%s" % pair for pair in kept) if self._tags else " ".join(word for word, _ in kept)

    def _add(self, text, found):
        if not text:
            return
        pairs = self._cut.tag(text) if self._tags else ((word, "") for word in self._cut.cut(text))
        for word, tag in pairs:
            word = word.strip()
            if not word:
                continue
            if any(pattern.fullmatch(word) for pattern in self._apart):
                found.extend((part, tag) for part in _SIGNS.findall(word))
            else:
                found.append((word, tag))


def _joined(text, entity):
    """Whether what is found is only the end of a longer run of letters or digits."""
    start = entity.start()
    return start > 0 and text[start - 1].isascii() and text[start - 1].isalnum() and text[start].isascii()


def predict(task):
    """See the head of this file."""
    settings = Settings(task.parameters)
    source, output = task.inputs["inputTableName"], task.outputs["outputTableName"]
    chosen = settings.columns("selectedColNames", source.columns) or first_texts(source, 1)
    cutter = Cutter(settings, _own_words(task))
    for rows in source.chunks():
        columns = {}
        for spelled, name in zip(output.columns, source.columns):
            if name in chosen:
                texts = rows[name].to_pylist()
                columns[spelled] = pa.array(
                    [None if text is None else cutter.words(text) for text in texts], pa.string()
                )
            else:
                columns[spelled] = rows[name]
        output.append(columns)


def _own_words(task):
    if "dictTableName" not in task.inputs:
        return []
    table = task.inputs["dictTableName"]
    name = first_texts(table, 1)[0]
    words = (word.strip() for word in table.read([name])[name].to_pylist() if word is not None)
    return list(dict.fromkeys(word for word in words if word))
