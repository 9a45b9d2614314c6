package paisql.functions;

import com.aliyun.odps.Column;
import com.aliyun.odps.data.ArrayRecord;
import com.aliyun.odps.data.Record;
import com.aliyun.odps.udf.TableRecordReader;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/** The rows of a resource that is a table: java_programs.py has written them as packed batches. */
final class TableRows implements Iterable<Object[]> {
  static final String END = ".rows";

  private final String name;
  private final List<Type> types = new ArrayList<>();
  private final List<Column> columns = new ArrayList<>();

  TableRows(String name) throws IOException {
    this.name = name;
    String facts = new String(Files.readAllBytes(Path.of(name)), StandardCharsets.UTF_8);
    for (JsonElement one : JsonParser.parseString(facts).getAsJsonObject().getAsJsonArray("columns")) {
      JsonObject column = one.getAsJsonObject();
      Type type = Type.parse(column.get("type").getAsString());
      types.add(type);
      columns.add(new Column(column.get("name").getAsString(), type.info()));
    }
  }

  @Override
  public Iterator<Object[]> iterator() {
    return new Rows();
  }

  TableRecordReader reader() {
    Rows rows = new Rows();
    return new TableRecordReader() {
      @Override
      public boolean hasNext() {
        return rows.hasNext();
      }

      @Override
      public Record next() {
        ArrayRecord record = new ArrayRecord(columns.toArray(new Column[0]));
        record.set(rows.next());
        return record;
      }

      @Override
      public void close() throws IOException {
        rows.close();
      }
    };
  }

  private final class Rows implements Iterator<Object[]> {
    private final DataInputStream stream;
    private BatchReader batch;
    private int next;
    private boolean ended;

    Rows() {
      try {
        stream = new DataInputStream(new BufferedInputStream(new FileInputStream(name + END)));
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }

    void close() throws IOException {
      stream.close();
    }

    @Override
    public boolean hasNext() {
      try {
        while (!ended && (batch == null || next == batch.rows)) {
          if (stream.available() == 0) {
            ended = true;
            close();
            break;
          }
          byte[] bytes = new byte[Integer.reverseBytes(stream.readInt())];
          stream.readFully(bytes);
          batch = new BatchReader(bytes, types);
          next = 0;
        }
        return !ended;
      } catch (IOException error) {
        throw new UncheckedIOException(error);
      }
    }

    @Override
    public Object[] next() {
      if (!hasNext()) throw new NoSuchElementException();
      Object[] row = new Object[types.size()];
      for (int i = 0; i < row.length; i++) row[i] = batch.columns[i][next];
      next++;
      return row;
    }
  }
}
