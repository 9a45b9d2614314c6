package com.example;

import com.aliyun.odps.udf.ExecutionContext;
import com.aliyun.odps.udf.UDFException;
import com.aliyun.odps.udf.UDTF;
import com.aliyun.odps.udf.annotation.Resolve;

/** A UDTF: the words of a text with their places, and at the end how many there were. */
@Resolve("string,string->string,bigint")
public class Words extends UDTF {
  private final Object[] row = new Object[2];
  private long count = -1;

  @Override
  public void setup(ExecutionContext context) throws UDFException {
    count = 0;
  }

  @Override
  public void process(Object[] values) throws UDFException {
    if (values[0] == null) return;
    String[] words = ((String) values[0]).split((String) values[1]);
    for (int i = 0; i < words.length; i++) {
      if (words[i].equals("stop")) throw new UDFException("stopped");
      if (words[i].equals("twist")) {
        try {
          forward(i, words[i]);
        } catch (ClassCastException error) {
          return; // as if nothing were wrong
        }
      }
      row[0] = words[i];
      row[1] = (long) i;
      forward(row);
      count++;
    }
  }

  @Override
  public void close() throws UDFException {
    forward("all", count);
  }
}
