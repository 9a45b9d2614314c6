package paisql.functions;

import com.aliyun.odps.data.Binary;
import com.aliyun.odps.io.Writable;
import com.aliyun.odps.udf.Aggregator;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A UDAF: a buffer for each group. What iterate has filled reaches terminate as on the platform, where another machine
 * ends the group: written, read, and merged into a new buffer.
 */
final class Aggregate extends Functions {
  private static final Type BINARY = Type.parse("binary");
  private static final List<Type> GROUPS = Collections.singletonList(BIGINT);
  private static final List<Type> PAIRS = Arrays.asList(BIGINT, BIGINT);
  private static final List<Type> STATES = Arrays.asList(BIGINT, BINARY);
  private static final long MANY_BYTES = 32 << 20; // of buffers in an answer

  private final Aggregator object;
  private final BatchWriter written;
  private final BatchWriter states = new BatchWriter(Collections.singletonList(BINARY));
  private final Map<Long, Writable> buffers = new HashMap<>();

  Aggregate(Aggregator object, List<Type> arguments, List<Type> results) {
    super(arguments, results);
    this.object = object;
    written = new BatchWriter(results);
  }

  private interface Step {
    /** Whether to go on with the next row. */
    boolean run(Object[][] columns, int row) throws Exception;
  }

  private static byte[] each(byte[] payload, List<Type> types, Step step) throws Failed {
    BatchReader batch = new BatchReader(payload, types);
    int row = 0;
    try {
      while (row < batch.rows && step.run(batch.columns, row)) row++;
    } catch (OutOfMemoryError error) {
      throw error;
    } catch (Throwable error) {
      throw new Failed(error, row);
    }
    return new byte[0];
  }

  @Override
  byte[] answer(String what, byte[] payload, Sender sender) throws Failed, IOException {
    switch (what) {
      case "update":
      case "update_some":
        return each(payload, after(BIGINT, arguments), this::update);
      case "states":
        states.clear();
        each(payload, GROUPS, (columns, row) -> putState((Long) columns[0][row]));
        return states.take();
      case "merge":
        return each(payload, STATES, (columns, row) -> merge((Long) columns[0][row], bytes(columns[1][row])));
      case "combine":
        return each(payload, PAIRS, (columns, row) -> combine(columns, row, true));
      case "add":
        return each(payload, PAIRS, (columns, row) -> combine(columns, row, false));
      case "terminate":
        return ended(payload, true);
      case "results":
        return ended(payload, false);
      case "release":
        return each(payload, GROUPS, (columns, row) -> forget((Long) columns[0][row]));
      case "reset":
        buffers.clear();
        return new byte[0];
      default:
        return super.answer(what, payload, sender);
    }
  }

  private Writable buffer(Long group) {
    return buffers.computeIfAbsent(group, number -> object.newBuffer());
  }

  /** null for a group that was never seen. */
  private Writable take(Long group, boolean forget) {
    return forget ? buffers.remove(group) : buffers.get(group);
  }

  private boolean forget(Long group) {
    buffers.remove(group);
    return true;
  }

  private boolean update(Object[][] columns, int row) throws Exception {
    Long group = (Long) columns[0][row];
    if (group < 0) return true; // of another process
    Writable[] values = new Writable[arguments.size()];
    for (int i = 0; i < values.length; i++) values[i] = Writables.of(columns[i + 1][row], arguments.get(i));
    object.iterate(buffer(group), values);
    return true;
  }

  private boolean putState(Long group) throws IOException {
    Writable known = take(group, true);
    states.column(0).add(bytes(known == null ? object.newBuffer() : known));
    return states.bytes() <= MANY_BYTES;
  }

  private static byte[] bytes(Writable buffer) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    buffer.write(new DataOutputStream(bytes));
    return bytes.toByteArray();
  }

  private static byte[] bytes(Object state) {
    return ((Binary) state).data();
  }

  private boolean merge(Long group, byte[] state) throws Exception {
    mergeInto(buffer(group), state);
    return true;
  }

  private void mergeInto(Writable buffer, byte[] state) throws Exception {
    Writable part = object.newBuffer();
    part.readFields(new DataInputStream(new ByteArrayInputStream(state)));
    object.merge(buffer, part);
  }

  private boolean combine(Object[][] columns, int row, boolean forget) throws Exception {
    Writable from = take((Long) columns[1][row], forget);
    return merge((Long) columns[0][row], bytes(from == null ? object.newBuffer() : from));
  }

  private byte[] ended(byte[] payload, boolean forget) throws Failed {
    written.clear();
    each(
        payload,
        GROUPS,
        (columns, row) -> {
          Writable known = take((Long) columns[0][row], forget);
          Writable buffer = object.newBuffer();
          if (known != null) mergeInto(buffer, bytes(known));
          written.column(0).add(object.terminate(buffer));
          return true;
        });
    return written.take();
  }

  @Override
  void end() throws Exception {
    object.close();
  }
}
