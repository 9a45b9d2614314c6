package paisql.functions;

import com.aliyun.odps.data.AbstractChar;
import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.Char;
import com.aliyun.odps.data.Struct;
import com.aliyun.odps.data.Varchar;
import com.aliyun.odps.io.BigDecimalWritable;
import com.aliyun.odps.io.BooleanWritable;
import com.aliyun.odps.io.ByteWritable;
import com.aliyun.odps.io.BytesWritable;
import com.aliyun.odps.io.DateWritable;
import com.aliyun.odps.io.DatetimeWritable;
import com.aliyun.odps.io.DoubleWritable;
import com.aliyun.odps.io.FloatWritable;
import com.aliyun.odps.io.IntWritable;
import com.aliyun.odps.io.LongWritable;
import com.aliyun.odps.io.ShortWritable;
import com.aliyun.odps.io.Text;
import com.aliyun.odps.io.TimestampNtzWritable;
import com.aliyun.odps.io.TimestampWritable;
import java.lang.reflect.ParameterizedType;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.Date;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Which classes of Java are which types of SQL. */
final class JavaTypes {
  private static final Map<String, Class<?>> CLASSES = new HashMap<>(); // of values as BatchReader gives them
  private static final Map<Class<?>, String> NAMES = new LinkedHashMap<>(); // of types
  private static final Map<Class<?>, Class<?>> BOXES = new HashMap<>();
  private static final Map<Class<?>, UnaryOperator<Object>> FROM_TIMES = new HashMap<>();

  private static void row(String name, Class<?> plain, Class<?>... others) {
    CLASSES.put(name, plain);
    NAMES.putIfAbsent(plain, name);
    for (Class<?> other : others) NAMES.put(other, name);
  }

  static {
    row("boolean", Boolean.class, boolean.class, BooleanWritable.class);
    row("tinyint", Byte.class, byte.class, ByteWritable.class);
    row("smallint", Short.class, short.class, ShortWritable.class);
    row("int", Integer.class, int.class, IntWritable.class);
    row("bigint", Long.class, long.class, LongWritable.class);
    row("float", Float.class, float.class, FloatWritable.class);
    row("double", Double.class, double.class, DoubleWritable.class);
    row("string", String.class, Text.class);
    row("varchar", Varchar.class);
    row("char", Char.class);
    row("json", String.class);
    row("decimal", BigDecimal.class, BigDecimalWritable.class);
    row("binary", Binary.class, BytesWritable.class, byte[].class);
    row("date", java.sql.Date.class, DateWritable.class, LocalDate.class);
    row("datetime", Date.class, DatetimeWritable.class, ZonedDateTime.class);
    row("timestamp", Timestamp.class, TimestampWritable.class, Instant.class);
    row("timestamp_ntz", LocalDateTime.class, TimestampNtzWritable.class);
    row("array", List.class);
    row("map", Map.class);
    row("struct", Struct.class);
    BOXES.put(boolean.class, Boolean.class);
    BOXES.put(byte.class, Byte.class);
    BOXES.put(short.class, Short.class);
    BOXES.put(int.class, Integer.class);
    BOXES.put(long.class, Long.class);
    BOXES.put(float.class, Float.class);
    BOXES.put(double.class, Double.class);
    FROM_TIMES.put(LocalDate.class, value -> Times.localOf(value).toLocalDate());
    FROM_TIMES.put(LocalDateTime.class, Times::localOf);
    FROM_TIMES.put(Instant.class, value -> Times.localOf(value).atZone(ZoneId.systemDefault()).toInstant());
    FROM_TIMES.put(ZonedDateTime.class, value -> Times.localOf(value).atZone(ZoneId.systemDefault()));
  }

  private JavaTypes() {}

  /** The way of a value to a parameter's class; the less it costs the better. */
  static final class Way {
    final int cost;
    final UnaryOperator<Object> adapter; // null: as it is

    Way(int cost, UnaryOperator<Object> adapter) {
      this.cost = cost;
      this.adapter = adapter;
    }
  }

  /** How values of the type reach the parameter; null where they cannot. */
  static Way way(Type type, Class<?> parameter) {
    Class<?> given = CLASSES.get(type.name);
    Class<?> wanted = BOXES.getOrDefault(parameter, parameter);
    if (given == null) return new Way(9, null); // VOID
    if (wanted == given) return new Way(0, null);
    if (Writables.isWritable(wanted)) return toWritable(type, given, wanted);
    if (wanted == String.class && AbstractChar.class.isAssignableFrom(given)) {
      return new Way(1, value -> ((AbstractChar<?>) value).getValue());
    }
    if (given == String.class && wanted == Varchar.class) return new Way(2, value -> new Varchar((String) value));
    if (given == String.class && wanted == Char.class) return new Way(2, value -> new Char((String) value));
    if (given == Binary.class && wanted == byte[].class) return new Way(1, value -> ((Binary) value).data());
    boolean isTime = given == Date.class || given == Timestamp.class || given == java.sql.Date.class;
    if (isTime && FROM_TIMES.containsKey(wanted)) return new Way(2, FROM_TIMES.get(wanted));
    return wanted.isAssignableFrom(given) ? new Way(wanted == Object.class ? 6 : 4, null) : null;
  }

  private static Way toWritable(Type type, Class<?> given, Class<?> wanted) {
    if (wanted.getName().equals("com.aliyun.odps.io.Writable")) return new Way(5, value -> Writables.of(value, type));
    String named = NAMES.get(wanted);
    boolean fits = named == null ? type.parts.size() > 0 : CLASSES.get(named) == given;
    return fits ? new Way(1, value -> Writables.of(value, type)) : null;
  }

  /** The type of a parameter or result; null where its class alone does not tell. */
  static String nameOf(java.lang.reflect.Type declared) {
    if (declared instanceof Class) {
      Class<?> plain = (Class<?>) declared;
      String name = NAMES.get(plain);
      if (name == null || plain == List.class || plain == Map.class || plain == Struct.class) return null;
      return plain == Varchar.class || plain == Char.class ? "string" : name;
    }
    if (!(declared instanceof ParameterizedType)) return null;
    ParameterizedType generic = (ParameterizedType) declared;
    String name = NAMES.get(generic.getRawType());
    if (name == null) return null;
    StringBuilder text = new StringBuilder(name).append('<');
    for (java.lang.reflect.Type part : generic.getActualTypeArguments()) {
      String one = nameOf(part);
      if (one == null) return null;
      text.append(text.length() > name.length() + 1 ? "," : "").append(one);
    }
    return text.append('>').toString();
  }
}
