package paisql.functions;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The process that computes functions in Java, as paisql.functions.worker does those in Python: the same frames and
 * requests. It stands in the folder with the functions' resources, and finds its owner at its standard input, which
 * is a socket. The arguments are the JARs.
 */
final class Worker {
  private static final byte[] NOTHING = new byte[0];

  private final Frames frames;
  private final List<File> files;
  private final Map<Long, Functions> functions = new HashMap<>();
  private Jars jars; // come with the first function

  /** The owner ends a worker by closing the socket. */
  static final class OwnerGone extends RuntimeException {
    private static final long serialVersionUID = 1;

    OwnerGone(IOException cause) {
      super(cause);
    }
  }

  private Worker(Frames frames, List<File> files) {
    this.frames = frames;
    this.files = files;
  }

  public static void main(String[] arguments) throws IOException {
    Frames frames =
        new Frames(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.in));
    System.setIn(new ByteArrayInputStream(NOTHING));
    List<File> files = new ArrayList<>();
    for (String name : arguments) files.add(new File(name));
    JsonObject facts = new JsonObject();
    facts.addProperty("kind", "functions");
    facts.addProperty("java", System.getProperty("java.version"));
    frames.hello(facts.toString());
    try {
      new Worker(frames, files).serve();
    } catch (OwnerGone gone) {
      // as when it closes the socket between two requests
    }
    System.out.flush();
    Runtime.getRuntime().halt(0); // threads of users' code may go on
  }

  private void serve() throws IOException {
    for (Frames.Frame frame = frames.receive(); frame != null; frame = frames.receive()) {
      long number = frame.number;
      String failure = null;
      byte[] payload = NOTHING;
      try {
        payload = answer(frame);
      } catch (Failed failed) {
        failure = failed.json();
      } catch (RuntimeException error) {
        if (error instanceof OwnerGone) throw error;
        failure = new Failed(error, -1).json();
      }
      System.out.flush();
      System.err.flush();
      if (failure == null && payload.length > Frames.MOST_BYTES) failure = Failed.tooLarge(payload.length);
      if (failure == null) {
        frames.send(Frames.DATA, number, 0, "", payload);
      } else {
        frames.send(Frames.ERROR, number, 1, failure, NOTHING);
      }
    }
    for (Functions function : functions.values()) end(function);
  }

  private byte[] answer(Frames.Frame frame) throws Failed, IOException {
    JsonObject request = JsonParser.parseString(frame.text).getAsJsonObject();
    String what = request.get("do").getAsString();
    long id = request.get("id").getAsLong();
    if (what.equals("open") || what.equals("forget")) {
      Functions known = functions.remove(id);
      if (known != null) end(known);
      if (what.equals("open")) functions.put(id, open(request));
      return NOTHING;
    }
    Functions function = functions.get(id);
    if (function == null) throw new IllegalStateException("function " + id + " is not open");
    return function.answer(what, frame.payload, batch -> frames.send(Frames.DATA, frame.number, 1, "", batch));
  }

  private Functions open(JsonObject request) throws Failed {
    if (request.get("whole_columns").getAsBoolean()) {
      throw new IllegalArgumentException("functions in Java have no whole columns");
    }
    Class<?> written;
    try {
      if (jars == null) {
        jars = Jars.of(files);
        Thread.currentThread().setContextClassLoader(jars);
      }
      written = Class.forName(request.get("class").getAsString(), true, jars);
    } catch (IOException | ReflectiveOperationException | LinkageError | RuntimeException error) {
      throw new Failed(error, -1);
    }
    return Functions.open(
        request.get("kind").getAsString(), written, types(request, "arguments"), types(request, "returns"));
  }

  private static List<Type> types(JsonObject request, String name) {
    List<String> texts = new ArrayList<>();
    for (JsonElement one : request.getAsJsonArray(name)) texts.add(one.getAsString());
    return Type.parseAll(texts);
  }

  /** What is raised there is told nobody but the reader of what functions print. */
  private static void end(Functions function) {
    try {
      function.end();
    } catch (Exception error) {
      error.printStackTrace();
    }
  }
}
