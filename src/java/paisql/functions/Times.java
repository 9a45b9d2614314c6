package paisql.functions;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.Date;

/** Times on the wall clock of the session's zone, which is the process's own, and Java's classes for them. */
final class Times {
  private static final ZoneId ZONE = ZoneId.systemDefault();
  private static final long MICROS = 1_000_000;

  private Times() {}

  static LocalDateTime local(long micros) {
    long seconds = Math.floorDiv(micros, MICROS);
    int nanos = (int) Math.floorMod(micros, MICROS) * 1000;
    return LocalDateTime.ofEpochSecond(seconds, nanos, ZoneOffset.UTC);
  }

  static Instant instant(long micros) {
    return local(micros).atZone(ZONE).toInstant();
  }

  static LocalDateTime local(Instant instant) {
    return LocalDateTime.ofInstant(instant, ZONE);
  }

  static long micros(LocalDateTime local) {
    return local.toEpochSecond(ZoneOffset.UTC) * MICROS + local.getNano() / 1000;
  }

  /** The value on the wall clock; null for a value that is not a time. */
  static LocalDateTime localOf(Object value) {
    if (value instanceof LocalDateTime) return (LocalDateTime) value;
    if (value instanceof Timestamp) return local(((Timestamp) value).toInstant());
    if (value instanceof java.sql.Date) return ((java.sql.Date) value).toLocalDate().atStartOfDay();
    if (value instanceof Date) return local(Instant.ofEpochMilli(((Date) value).getTime()));
    if (value instanceof Instant) return local((Instant) value);
    if (value instanceof ZonedDateTime) return local(((ZonedDateTime) value).toInstant());
    if (value instanceof LocalDate) return ((LocalDate) value).atStartOfDay();
    return null;
  }
}
