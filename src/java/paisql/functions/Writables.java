package paisql.functions;

import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.Char;
import com.aliyun.odps.data.Struct;
import com.aliyun.odps.data.Varchar;
import com.aliyun.odps.io.ArrayWritable;
import com.aliyun.odps.io.BigDecimalWritable;
import com.aliyun.odps.io.BooleanWritable;
import com.aliyun.odps.io.ByteWritable;
import com.aliyun.odps.io.BytesWritable;
import com.aliyun.odps.io.CharWritable;
import com.aliyun.odps.io.DateWritable;
import com.aliyun.odps.io.DatetimeWritable;
import com.aliyun.odps.io.DoubleWritable;
import com.aliyun.odps.io.FloatWritable;
import com.aliyun.odps.io.IntWritable;
import com.aliyun.odps.io.LongWritable;
import com.aliyun.odps.io.MapWritable;
import com.aliyun.odps.io.NullWritable;
import com.aliyun.odps.io.ShortWritable;
import com.aliyun.odps.io.StructWritable;
import com.aliyun.odps.io.Text;
import com.aliyun.odps.io.TimestampNtzWritable;
import com.aliyun.odps.io.TimestampWritable;
import com.aliyun.odps.io.VarcharWritable;
import com.aliyun.odps.io.Writable;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Values as the SDK's Writables, which aggregates get and give. */
final class Writables {
  private static final Map<Class<?>, Function<Object, Writable>> MAKERS = new HashMap<>();
  private static final Map<Class<?>, Function<Object, Object>> READERS = new HashMap<>();

  /** A class of values, that of its Writables, and the ways between them. */
  private static <V, W extends Writable> void row(
      Class<V> plain, Class<W> writable, Function<V, W> make, Function<W, Object> read) {
    MAKERS.put(plain, value -> make.apply(plain.cast(value)));
    READERS.put(writable, value -> read.apply(writable.cast(value)));
  }

  static {
    row(Boolean.class, BooleanWritable.class, BooleanWritable::new, BooleanWritable::get);
    row(Byte.class, ByteWritable.class, ByteWritable::new, ByteWritable::get);
    row(Short.class, ShortWritable.class, ShortWritable::new, ShortWritable::get);
    row(Integer.class, IntWritable.class, IntWritable::new, IntWritable::get);
    row(Long.class, LongWritable.class, LongWritable::new, LongWritable::get);
    row(Float.class, FloatWritable.class, FloatWritable::new, FloatWritable::get);
    row(Double.class, DoubleWritable.class, DoubleWritable::new, DoubleWritable::get);
    row(String.class, Text.class, Text::new, Text::toString);
    row(Varchar.class, VarcharWritable.class, VarcharWritable::new, VarcharWritable::get);
    row(Char.class, CharWritable.class, CharWritable::new, CharWritable::get);
    row(BigDecimal.class, BigDecimalWritable.class, BigDecimalWritable::new, BigDecimalWritable::get);
    row(Binary.class, BytesWritable.class, value -> new BytesWritable(value.data()),
        value -> Arrays.copyOf(value.getBytes(), value.getLength()));
    row(java.sql.Date.class, DateWritable.class, value -> new DateWritable(value.getTime()), DateWritable::getDate);
    row(Date.class, DatetimeWritable.class, value -> new DatetimeWritable(value.getTime()),
        DatetimeWritable::getDatetime);
    row(Timestamp.class, TimestampWritable.class, Writables::timestamp, TimestampWritable::getTimestamp);
    row(LocalDateTime.class, TimestampNtzWritable.class, TimestampNtzWritable::new, TimestampNtzWritable::get);
    row(NullWritable.class, NullWritable.class, value -> value, value -> null);
    row(List.class, ArrayWritable.class, value -> null, value -> plainAll(Arrays.asList(value.get())));
    row(Struct.class, StructWritable.class, value -> null, value -> plainAll(value.get()));
    row(Map.class, MapWritable.class, value -> null, Writables::plainMap);
  }

  private Writables() {}

  private static TimestampWritable timestamp(Timestamp value) {
    TimestampWritable made = new TimestampWritable();
    made.setTimestamp(value);
    return made;
  }

  static boolean isWritable(Class<?> some) {
    return Writable.class.isAssignableFrom(some);
  }

  /** The Writable of a value as BatchReader gives it. */
  static Writable of(Object value, Type type) {
    if (value == null) return null;
    switch (type.name) {
      case "array":
        return array((List<?>) value, type.parts.get(0));
      case "map":
        MapWritable map = new MapWritable();
        for (Map.Entry<?, ?> entry : ((Map<?, ?>) value).entrySet()) {
          Writable element = of(entry.getValue(), type.parts.get(1));
          map.put(of(entry.getKey(), type.parts.get(0)), element == null ? NullWritable.get() : element);
        }
        return map;
      case "struct":
        List<Writable> fields = new ArrayList<>();
        List<Object> values = ((Struct) value).getFieldValues();
        for (int i = 0; i < values.size(); i++) fields.add(of(values.get(i), type.parts.get(i)));
        return new StructWritable(fields);
      default:
        return MAKERS.get(value.getClass()).apply(value);
    }
  }

  private static ArrayWritable array(List<?> values, Type type) {
    Writable[] made = new Writable[values.size()];
    Class<? extends Writable> kind = null;
    for (int i = 0; i < made.length; i++) {
      made[i] = of(values.get(i), type);
      if (made[i] != null && kind == null) kind = made[i].getClass();
    }
    return new ArrayWritable(kind == null ? NullWritable.class : kind, made);
  }

  /** What a Writable holds; any other value as it is. */
  static Object plain(Object value) {
    if (!(value instanceof Writable)) return value;
    Function<Object, Object> reader = READERS.get(value.getClass());
    if (reader == null) {
      throw new ClassCastException(value.getClass().getName() + " is not a Writable that a column can hold");
    }
    return reader.apply(value);
  }

  private static List<Object> plainAll(Iterable<? extends Writable> values) {
    List<Object> found = new ArrayList<>();
    for (Writable value : values) found.add(plain(value));
    return found;
  }

  private static Map<Object, Object> plainMap(MapWritable map) {
    Map<Object, Object> found = new LinkedHashMap<>();
    for (Map.Entry<Writable, Writable> entry : map.entrySet()) {
      found.put(plain(entry.getKey()), plain(entry.getValue()));
    }
    return found;
  }
}
