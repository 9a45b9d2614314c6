package paisql.functions;

import static paisql.functions.BatchReader.ARRAY;
import static paisql.functions.BatchReader.BIGINT;
import static paisql.functions.BatchReader.BINARY;
import static paisql.functions.BatchReader.BOOLEAN;
import static paisql.functions.BatchReader.DATE;
import static paisql.functions.BatchReader.DOUBLE;
import static paisql.functions.BatchReader.FLOAT;
import static paisql.functions.BatchReader.INT;
import static paisql.functions.BatchReader.MAP;
import static paisql.functions.BatchReader.NULL;
import static paisql.functions.BatchReader.SMALLINT;
import static paisql.functions.BatchReader.STRUCT;
import static paisql.functions.BatchReader.TEXT;
import static paisql.functions.BatchReader.TIME;
import static paisql.functions.BatchReader.TINYINT;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** One column of a batch that is being written. A value that is not of the type raises ClassCastException. */
final class ColumnWriter {
  private static final Map<String, Integer> TAGS = new HashMap<>();

  static {
    String[] names = {
      "boolean", "tinyint", "smallint", "int", "bigint", "float", "double", "string", "binary", "date", "datetime",
      "array", "map", "struct", "void"
    };
    for (int i = 0; i < names.length; i++) TAGS.put(names[i], i + 1);
    for (String text : new String[] {"varchar", "char", "json", "decimal"}) TAGS.put(text, TEXT);
    for (String time : new String[] {"timestamp", "timestamp_ntz"}) TAGS.put(time, TIME);
  }

  private final Type type;
  private final int tag;
  private final List<ColumnWriter> parts = new ArrayList<>();
  private final BatchWriter.Bytes values = new BatchWriter.Bytes(); // or where texts and lists begin
  private final BatchWriter.Bytes texts = new BatchWriter.Bytes();
  private long[] bitmap = new long[4];
  private int length;
  private int nulls;

  ColumnWriter(Type type) {
    this.type = type;
    Integer known = TAGS.get(type.name);
    if (known == null) throw new IllegalArgumentException("functions in Java have no values of type " + type);
    tag = known;
    for (Type part : type.parts) parts.add(new ColumnWriter(part));
    clear();
  }

  int length() {
    return length;
  }

  long bytes() {
    long sum = values.size() + (long) texts.size();
    for (ColumnWriter part : parts) sum += part.bytes();
    return sum;
  }

  void clear() {
    length = nulls = 0;
    values.clear();
    texts.clear();
    if (hasOffsets()) values.room(4).putInt(0);
    for (ColumnWriter part : parts) part.clear();
  }

  private boolean hasOffsets() {
    return tag == TEXT || tag == BINARY || tag == ARRAY || tag == MAP;
  }

  void add(Object given) {
    Object value = Writables.plain(given);
    if (length >> 6 >= bitmap.length) bitmap = java.util.Arrays.copyOf(bitmap, bitmap.length * 2);
    if ((length & 63) == 0) bitmap[length >> 6] = 0;
    if (value == null) {
      addNull();
      return;
    }
    put(value);
    bitmap[length >> 6] |= 1L << (length & 63);
    length++;
  }

  private void addNull() {
    if (hasOffsets()) {
      endOfElements();
    } else if (tag == STRUCT) {
      for (ColumnWriter part : parts) part.add(null);
    } else {
      int width = BatchWriter.widthOf(tag);
      ByteBuffer room = values.room(width);
      for (int i = 0; i < width; i++) room.put((byte) 0);
    }
    nulls++;
    length++;
  }

  private void put(Object value) {
    switch (tag) {
      case TEXT:
        putText(Results.text(type, value));
        return;
      case BINARY:
        putBytes(Results.bytes(type, value));
        return;
      case ARRAY:
        for (Object element : Results.list(type, value)) parts.get(0).add(element);
        endOfElements();
        return;
      case MAP:
        putMap(Results.map(type, value));
        return;
      case STRUCT:
        putStruct(Results.fields(type, value));
        return;
      default:
        putFixed(value);
    }
  }

  private void putFixed(Object value) {
    ByteBuffer room = values.room(8);
    switch (tag) {
      case BOOLEAN:
        room.put(Results.bool(type, value));
        return;
      case TINYINT:
        room.put((byte) Results.integer(type, value, Byte.MIN_VALUE, Byte.MAX_VALUE));
        return;
      case SMALLINT:
        room.putShort((short) Results.integer(type, value, Short.MIN_VALUE, Short.MAX_VALUE));
        return;
      case INT:
        room.putInt((int) Results.integer(type, value, Integer.MIN_VALUE, Integer.MAX_VALUE));
        return;
      case BIGINT:
        room.putLong(Results.integer(type, value, Long.MIN_VALUE, Long.MAX_VALUE));
        return;
      case FLOAT:
        room.putFloat((float) Results.real(type, value));
        return;
      case DOUBLE:
        room.putDouble(Results.real(type, value));
        return;
      case DATE:
        room.putInt(Results.days(type, value));
        return;
      case TIME:
        room.putLong(Results.micros(type, value));
        return;
      default:
        throw Results.mistyped(type, value);
    }
  }

  private void putText(String text) {
    int size = text.length();
    ByteBuffer room = texts.room(3 * Math.max(size, 1));
    for (int i = 0; i < size; i++) {
      char c = text.charAt(i);
      if (c >= 0x80) {
        room.position(room.position() - i);
        room.put(text.getBytes(StandardCharsets.UTF_8));
        break;
      }
      room.put((byte) c);
    }
    endOfElements();
  }

  private void putBytes(byte[] bytes) {
    texts.room(bytes.length).put(bytes);
    endOfElements();
  }

  private void putMap(Map<?, ?> map) {
    for (Map.Entry<?, ?> entry : map.entrySet()) {
      if (Writables.plain(entry.getKey()) == null) throw new IllegalArgumentException("a key of a MAP is null");
      parts.get(0).add(entry.getKey());
      parts.get(1).add(entry.getValue());
    }
    endOfElements();
  }

  private void putStruct(List<?> fields) {
    if (fields.size() != parts.size()) {
      throw new IllegalArgumentException(
          "return value expected a STRUCT of " + parts.size() + " fields but " + fields.size() + " found");
    }
    for (int i = 0; i < parts.size(); i++) parts.get(i).add(fields.get(i));
  }

  /** Notes where the elements of the next value begin. */
  private void endOfElements() {
    values.room(4).putInt(tag == TEXT || tag == BINARY ? texts.size() : parts.get(0).length());
  }

  void writeTo(BatchWriter.Out out) {
    boolean empty = nulls == length && length > 0;
    out.write(empty ? NULL : tag);
    out.write(nulls > 0 && !empty ? 1 : 0);
    out.write(0);
    out.write(0);
    out.putInt(length);
    if (empty || tag == NULL) return;
    if (nulls > 0) {
      for (int i = 0; i < (length + 63) / 64; i++) {
        out.putInt((int) bitmap[i]);
        out.putInt((int) (bitmap[i] >>> 32));
      }
    }
    if (tag == STRUCT) {
      out.putInt(parts.size());
      out.putInt(0);
    } else {
      out.putBuffer(values.array(), values.size());
    }
    if (tag == TEXT || tag == BINARY) out.putBuffer(texts.array(), texts.size());
    for (ColumnWriter part : parts) part.writeTo(out);
  }
}
