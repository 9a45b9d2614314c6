package paisql.functions;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** One end of a worker's socket: frames, as src/workers/protocol.h describes them. */
final class Frames {
  static final int HELLO = 1, DATA = 2, ERROR = 3;
  static final int MOST_BYTES = 256 << 20; // of text and payload together
  private static final int HEAD = 24;
  private static final int VERSION = 1;

  static final class Frame {
    final long number;
    final String text;
    final byte[] payload;

    Frame(long number, String text, byte[] payload) {
      this.number = number;
      this.text = text;
      this.payload = payload;
    }
  }

  private final DataInputStream in;
  private final OutputStream out;

  Frames(InputStream in, OutputStream out) {
    this.in = new DataInputStream(new BufferedInputStream(in, 1 << 16));
    this.out = out;
  }

  /** The next request; null when the owner has gone. */
  Frame receive() throws IOException {
    byte[] head = new byte[HEAD];
    try {
      in.readFully(head);
      ByteBuffer facts = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
      long number = facts.getLong();
      byte[] text = new byte[facts.getInt()];
      byte[] payload = new byte[facts.getInt()];
      in.readFully(text);
      in.readFully(payload);
      return new Frame(number, new String(text, StandardCharsets.UTF_8), payload);
    } catch (EOFException end) {
      return null;
    }
  }

  void hello(String facts) throws IOException {
    send(HELLO, 0, VERSION, facts, new byte[0]);
  }

  void send(int kind, long number, int code, String text, byte[] payload) throws IOException {
    byte[] words = text.getBytes(StandardCharsets.UTF_8);
    ByteBuffer frame =
        ByteBuffer.allocate(HEAD + words.length + payload.length).order(ByteOrder.LITTLE_ENDIAN);
    frame.putLong(number).putInt(words.length).putInt(payload.length).putInt(code);
    frame.put((byte) kind).put((byte) 0).putShort((short) 0);
    frame.put(words).put(payload);
    out.write(frame.array());
    out.flush();
  }
}
