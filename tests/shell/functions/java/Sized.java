package com.example;

import com.aliyun.odps.data.SimpleStruct;
import com.aliyun.odps.data.Struct;
import com.aliyun.odps.type.StructTypeInfo;
import com.aliyun.odps.udf.UDF;
import com.aliyun.odps.udf.annotation.Resolve;
import java.util.Arrays;

/** A UDF whose annotation says what its classes do not. */
@Resolve({"struct<a:bigint,b:string>->struct<a:bigint,b:string>", "string->bigint"})
public class Sized extends UDF {
  public Struct evaluate(Struct a) {
    if (a == null) return null;
    Object[] values = {(Long) a.getFieldValue("a") + 1, a.getFieldValue(1) + "!"};
    return new SimpleStruct((StructTypeInfo) a.getTypeInfo(), Arrays.asList(values));
  }

  public Integer evaluate(String a) {
    return a == null ? null : a.length();
  }
}
