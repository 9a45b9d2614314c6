package paisql.functions;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Puts a packed batch together, a value after another: a function may give the same object again and again. */
final class BatchWriter {
  private static final int[] WIDTHS = {0, 1, 1, 2, 4, 8, 4, 8, 0, 0, 4, 8, 0, 0, 0, 0};

  private final List<ColumnWriter> columns = new ArrayList<>();

  BatchWriter(List<Type> types) {
    for (Type type : types) columns.add(new ColumnWriter(type));
  }

  static int widthOf(int tag) {
    return WIDTHS[tag];
  }

  ColumnWriter column(int i) {
    return columns.get(i);
  }

  int count() {
    return columns.size();
  }

  int rows() {
    return columns.get(0).length();
  }

  /** About how many bytes the batch has by now. */
  long bytes() {
    long sum = 0;
    for (ColumnWriter column : columns) sum += column.bytes();
    return sum;
  }

  void clear() {
    for (ColumnWriter column : columns) column.clear();
  }

  byte[] take() {
    Out out = new Out();
    out.putInt(columns.size());
    out.putInt(rows());
    for (ColumnWriter column : columns) column.writeTo(out);
    clear();
    return out.toByteArray();
  }

  /** Bytes, little-endian. */
  static final class Out extends ByteArrayOutputStream {
    private final ByteBuffer word = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);

    void putInt(int value) {
      word.putInt(0, value);
      write(word.array(), 0, 4);
    }

    /** A buffer, filled up to a multiple of 8 bytes. */
    void putBuffer(byte[] bytes, int size) {
      write(bytes, 0, size);
      for (int i = size; (i & 7) != 0; i++) write(0);
    }
  }

  /** Bytes that grow, little-endian. */
  static final class Bytes {
    private ByteBuffer data = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

    ByteBuffer room(int bytes) {
      if (data.remaining() < bytes) {
        long size = Math.max(2L * data.capacity(), (long) data.position() + bytes);
        if (size > Integer.MAX_VALUE - 16 && data.position() + (long) bytes > Integer.MAX_VALUE - 16) {
          throw new IllegalStateException("the results of a batch are too many bytes");
        }
        ByteBuffer larger =
            ByteBuffer.allocate((int) Math.min(size, Integer.MAX_VALUE - 16)).order(ByteOrder.LITTLE_ENDIAN);
        data.flip();
        larger.put(data);
        data = larger;
      }
      return data;
    }

    int size() {
      return data.position();
    }

    byte[] array() {
      return data.array();
    }

    void clear() {
      if (data.capacity() > 1 << 22) data = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);
      data.clear();
    }
  }
}
