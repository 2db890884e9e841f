// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import java.io.Closeable;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.URLDecoder;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// A connection to a person's session bus: as much of D-Bus as a few method calls need.
final class DBusConnection implements Closeable {
  private static final int MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
  private static final int FIXED_BYTES = 16;
  private static final int METHOD_CALL = 1;
  private static final int METHOD_RETURN = 2;
  private static final int ERROR = 3;
  private static final int SIGNAL = 4;

  private final SocketChannel channel;
  private final Selector selector;
  private final Duration patience;
  private long serial;

  /// A method of an object.
  record ObjectMethod(String destination, String path, String type, String name) {}

  /// A method call failed, as the other side says.
  static final class MethodFailure extends IOException {
    private static final long serialVersionUID = 1;

    private final String error;

    MethodFailure(String error, String message) {
      super(message.isEmpty() ? error : message);
      this.error = error;
    }

    /// The name of the error.
    String error() {
      return error;
    }
  }

  /// The received message.
  ///
  /// @param about the serial of the call that it answers
  /// @param name of a signal or an error
  private record Incoming(int type, long about, String path, String name, DBusReader body) {}

  /// @param patience how long an answer may take
  private DBusConnection(SocketChannel channel, Duration patience) throws IOException {
    this.channel = channel;
    this.patience = patience;
    this.selector = Selector.open();
    channel.configureBlocking(false);
    channel.register(selector, SelectionKey.OP_READ);
  }

  /// The socket of the session bus; empty where the environment names none that can be reached.
  static Optional<String> socket(Map<String, String> environment) {
    for (String address : parts(environment.getOrDefault("DBUS_SESSION_BUS_ADDRESS", ""), ";")) {
      if (address.startsWith("unix:")) {
        for (String pair : parts(address.substring("unix:".length()), ",")) {
          if (pair.startsWith("path=")) {
            String path = pair.substring("path=".length()).replace("+", "%2B");
            return Optional.of(URLDecoder.decode(path, StandardCharsets.UTF_8));
          }
        }
      }
    }
    String runtime = environment.getOrDefault("XDG_RUNTIME_DIR", "");
    return environment.containsKey("DBUS_SESSION_BUS_ADDRESS") || runtime.isEmpty()
        ? Optional.empty()
        : Optional.of(runtime + "/bus");
  }

  private static List<String> parts(String text, String separator) {
    return List.of(text.split(separator, -1));
  }

