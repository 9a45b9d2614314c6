package com.example;

import com.aliyun.odps.udf.ExecutionContext;
import com.aliyun.odps.udf.UDF;
import com.aliyun.odps.udf.UDFException;
import com.aliyun.odps.udf.annotation.Resolve;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What functions should not do. */
@Resolve("string->bigint")
public class Wrong extends UDF {
  private final List<byte[]> kept = new ArrayList<>();

  @Override
  public void setup(ExecutionContext context) throws UDFException, IOException {
    System.out.println("set up " + new String(context.readResourceFile("words.txt")));
  }

  public Object evaluate(String what) throws Exception {
    switch (what) {
      case "raise":
        throw new IllegalArgumentException("bad words");
      case "recurse":
        return evaluate(what);
      case "type":
        return "a text";
      case "exit":
        System.exit(7);
        return null;
      case "fill":
        while (true) kept.add(new byte[1 << 20]);
      case "sleep":
        Thread.sleep(60_000);
        return null;
      default:
        if (what.startsWith("tell ")) {
          Files.write(Path.of(what.substring(5)), new byte[1]);
          Thread.sleep(60_000);
        }
        if (!what.startsWith("file ")) return (long) what.length();
        return (long) Files.readAllBytes(Path.of(what.substring(5))).length;
    }
  }
}
