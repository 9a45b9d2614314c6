package paisql.functions;

import com.aliyun.odps.udf.Aggregator;
import com.aliyun.odps.udf.ContextFunction;
import com.aliyun.odps.udf.UDTF;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.List;

/** What the worker does with one function that is open. */
abstract class Functions {
  static final Type BIGINT = Type.parse("bigint");

  /** Takes a batch of an answer, after which more come. */
  interface Sender {
    void send(byte[] batch) throws IOException;
  }

  final List<Type> arguments;
  final List<Type> results;

  Functions(List<Type> arguments, List<Type> results) {
    this.arguments = arguments;
    this.results = results;
  }

  /** The function of a class, which is set up. */
  static Functions open(String kind, Class<?> written, List<Type> arguments, List<Type> results) throws Failed {
    try {
      Constructor<?> constructor = written.getDeclaredConstructor();
      constructor.setAccessible(true);
      Object made = constructor.newInstance();
      Functions function;
      if (kind.equals("table")) {
        function = new Table((UDTF) made, arguments, results);
      } else if (kind.equals("aggregate")) {
        function = new Aggregate((Aggregator) made, arguments, results);
      } else {
        function = new Scalar(made, arguments, results);
      }
      if (made instanceof ContextFunction) ((ContextFunction) made).setup(Context.ONE);
      return function;
    } catch (Throwable error) {
      throw new Failed(error, -1);
    }
  }

  byte[] answer(String what, byte[] payload, Sender sender) throws Failed, IOException {
    throw new Failed(new IllegalStateException("this form of functions does not '" + what + "'"), -1);
  }

  /** The function is not needed any more. */
  abstract void end() throws Exception;

  static List<Type> after(Type first, List<Type> others) {
    List<Type> all = new ArrayList<>();
    all.add(first);
    all.addAll(others);
    return all;
  }

  /** A UDF: a value for each row. */
  static final class Scalar extends Functions {
    private final Object object;
    private final Evaluate evaluate;
    private final BatchWriter written;

    Scalar(Object object, List<Type> arguments, List<Type> results) throws ReflectiveOperationException {
      super(arguments, results);
      this.object = object;
      evaluate = Evaluate.find(object, arguments);
      written = new BatchWriter(results);
    }

    @Override
    byte[] answer(String what, byte[] payload, Sender sender) throws Failed, IOException {
      if (!what.equals("evaluate")) return super.answer(what, payload, sender);
      BatchReader batch = new BatchReader(payload, arguments);
      Object[] values = new Object[arguments.size()];
      ColumnWriter column = written.column(0);
      column.clear();
      int row = 0;
      try {
        for (; row < batch.rows; row++) {
          for (int i = 0; i < values.length; i++) values[i] = batch.columns[i][row];
          column.add(evaluate.call(values));
        }
      } catch (OutOfMemoryError error) {
        throw error;
      } catch (Throwable error) {
        throw new Failed(error, row);
      }
      return written.take();
    }

    @Override
    void end() throws Exception {
      if (object instanceof ContextFunction) ((ContextFunction) object).close();
    }
  }

  /** A UDTF: any number of rows for each row. */
  static final class Table extends Functions {
    private static final long GOOD_BYTES = 1 << 20;
    private static final int MOST_ROWS = 8192;

    private final UDTF object;
    private final BatchWriter written;
    private Sender sender;
    private long row = -1;
    private boolean closed;
    private RuntimeException broken; // a row that could not be taken, whatever the user's code makes of it

    Table(UDTF object, List<Type> arguments, List<Type> results) {
      super(arguments, results);
      this.object = object;
      written = new BatchWriter(after(BIGINT, results));
      object.setCollector(
          values -> {
            try {
              collect(values);
            } catch (RuntimeException error) {
              broken = error;
              throw error;
            }
          });
    }

    private void collect(Object[] values) {
      if (values.length != results.size()) {
        throw new IllegalArgumentException(
            "forward() takes " + results.size() + " values, one for each column, but " + values.length
                + " were given");
      }
      for (int i = 0; i < values.length; i++) written.column(i + 1).add(values[i]);
      written.column(0).add(row);
      if (written.rows() < MOST_ROWS && written.bytes() < GOOD_BYTES) return;
      try {
        sender.send(written.take());
      } catch (IOException error) {
        throw new Worker.OwnerGone(error);
      }
    }

    @Override
    byte[] answer(String what, byte[] payload, Sender to) throws Failed, IOException {
      sender = to;
      if (what.equals("close")) {
        row = -1;
        try {
          closed = true;
          object.close();
          check();
        } catch (OutOfMemoryError | Worker.OwnerGone error) {
          throw error;
        } catch (Throwable error) {
          throw failure(error, -1);
        }
        return written.take();
      }
      if (!what.equals("process")) return super.answer(what, payload, to);
      BatchReader batch = new BatchReader(payload, arguments);
      try {
        for (row = 0; row < batch.rows; row++) {
          Object[] values = new Object[arguments.size()];
          for (int i = 0; i < values.length; i++) values[i] = batch.columns[i][(int) row];
          object.process(values);
          check();
        }
      } catch (OutOfMemoryError | Worker.OwnerGone error) {
        throw error;
      } catch (Throwable error) {
        throw failure(error, (int) row);
      }
      return written.take();
    }

    private void check() {
      if (broken != null) throw broken;
    }

    private Failed failure(Throwable error, int at) {
      written.clear(); // what was forwarded before is not wanted
      broken = null;
      return new Failed(error, at);
    }

    @Override
    void end() throws Exception {
      sender = batch -> {};
      if (!closed) object.close();
    }
  }
}