  /// Connects and says hello.
  static DBusConnection open(String socket, Duration patience) throws IOException {
    SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      channel.connect(UnixDomainSocketAddress.of(socket));
      DBusConnection connection = new DBusConnection(channel, patience);
      connection.authenticate();
      connection.call(
          new ObjectMethod(
              "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "Hello"),
          "",
          new DBusWriter());
      return connection;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  /// The kernel reports this user to the bus.
  private void authenticate() throws IOException {
    write("\0AUTH EXTERNAL\r\nDATA\r\n".getBytes(StandardCharsets.US_ASCII));
    String first = textLine();
    String second = first.startsWith("OK") ? first : textLine();
    if (!second.startsWith("OK")) {
      throw new IOException("the session bus did not accept this user: " + second);
    }
    write("BEGIN\r\n".getBytes(StandardCharsets.US_ASCII));
  }

  private String textLine() throws IOException {
    StringBuilder line = new StringBuilder();
    while (line.length() < 512) {
      char c = (char) read(1)[0];
      if (c == '\n') {
        return line.toString().strip();
      }
      line.append(c);
    }
    throw new IOException("the session bus does not speak D-Bus");
  }

  /// Calls a method and waits for its answer. The body is wiped.
  DBusReader call(ObjectMethod method, String signature, DBusWriter body) throws IOException {
    long mine = ++serial;
    DBusWriter message = new DBusWriter();
    message.octet('l').octet(METHOD_CALL).octet(0).octet(1).number(body.size()).number(mine);
    message.array(
        8,
        fields -> {
          field(fields, 1, "o", method.path());
          field(fields, 2, "s", method.type());
          field(fields, 3, "s", method.name());
          field(fields, 6, "s", method.destination());
          if (!signature.isEmpty()) {
            fields.align(8).octet(8).signature("g").signature(signature);
          }
        });
    byte[] content = body.copy();
    byte[] whole = message.align(8).raw(content).copy();
    try {
      write(whole);
    } finally {
      Arrays.fill(content, (byte) 0);
      Arrays.fill(whole, (byte) 0);
      message.wipe();
      body.wipe();
    }
    while (true) {
      Incoming incoming = next(patience);
      if (incoming.about() == mine && incoming.type() == METHOD_RETURN) {
        return incoming.body();
      }
      if (incoming.about() == mine && incoming.type() == ERROR) {
        throw new MethodFailure(incoming.name(), reason(incoming.body()));
      }
    }
  }

  private static void field(DBusWriter fields, int code, String signature, String value) {
    fields.align(8).octet(code).signature(signature).text(value);
  }

  private static String reason(DBusReader body) {
    try {
      return body.text();
    } catch (IOException _) {
      return ""; // an error need not say more than its name
    }
  }

  /// Waits for a signal of an object.
  DBusReader signal(String path, String name, Duration longest) throws IOException {
    while (true) {
      Incoming incoming = next(longest);
      if (incoming.type() == SIGNAL
          && incoming.path().equals(path)
          && incoming.name().equals(name)) {
        return incoming.body();
      }
    }
  }

  private Incoming next(Duration longest) throws IOException {
    byte[] fixed = read(FIXED_BYTES, longest);
    ByteOrder order = fixed[0] == 'l' ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
    ByteBuffer numbers = ByteBuffer.wrap(fixed).order(order);
    long body = Integer.toUnsignedLong(numbers.getInt(4));
    long fields = Integer.toUnsignedLong(numbers.getInt(12));
    long padded = (fields + 7) / 8 * 8;
    if (padded + body > MAX_MESSAGE_BYTES) {
      throw new IOException("a message of the bus is too long");
    }
    byte[] header = Arrays.copyOf(fixed, FIXED_BYTES + (int) fields);
    byte[] rest = read((int) padded, longest);
    System.arraycopy(rest, 0, header, FIXED_BYTES, (int) fields);
    DBusReader reader = new DBusReader(header, order);
    for (int i = 0; i < 12; i++) {
      reader.octet();
    }
    long[] about = {-1};
    String[] names = {"", ""};
    reader.array(
        8,
        element -> {
          element.align(8);
          int code = element.octet();
          String signature = element.signature();
          switch (signature) {
            case "u" -> {
              long number = element.number();
              about[0] = code == 5 ? number : about[0];
            }
            case "g" -> element.signature();
            case "s", "o" -> {
              String text = element.text();
              names[0] = code == 1 ? text : names[0];
              names[1] = code == 3 || code == 4 ? text : names[1];
            }
            default -> throw new IOException("a header of the bus has a field " + signature);
          }
          return code;
        });
    return new Incoming(
        fixed[1], about[0], names[0], names[1], new DBusReader(read((int) body, longest), order));
  }

  private byte[] read(int count) throws IOException {
    return read(count, patience);
  }

  private byte[] read(int count, Duration longest) throws IOException {
    ByteBuffer bytes = ByteBuffer.allocate(count);
    long until = System.nanoTime() + longest.toNanos();
    while (bytes.hasRemaining()) {
      int got = channel.read(bytes);
      if (got < 0) {
        throw new IOException("the session bus closed the connection");
      }
      if (got == 0) {
        long left = (until - System.nanoTime()) / 1_000_000;
        if (left <= 0 || Thread.currentThread().isInterrupted()) {
          throw new IOException("the keyring did not answer");
        }
        selector.select(left);
        selector.selectedKeys().clear();
      }
    }
    return bytes.array();
  }

  private void write(byte[] bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    while (buffer.hasRemaining()) {
      if (channel.write(buffer) == 0) {
        Thread.onSpinWait(); // a request is a few hundred bytes
      }
    }
  }

  @Override
  public void close() throws IOException {
    selector.close();
    channel.close();
  }
}
