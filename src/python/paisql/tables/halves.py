"""Which of many values a conversion of all at once refuses."""


def first_refused(convert, count, *errors):
    """The place of the first value for which convert(begin, count) raises one of the errors, by halves; there is one."""
    low, end = 0, count
    while end - low > 1:
        middle = (low + end) // 2
        try:
            convert(low, middle - low)
            low = middle
        except errors:
            end = middle
    return low
