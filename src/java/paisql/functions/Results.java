package paisql.functions;

import com.aliyun.odps.data.AbstractChar;
import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.JsonValue;
import com.aliyun.odps.data.Struct;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a value that a function returned is, seen as one of a type. */
final class Results {
  private static final Map<String, String> EXPECTED = new HashMap<>();

  static {
    String[] rows = {
      "boolean", "java.lang.Boolean", "tinyint", "java.lang.Byte", "smallint", "java.lang.Short",
      "int", "java.lang.Integer", "bigint", "java.lang.Long", "float", "java.lang.Float",
      "double", "java.lang.Double", "decimal", "java.math.BigDecimal", "string", "java.lang.String",
      "varchar", "com.aliyun.odps.data.Varchar", "char", "com.aliyun.odps.data.Char", "json", "java.lang.String",
      "binary", "com.aliyun.odps.data.Binary", "date", "java.sql.Date", "datetime", "java.util.Date",
      "timestamp", "java.sql.Timestamp", "timestamp_ntz", "java.time.LocalDateTime", "array", "java.util.List",
      "map", "java.util.Map", "struct", "com.aliyun.odps.data.Struct"
    };
    for (int i = 0; i < rows.length; i += 2) EXPECTED.put(rows[i], rows[i + 1]);
  }

  private Results() {}

  static ClassCastException mistyped(Type type, Object value) {
    return new ClassCastException(
        "return value expected " + EXPECTED.getOrDefault(type.name, type.name) + " but "
            + value.getClass().getName() + " found");
  }

  static byte bool(Type type, Object value) {
    if (value instanceof Boolean) return (byte) ((Boolean) value ? 1 : 0);
    throw mistyped(type, value);
  }

  static long integer(Type type, Object value, long least, long most) {
    boolean whole =
        value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte;
    if (!whole) throw mistyped(type, value);
    long number = ((Number) value).longValue();
    if (number < least || number > most) {
      throw new ArithmeticException("return value " + number + " is out of the range of " + type);
    }
    return number;
  }

  static double real(Type type, Object value) {
    if (value instanceof Number) return ((Number) value).doubleValue();
    throw mistyped(type, value);
  }

  static String text(Type type, Object value) {
    if (type.name.equals("decimal")) return decimal(type, value).toPlainString();
    if (value instanceof CharSequence) return value.toString();
    if (value instanceof AbstractChar) return ((AbstractChar<?>) value).getValue();
    if (value instanceof Character) return value.toString();
    if (value instanceof JsonValue) return value.toString();
    throw mistyped(type, value);
  }

  private static BigDecimal decimal(Type type, Object value) {
    if (value instanceof BigDecimal) return (BigDecimal) value;
    if (value instanceof BigInteger) return new BigDecimal((BigInteger) value);
    if (value instanceof Number && !(value instanceof Double) && !(value instanceof Float)) {
      return BigDecimal.valueOf(integer(type, value, Long.MIN_VALUE, Long.MAX_VALUE));
    }
    throw mistyped(type, value);
  }

  static byte[] bytes(Type type, Object value) {
    if (value instanceof Binary) return ((Binary) value).data();
    if (value instanceof byte[]) return (byte[]) value;
    throw mistyped(type, value);
  }

  static int days(Type type, Object value) {
    LocalDateTime local = Times.localOf(value);
    if (local == null) throw mistyped(type, value);
    LocalDate day = local.toLocalDate();
    return (int) day.toEpochDay();
  }

  static long micros(Type type, Object value) {
    LocalDateTime local = Times.localOf(value);
    if (local == null) throw mistyped(type, value);
    return Times.micros(local);
  }

  static Iterable<?> list(Type type, Object value) {
    if (value instanceof Iterable) return (Iterable<?>) value;
    if (value instanceof Object[]) return Arrays.asList((Object[]) value);
    throw mistyped(type, value);
  }

  static Map<?, ?> map(Type type, Object value) {
    if (value instanceof Map) return (Map<?, ?>) value;
    throw mistyped(type, value);
  }

  static List<?> fields(Type type, Object value) {
    if (value instanceof Struct) return ((Struct) value).getFieldValues();
    if (value instanceof List) return (List<?>) value;
    if (value instanceof Object[]) return Arrays.asList((Object[]) value);
    throw mistyped(type, value);
  }
}
