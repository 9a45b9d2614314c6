package paisql.functions;

import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.Char;
import com.aliyun.odps.data.SimpleStruct;
import com.aliyun.odps.data.Varchar;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A packed batch (src/udf/packed_batch.h) as Java's values: an array for each column. */
final class BatchReader {
  static final int BOOLEAN = 1, TINYINT = 2, SMALLINT = 3, INT = 4, BIGINT = 5, FLOAT = 6, DOUBLE = 7;
  static final int TEXT = 8, BINARY = 9, DATE = 10, TIME = 11, ARRAY = 12, MAP = 13, STRUCT = 14, NULL = 15;

  private static final int ENDED = 1; // a form of texts

  private final ByteBuffer data;
  final int rows;
  final Object[][] columns;

  BatchReader(byte[] payload, List<Type> types) {
    data = ByteBuffer.wrap(payload).order(ByteOrder.LITTLE_ENDIAN);
    int count = data.getInt();
    rows = data.getInt();
    if (count != types.size()) {
      throw new IllegalStateException("a batch of " + count + " columns in place of " + types.size());
    }
    columns = new Object[count][];
    for (int i = 0; i < count; i++) columns[i] = node(types.get(i));
  }

  /** The place of a buffer of so many bytes, which is passed by. */
  private int skip(int bytes) {
    int at = data.position();
    data.position(at + (bytes + 7 & ~7));
    return at;
  }

  private Object[] node(Type type) {
    int tag = data.get();
    boolean hasNulls = data.get() != 0;
    boolean ended = data.getShort() == ENDED;
    int length = data.getInt();
    int bitmap = hasNulls ? skip((length + 63) / 64 * 8) : -1;
    Object[] values = new Object[length];
    if (tag == NULL) return values;
    if (ended) {
      fillEndedTexts(type, values, bitmap);
    } else {
      fill(tag, type, values, bitmap);
    }
    return values;
  }

  private boolean isThere(int bitmap, int i) {
    return bitmap < 0 || (data.get(bitmap + (i >> 3)) >> (i & 7) & 1) != 0;
  }

  private void fill(int tag, Type type, Object[] values, int bitmap) {
    switch (tag) {
      case TEXT:
      case BINARY:
        fillTexts(tag, type, values, bitmap);
        return;
      case ARRAY:
        fillArrays(type, values, bitmap);
        return;
      case MAP:
        fillMaps(type, values, bitmap);
        return;
      case STRUCT:
        fillStructs(type, values, bitmap);
        return;
      default:
        fillFixed(tag, type, values, bitmap);
    }
  }

  private void fillFixed(int tag, Type type, Object[] values, int bitmap) {
    int width = BatchWriter.widthOf(tag);
    int at = skip(values.length * width);
    for (int i = 0; i < values.length; i++, at += width) {
      if (isThere(bitmap, i)) values[i] = fixed(tag, type, at);
    }
  }

  private Object fixed(int tag, Type type, int at) {
    switch (tag) {
      case BOOLEAN:
        return data.get(at) != 0;
      case TINYINT:
        return data.get(at);
      case SMALLINT:
        return data.getShort(at);
      case INT:
        return data.getInt(at);
      case BIGINT:
        return data.getLong(at);
      case FLOAT:
        return data.getFloat(at);
      case DOUBLE:
        return data.getDouble(at);
      case DATE:
        return java.sql.Date.valueOf(LocalDate.ofEpochDay(data.getInt(at)));
      default:
        return time(type, data.getLong(at));
    }
  }

  private static Object time(Type type, long micros) {
    switch (type.name) {
      case "timestamp":
        return Timestamp.from(Times.instant(micros));
      case "timestamp_ntz":
        return Times.local(micros);
      default:
        return Date.from(Times.instant(micros));
    }
  }

  private void fillTexts(int tag, Type type, Object[] values, int bitmap) {
    int offsets = skip((values.length + 1) * 4);
    int bytes = skip(data.getInt(offsets + values.length * 4));
    byte[] array = data.array();
    for (int i = 0; i < values.length; i++) {
      if (!isThere(bitmap, i)) continue;
      int from = data.getInt(offsets + i * 4);
      int size = data.getInt(offsets + i * 4 + 4) - from;
      if (tag == BINARY) {
        byte[] copy = new byte[size];
        System.arraycopy(array, bytes + from, copy, 0, size);
        values[i] = new Binary(copy);
      } else {
        values[i] = text(type, new String(array, bytes + from, size, StandardCharsets.UTF_8));
      }
    }
  }

  /** Texts with a NUL after each, and no offsets. */
  private void fillEndedTexts(Type type, Object[] values, int bitmap) {
    int size = (int) data.getLong(skip(8));
    int from = skip(size);
    byte[] array = data.array();
    for (int i = 0; i < values.length; i++) {
      int end = from;
      while (array[end] != 0) end++;
      if (isThere(bitmap, i)) values[i] = text(type, new String(array, from, end - from, StandardCharsets.UTF_8));
      from = end + 1;
    }
  }

  private static Object text(Type type, String text) {
    switch (type.name) {
      case "decimal":
        return new BigDecimal(text);
      case "varchar":
        return new Varchar(text);
      case "char":
        return new Char(text);
      default:
        return text;
    }
  }

  private void fillArrays(Type type, Object[] values, int bitmap) {
    int offsets = skip((values.length + 1) * 4);
    Object[] elements = node(type.parts.get(0));
    for (int i = 0; i < values.length; i++) {
      if (!isThere(bitmap, i)) continue;
      int end = data.getInt(offsets + i * 4 + 4);
      int from = data.getInt(offsets + i * 4);
      List<Object> list = new ArrayList<>(end - from);
      for (int at = from; at < end; at++) list.add(elements[at]);
      values[i] = list;
    }
  }

  private void fillMaps(Type type, Object[] values, int bitmap) {
    int offsets = skip((values.length + 1) * 4);
    Object[] keys = node(type.parts.get(0));
    Object[] elements = node(type.parts.get(1));
    for (int i = 0; i < values.length; i++) {
      if (!isThere(bitmap, i)) continue;
      Map<Object, Object> map = new LinkedHashMap<>();
      for (int at = data.getInt(offsets + i * 4); at < data.getInt(offsets + i * 4 + 4); at++) {
        map.put(keys[at], elements[at]);
      }
      values[i] = map;
    }
  }

  private void fillStructs(Type type, Object[] values, int bitmap) {
    int count = data.getInt(skip(4));
    Object[][] parts = new Object[count][];
    for (int k = 0; k < count; k++) parts[k] = node(type.parts.get(k));
    for (int i = 0; i < values.length; i++) {
      if (!isThere(bitmap, i)) continue;
      List<Object> fields = new ArrayList<>(count);
      for (Object[] part : parts) fields.add(part[i]);
      values[i] = new SimpleStruct(type.structInfo(), fields);
    }
  }
}
