"""What all batch operators have: links, and the ways to their rows. methods.py adds methods that make other operators."""

import weakref

from paisql.alink import environment, not_offered, shown
from paisql.alink.parameters import Parameters

__all__ = ["BatchOperator", "collectToDataframes"]

_SHOWN_ROWS = 20


def refuse_class(given):
    """TypeError for a class where one of its objects is wanted."""
    if isinstance(given, type):
        raise TypeError("%s is a class; %s() makes an operator" % (given.__name__, given.__name__))


class BatchOperator(Parameters):
    """A step of a graph, made of its inputs, and of values of its parameters by their names, also in a dict."""

    keeps_rows = False  # whether its rows are computed once, into a table

    def __init__(self, *inputs, **values):
        # Of its rows: the table, and the environment that has it; the columns; how many operators read it, and which.
        self._table, self._of, self._schema = None, None, None
        self._readers, self._followers = 0, weakref.WeakSet()
        self.inputs = []
        super().__init__(*(one for one in inputs if isinstance(one, dict)), **values)
        inputs = [one for one in inputs if not isinstance(one, dict)]
        if inputs:
            self.linkFrom(*inputs)

    def __getattr__(self, name):
        not_offered.refuse_method(type(self), name)
        return super().__getattr__(name)

    def forget(self):
        """Lets go what was computed of other values or inputs, here and in all operators after this one."""
        waiting, seen = [self], set()
        while waiting:
            one = waiting.pop()
            if id(one) not in seen:
                seen.add(id(one))
                one.let_go()
                waiting.extend(one._followers)

    def let_go(self):
        """Lets go what this operator has computed; for classes that keep more than a table of their rows."""
        self._table = self._schema = None

    def reads(self, *operators):
        """Says that these rows are made of the rows of others."""
        for one in operators:
            one._readers += 1
            one._followers.add(self)

    def reads_no_more(self, *operators):
        """Takes back what reads() has said."""
        for one in operators:
            one._readers -= 1
            one._followers.discard(self)

    def link(self, operator):
        """Makes this one the input of `operator`, which is given back. TypeError for a class of operators."""
        refuse_class(operator)
        return operator.linkFrom(self)

    linkTo = link

    def linkFrom(self, *inputs):
        """Makes these its inputs: operators, or one list of them."""
        if len(inputs) == 1 and isinstance(inputs[0], (list, tuple)):
            inputs = inputs[0]
        for one in inputs:
            refuse_class(one)
            if not isinstance(one, BatchOperator):
                raise TypeError(
                    "%s takes operators as inputs, and %r is not an operator; parameters have their names: %s"
                    % (type(self).__name__, one, self._by_name(one))
                )
        self.reads_no_more(*self.inputs)
        self.inputs = list(inputs)
        self.reads(*self.inputs)
        self.forget()
        return self

    def _by_name(self, value):
        """How the first parameter would be set to a value."""
        name = next(iter(self.parameters), "name")
        return "%s(%s=%r)" % (type(self).__name__, name, value)

    def query(self):
        """The SQL of its rows; for classes to say."""
        raise NotImplementedError

    def fill(self, table):
        """Makes the table of its rows."""
        environment.current().run("CREATE TABLE %s LIFECYCLE 1 AS %s" % (table, self.query()))

    def table(self):
        """The name of a table of its rows, which are computed once."""
        if not self.is_kept():
            name = environment.current().new_table()
            self.fill(name)
            self._table, self._of = name, environment.current()
        return self._table

    def is_kept(self):
        """Whether there is a table of its rows. That of an environment before this one has gone with it."""
        return self._table is not None and self._of is environment.current()

    def source(self):
        """What follows FROM for its rows."""
        # Random rows have to be the same for all readers.
        if self.is_kept() or self.keeps_rows or self._readers > 1:
            return self.table()
        return "(%s) input_%d" % (self.query(), id(self))

    def getColNames(self):
        return [name for name, _ in self.schema()]

    def getColTypes(self):
        return [kind for _, kind in self.schema()]

    def getSchemaStr(self):
        return ", ".join("%s %s" % column for column in self.schema())

    def schema(self):
        """[(name, type)] of the rows."""
        if self._schema is None:
            statement = "SELECT * FROM %s LIMIT 0" % self.source()
            self._schema, _ = environment.current().run(statement, with_columns=True)
        return self._schema

    def rows(self, most=None):
        """(columns, rows) of the operator."""
        limit = "" if most is None else " LIMIT %d" % most
        statement = "SELECT * FROM %s%s" % (self.source(), limit)
        return environment.current().run(statement, with_columns=True)

    def getOutputTable(self):
        """What TableSourceBatchOp, or TableSourceStreamOp, takes as the table of these rows."""
        return self

    def collectToDataframe(self):
        """The rows as a pandas.DataFrame."""
        environment.current().execute_new()
        return shown.dataframe(*self.rows())

    def collect(self):
        """The rows as a list of lists."""
        environment.current().execute_new()
        return self.rows()[1]

    collectToList = collect

    def count(self):
        """How many rows there are."""
        statement = "SELECT COUNT(*) FROM %s" % self.source()
        return int(environment.current().run(statement)[0][0])

    def print(self, n=_SHOWN_ROWS, title=None):
        """Runs what waits, and prints the first n rows, the first 20 for 0 and less."""
        environment.current().execute_new()
        self._print(n, title)
        return self

    def _print(self, n, title):
        if title is not None:
            print(title)
        print(shown.text(*self.rows(n if n > 0 else _SHOWN_ROWS)))

    def lazyPrint(self, n=_SHOWN_ROWS, title=None):
        """Prints the first rows when something is executed."""
        environment.current().lazy.add(lambda: self._print(n, title))
        return self

    def lazyCollect(self, *functions):
        """Calls the functions with the rows, a list of lists, when something is executed."""

        def give():
            rows = self.rows()[1]
            for function in functions:
                function(rows)

        environment.current().lazy.add(give)
        return self

    def lazyCollectToDataframe(self, *functions):
        """Calls the functions with the rows as a DataFrame when something is executed."""

        def give():
            frame = shown.dataframe(*self.rows())
            for function in functions:
                function(frame)

        environment.current().lazy.add(give)
        return self

    @staticmethod
    def execute():
        """Runs what lazyPrint, lazyCollectToDataframe and sinks wait for."""
        environment.current().execute()

    @staticmethod
    def setParallelism(parallelism):
        """The environment's parallelism, from which components take the numbers of their workers."""
        environment.current().parallelism = parallelism

    def registerTableName(self, name):
        """Gives the rows a name for sqlQuery(), as long as the environment lives."""
        environment.current().registered[name.lower()] = self
        return self


def collectToDataframes(*operators):
    """A list with the pandas.DataFrame of each operator's rows."""
    return [one.collectToDataframe() for one in operators]
