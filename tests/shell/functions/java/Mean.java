package com.example;

import com.aliyun.odps.io.DoubleWritable;
import com.aliyun.odps.io.Writable;
import com.aliyun.odps.udf.Aggregator;
import com.aliyun.odps.udf.annotation.Resolve;
import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/** A UDAF with a buffer of its own. */
@Resolve("double->double")
public class Mean extends Aggregator {
  private static class Buffer implements Writable {
    private double sum;
    private long count;

    @Override
    public void write(DataOutput out) throws IOException {
      out.writeDouble(sum);
      out.writeLong(count);
    }

    @Override
    public void readFields(DataInput in) throws IOException {
      sum = in.readDouble();
      count = in.readLong();
    }
  }

  private final DoubleWritable result = new DoubleWritable();

  @Override
  public Writable newBuffer() {
    return new Buffer();
  }

  @Override
  public void iterate(Writable buffer, Writable[] arguments) {
    DoubleWritable value = (DoubleWritable) arguments[0];
    if (value == null) return;
    ((Buffer) buffer).sum += value.get();
    ((Buffer) buffer).count++;
  }

  @Override
  public void merge(Writable buffer, Writable partial) {
    ((Buffer) buffer).sum += ((Buffer) partial).sum;
    ((Buffer) buffer).count += ((Buffer) partial).count;
  }

  @Override
  public Writable terminate(Writable buffer) {
    if (((Buffer) buffer).count == 0) return null;
    result.set(((Buffer) buffer).sum / ((Buffer) buffer).count);
    return result;
  }
}
