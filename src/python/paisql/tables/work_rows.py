"""TableRecordDataset over the pieces of a work queue: one piece is taken when its rows are wanted.

Any other dataset of table URLs is read to its end first; of a work queue that would take the work of
all workers at once.
"""

_CHUNK_ROWS = 1024
_MARK = "_paisql_work_pieces"


def mark(pieces):
    """Makes a Dataset of pieces known as such; gives it back."""
    setattr(pieces, _MARK, True)
    return pieces


def are_pieces(filenames):
    return getattr(filenames, _MARK, False)


def rows_of(pieces, table_dataset):
    """A Dataset of rows. table_dataset: makes one of a piece's URL, a string tensor."""
    # Whole columns as far as possible: one piece after another, and rows only after that.
    return pieces.flat_map(lambda url: table_dataset(url).batch(_CHUNK_ROWS)).unbatch()
