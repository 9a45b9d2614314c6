package com.example;

import com.aliyun.odps.udf.UDF;

/** A UDF of one evaluate, by whose classes its types are known. */
public class Plus extends UDF {
  public Long evaluate(Long a, Long b) {
    if (a == null || b == null) return null;
    return a + b;
  }
}
