"""How alike two texts are: the measures of string_similarity, and of sentences in TextSummarization.

    levenshtein        edits that make one text of the other; _sim: 1 - edits / the longer length
    lcs                the longer length minus the longest common substring; _sim: the substring / the longer length
    cosine             of the counts of substrings of k characters
    ssk                the string subsequence kernel of k characters, with `decay` for each character of a gap,
                       divided by its values of each text with itself
    simhash_hamming    the bits that differ of two 64-bit fingerprints of substrings of k characters; _sim: 1 - bits / 64

Characters are those of Unicode. Two empty texts are alike.
"""

import hashlib

import numpy as np

DISTANCES = ("levenshtein", "lcs", "simhash_hamming")

# So many cells of the tables of one step, of all pairs together.
_MOST_CELLS = 1 << 17


def measure(method, length=2, decay=0.5):
    """The measure of a name: prepare(texts) gives what compare() takes."""
    name = method.removesuffix("_sim")
    if name == "cosine":
        return _Cosine(length)
    if name == "simhash_hamming":
        return _Simhash(length, method != name)
    if name == "ssk":
        return _Kernel(length, decay)
    return _Table(_edits if name == "levenshtein" else _apart, method != name)


def _grams(text, length):
    """The substrings of a length; a shorter text is one itself."""
    if len(text) <= length:
        return [text] if text else []
    return [text[start : start + length] for start in range(len(text) - length + 1)]


class _Cosine:
    def __init__(self, length):
        self._length = length
        self._numbers = {}

    def prepare(self, texts):
        """Counts of substrings in rows of the norm 1, (row of each item, its column, its value) as arrays."""
        made = []
        for text in texts:
            counts = {}
            for gram in _grams(text, self._length):
                number = self._numbers.setdefault(gram, len(self._numbers))
                counts[number] = counts.get(number, 0) + 1
            norm = sum(count * count for count in counts.values()) ** 0.5
            made.append({number: count / norm for number, count in counts.items()})
        return made

    def compare(self, left, first, right, second):
        """The measure of the pairs (left[first[i]], right[second[i]]) as an array."""
        return np.array([_product(left[i], right[j]) for i, j in zip(first, second)], np.float64)


def _product(one, other):
    if not one and not other:
        return 1.0
    if len(one) > len(other):
        one, other = other, one
    return min(1.0, sum(value * other[number] for number, value in one.items() if number in other))


class _Simhash:
    def __init__(self, length, similar):
        self._length, self._similar = length, similar

    def prepare(self, texts):
        return np.array([self._fingerprint(text) for text in texts], np.uint64).reshape(len(texts))

    def _fingerprint(self, text):
        grams = _grams(text, self._length)
        if not grams:
            return 0
        digests = b"".join(hashlib.blake2b(gram.encode(), digest_size=8).digest() for gram in grams)
        bits = np.unpackbits(np.frombuffer(digests, np.uint8).reshape(len(grams), 8), axis=1)
        majority = bits.sum(axis=0) * 2 > len(grams)
        return int.from_bytes(np.packbits(majority).tobytes(), "big")

    def compare(self, left, first, right, second):
        apart = (left[first] ^ right[second]).reshape(-1, 1).view(np.uint8)
        bits = np.unpackbits(apart, axis=1).sum(axis=1).astype(np.float64)
        return 1.0 - bits / 64.0 if self._similar else bits


