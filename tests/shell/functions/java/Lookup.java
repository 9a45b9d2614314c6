package com.example;

import com.aliyun.odps.data.Record;
import com.aliyun.odps.udf.ExecutionContext;
import com.aliyun.odps.udf.TableRecordReader;
import com.aliyun.odps.udf.UDF;
import com.aliyun.odps.udf.UDFException;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** A UDF that finds names in a table. */
public class Lookup extends UDF {
  private final Map<Long, String> names = new HashMap<>();
  private String last = "";

  @Override
  @SuppressWarnings("deprecation")
  public void setup(ExecutionContext context) throws UDFException, IOException {
    for (Object[] row : context.readResourceTable("items")) names.put((Long) row[0], (String) row[1]);
    TableRecordReader reader = context.getResourceTableReader("items");
    while (reader.hasNext()) {
      Record record = reader.next();
      last = record.getString("name") + " of " + record.get("at");
    }
    reader.close();
  }

  public String evaluate(Long id) {
    return id == null ? last : names.get(id);
  }
}
