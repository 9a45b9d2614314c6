package paisql.functions;

import com.aliyun.odps.io.Writable;
import com.aliyun.odps.udf.Aggregator;
import com.aliyun.odps.udf.ContextFunction;
import com.aliyun.odps.udf.UDTF;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What the worker does with one function that is open. */
abstract class Functions {
  private static final Type BIGINT = Type.parse("bigint");
  private static final Type BINARY = Type.parse("binary");

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

    Table(UDTF object, List<Type> arguments, List<Type> results) {
      super(arguments, results);
      this.object = object;
      written = new BatchWriter(after(BIGINT, results));
      object.setCollector(this::collect);
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
        }
      } catch (OutOfMemoryError | Worker.OwnerGone error) {
        throw error;
      } catch (Throwable error) {
        throw failure(error, (int) row);
      }
      return written.take();
    }

    private Failed failure(Throwable error, int at) {
      written.take(); // what was forwarded before is not wanted
      return new Failed(error, at);
    }

    @Override
    void end() throws Exception {
      sender = batch -> {};
      if (!closed) object.close();
    }
  }

  /** A UDAF: a buffer for each group. */
  static final class Aggregate extends Functions {
    private final Aggregator object;
    private final BatchWriter written;
    private final BatchWriter states = new BatchWriter(Collections.singletonList(BINARY));
    private final Map<Long, Writable> buffers = new HashMap<>();

    Aggregate(Aggregator object, List<Type> arguments, List<Type> results) {
      super(arguments, results);
      this.object = object;
      written = new BatchWriter(results);
    }

    private Writable buffer(Object group) {
      return buffers.computeIfAbsent((Long) group, number -> object.newBuffer());
    }

    private Writable take(Object group) {
      Writable known = buffers.remove((Long) group);
      return known == null ? object.newBuffer() : known;
    }

    @Override
    byte[] answer(String what, byte[] payload, Sender sender) throws Failed, IOException {
      switch (what) {
        case "update":
          BatchReader rows = new BatchReader(payload, after(BIGINT, arguments));
          return each(rows, row -> update(rows.columns, row));
        case "states":
          BatchReader wanted = new BatchReader(payload, Collections.singletonList(BIGINT));
          states.column(0).clear();
          each(wanted, row -> states.column(0).add(bytesOf(take(wanted.columns[0][row]))));
          return states.take();
        case "merge":
          List<Type> types = after(BIGINT, Collections.singletonList(BINARY));
          BatchReader parts = new BatchReader(payload, types);
          return each(parts, row -> merge(parts.columns, row));
        case "terminate":
          BatchReader groups = new BatchReader(payload, Collections.singletonList(BIGINT));
          written.column(0).clear();
          each(groups, row -> written.column(0).add(object.terminate(take(groups.columns[0][row]))));
          return written.take();
        default:
          return super.answer(what, payload, sender);
      }
    }

    private interface Step {
      void run(int row) throws Exception;
    }

    private static byte[] each(BatchReader batch, Step step) throws Failed {
      int row = 0;
      try {
        for (; row < batch.rows; row++) step.run(row);
      } catch (OutOfMemoryError error) {
        throw error;
      } catch (Throwable error) {
        throw new Failed(error, row);
      }
      return new byte[0];
    }

    private void update(Object[][] columns, int row) throws Exception {
      Writable[] values = new Writable[arguments.size()];
      for (int i = 0; i < values.length; i++) values[i] = Writables.of(columns[i + 1][row], arguments.get(i));
      object.iterate(buffer(columns[0][row]), values);
    }

    private static byte[] bytesOf(Writable buffer) throws IOException {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      buffer.write(new DataOutputStream(bytes));
      return bytes.toByteArray();
    }

    private void merge(Object[][] columns, int row) throws Exception {
      Writable part = object.newBuffer();
      byte[] state = ((com.aliyun.odps.data.Binary) columns[1][row]).data();
      part.readFields(new DataInputStream(new ByteArrayInputStream(state)));
      object.merge(buffer(columns[0][row]), part);
    }

    @Override
    void end() throws Exception {
      object.close();
    }
  }
}
