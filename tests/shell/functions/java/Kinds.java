package com.example;

import com.aliyun.odps.data.Binary;
import com.aliyun.odps.data.Struct;
import com.aliyun.odps.data.Varchar;
import com.aliyun.odps.io.Text;
import com.aliyun.odps.udf.UDF;
import java.math.BigDecimal;
import java.sql.Timestamp;
import java.util.Date;
import java.util.List;
import java.util.Map;

/** A UDF of many: each says what it got, or gives it back. */
public class Kinds extends UDF {
  private final Text text = new Text();

  public String evaluate(Boolean a) {
    return "boolean " + a;
  }

  public String evaluate(Byte a) {
    return "byte " + a;
  }

  public String evaluate(Long a) {
    return "long " + a;
  }

  public String evaluate(Double a) {
    return "double " + a;
  }

  public Text evaluate(String a) {
    if (a == null) return null;
    text.set(a.toUpperCase());
    return text;
  }

  public BigDecimal evaluate(BigDecimal a) {
    return a == null ? null : a.add(a);
  }

  public Date evaluate(Date a) {
    return a == null ? null : new Date(a.getTime() + 1000);
  }

  public Timestamp evaluate(Timestamp a) {
    return a;
  }

  public java.sql.Date evaluate(java.sql.Date a) {
    return a == null ? null : java.sql.Date.valueOf(a.toLocalDate().plusDays(1));
  }

  public Binary evaluate(Binary a) {
    return a;
  }

  public List<String> evaluate(List<String> a) {
    if (a != null) a.add("end");
    return a;
  }

  public Map<String, Long> evaluate(Map<String, Long> a) {
    if (a != null) a.put("size", (long) a.size());
    return a;
  }

  public Varchar evaluate(Varchar a, Struct b) {
    return a;
  }

  public String evaluate(long a, int b) {
    return "primitive " + (a + b);
  }

  public String evaluate(String a, String... more) {
    return a + more.length + String.join("", more);
  }
}
