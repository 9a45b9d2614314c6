"""A worker of a stream whose rows go through a model: a row of answers for each row, in order."""

import json
import os
import signal
import sys
import tempfile
import traceback

import numpy as np
import pyarrow as pa

from paisql.alink_models import ModelError, choices, table_job
from paisql.alink_stream import coordinator, feed, link, row_query, stream_worker, units
from paisql.alink_task import TaskError, task_cluster, task_settings
from paisql.monitoring import progress
from paisql.tables import columns as column_rules
from paisql.tables.rows import GoneFileError


def run():
    """A process of the job, the coordinator or a worker; what is wrong ends it with 1 and one line."""
    settings = task_settings()
    try:
        if os.environ["PAISQL_PROCESS"].startswith("stream-"):
            coordinator.run(settings)
        else:
            _run_worker(settings)
        return
    except (ModelError, TaskError, OSError) as error:
        sys.stderr.write("%s: %s\n" % (type(error).__name__, error))
    except Exception:
        traceback.print_exc()
    sys.stderr.flush()
    sys.exit(1)


class _Rows(feed.Feed):
    """chunks() yields (unit, numbers of rows in it, {column: Arrow array})."""

    def _own(self, unit, reader, arrays, position, row):
        count = len(arrays[0])
        begin = self.given * self._workers + self._index - position
        if begin >= count:
            return None
        places = np.arange(begin, count, self._workers)
        if len(places) < count:
            arrays = [array.take(pa.array(places)) for array in arrays]
        self.given += len(places)
        progress.add_rows_read(len(places), 0)
        return unit, row + places + 1, dict(zip(reader.names(), arrays))


class Answers:
    """The columns of the output for rows of the input.

    taken  {column that the model takes: the input's}
    """

    def __init__(self, settings, task, taken):
        self._settings, self._taken = settings, taken
        self._task, self._reserved = task, settings["predict"]["reserved"]
        self.fields = [(column["name"], column_rules.file_type(column["type"])) for column in settings["schema"]]

    def of(self, unit, numbers, arrays):
        """Arrow arrays, one for each of `fields`.

        unit, numbers  what the rows were read from, and their numbers in it
        arrays         {column: Arrow array}. ModelError, with unit and number, for a row that does not fit.
        """
        try:
            answers = self._task.predict(self._given(arrays), len(numbers), int(numbers[0]))
        except ModelError as error:
            self._refuse_row(unit, numbers, arrays)
            raise ModelError("%s: %s" % (unit.get("name", unit["path"]), error)) from None
        found = {name.lower(): arrays[name] for name in self._reserved}
        found.update((name.lower(), array) for name, array in zip(self._task.types, answers))
        return [found[name.lower()].cast(kind) for name, kind in self.fields]

    def _given(self, arrays):
        return {name: arrays[column] for name, column in self._taken.items()}

    def _refuse_row(self, unit, numbers, arrays):
        """Raises the error of the first row that has one, under its own number.

        A worker's rows do not lie one after the other, so that a batch's error has no number of a row.
        """
        for place, number in enumerate(numbers):
            row = {name: array.slice(place, 1) for name, array in arrays.items()}
            try:
                self._task.predict(self._given(row), 1, int(number))
            except ModelError as error:
                where = units.place_in_words(unit, number, self._settings)
                raise ModelError("%s: %s" % (where, error)) from None


def _run_worker(settings):
    # The coordinator says when the stream stops; it is asked to at the same time.
    signal.signal(signal.SIGTERM, lambda *_: None)
    place = task_cluster.place_of(json.loads(os.environ["TF_CONFIG"]))
    if "predict" not in settings:
        _compute(_given(settings, place), _AsTheyAre(settings))
        return
    with tempfile.TemporaryDirectory(dir=os.getcwd(), prefix="model-") as folder:
        try:
            task = choices.open_task(settings["predict"], table_job.model_rows, folder)
        except GoneFileError:
            raise ModelError(
                "the model's table has been replaced since the stream began: run the statement again"
            ) from None
        known = {one.name: one.type for one in row_query.reader_of(settings, None).columns}
        # A labelled model says itself which columns it takes; the statement has named all.
        taken = table_job.columns_taken(task, list(known))
        wanted = list(dict.fromkeys([*taken.values(), *settings["predict"]["reserved"]]))
        task.check({name: column_rules.file_type(known[column]) for name, column in taken.items()})
        _compute(_given(dict(settings, columns=wanted), place), Answers(settings, task, taken))


def _given(settings, place):
    return _Rows(settings, place.index, place.workers, link.Link(place.index))


class _AsTheyAre:
    """In place of Answers where there is no model: the rows themselves."""

    def __init__(self, settings):
        self.fields = [(column["name"], column_rules.file_type(column["type"])) for column in settings["schema"]]

    def of(self, unit, numbers, arrays):
        return [arrays[name].cast(kind) for name, kind in self.fields]


def _compute(given, answers):
    """Until the stream ends, and all answers are committed."""
    connection = given.link
    connection.feed = given
    connection.begin()
    connection.started.wait()
    if connection.is_over:
        return  # of a process that was killed after the last commit
    given.first = given.given = connection.first
    sender = stream_worker.RowSender(answers.fields, connection)
    for unit, numbers, arrays in given.chunks():
        sender.append(answers.of(unit, numbers, arrays))
    connection.end(given.given, sender.rows)