class _Pairs:
    """Measures that compare all characters of two texts with each other, for many pairs at a time."""

    def prepare(self, texts):
        return [np.frombuffer(text.encode("utf-32-le"), np.uint32) for text in texts]

    def compare(self, left, first, right, second):
        answers = np.empty(len(first), np.float64)
        sizes = np.array([max(len(left[i]), len(right[j])) for i, j in zip(first, second)], np.int64)
        order = np.argsort(sizes, kind="stable")
        begin = 0
        while begin < len(order):
            # Pairs of about one length, which share a table of `width` cells for each.
            width = sizes[order[begin]] + 1
            end = begin + max(1, min(len(order) - begin, _MOST_CELLS // int(width)))
            while end > begin + 1 and sizes[order[end - 1]] > 2 * width + 8:
                end = begin + (end - begin) // 2
            some = order[begin:end]
            answers[some] = self._some([left[i] for i in first[some]], [right[j] for j in second[some]])
            begin = end
        return answers


def _padded(texts, filler):
    """(characters in a matrix, their counts); `filler` is not a character of any text."""
    sizes = np.array([len(text) for text in texts], np.int64)
    made = np.full((len(texts), int(sizes.max(initial=0))), filler, np.uint32)
    for row, text in enumerate(texts):
        made[row, : len(text)] = text
    return made, sizes


class _Table(_Pairs):
    def __init__(self, rule, similar):
        self._rule, self._similar = rule, similar

    def _some(self, left, right):
        one, one_sizes = _padded(left, 0xFFFFFFFE)
        other, other_sizes = _padded(right, 0xFFFFFFFF)
        apart = self._rule(one, one_sizes, other, other_sizes).astype(np.float64)
        if not self._similar:
            return apart
        longer = np.maximum(one_sizes, other_sizes)
        return 1.0 - apart / np.maximum(longer, 1)


def _edits(one, one_sizes, other, other_sizes):
    rows = np.arange(len(one))
    steps = np.arange(other.shape[1] + 1, dtype=np.int32)
    row = np.broadcast_to(steps, (len(one), len(steps))).copy()
    answers = other_sizes.copy()
    for index in range(one.shape[1]):
        best = np.minimum(row[:, 1:] + 1, row[:, :-1] + (other != one[:, index : index + 1]))
        row = np.concatenate([np.full((len(one), 1), index + 1, np.int32), best], axis=1)
        # An insertion adds one to the cell on the left, from wherever it is cheapest.
        row = np.minimum.accumulate(row - steps, axis=1) + steps
        last = one_sizes == index + 1
        answers[last] = row[rows[last], other_sizes[last]]
    return answers


def _apart(one, one_sizes, other, other_sizes):
    longest = np.zeros(len(one), np.int32)
    row = np.zeros((len(one), other.shape[1] + 1), np.int32)
    for index in range(one.shape[1]):
        row[:, 1:] = np.where(other == one[:, index : index + 1], row[:, :-1] + 1, 0)
        np.maximum(longest, row.max(axis=1), out=longest)
    return np.maximum(one_sizes, other_sizes) - longest


class _Kernel(_Pairs):
    def __init__(self, length, decay):
        self._length, self._decay = length, decay

    def _some(self, left, right):
        one, one_sizes = _padded(left, 0xFFFFFFFE)
        other, other_sizes = _padded(right, 0xFFFFFFFF)
        both = self._kernel(one, other)
        # A text's padding differs from that of its copy, so that it does not count.
        alone = self._kernel(one, _padded(left, 0xFFFFFFFF)[0]) * self._kernel(_padded(right, 0xFFFFFFFE)[0], other)
        equal = (one_sizes == other_sizes) & np.array([np.array_equal(a, b) for a, b in zip(left, right)])
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.where(equal, 1.0, np.where(alone > 0, np.minimum(both / np.sqrt(alone), 1.0), 0.0))

    def _kernel(self, one, other):
        """Sums over common subsequences, with `decay` for each character that stands between two of theirs."""
        from scipy.signal import lfilter

        count, width = other.shape
        levels = [np.ones((count, width + 1))] + [np.zeros((count, width + 1)) for _ in range(self._length - 1)]
        total = np.zeros(count)
        for index in range(one.shape[1]):
            same = other == one[:, index : index + 1]
            total += np.where(same, levels[-1][:, :-1], 0.0).sum(axis=1)
            for level in range(self._length - 1, 0, -1):
                found = np.where(same, levels[level - 1][:, :-1], 0.0)
                levels[level] *= self._decay
                levels[level][:, 1:] += lfilter([1.0], [1.0, -self._decay], found, axis=1) if width else 0.0
        return total
