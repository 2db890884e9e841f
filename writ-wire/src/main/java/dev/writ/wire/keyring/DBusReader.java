// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Reads marshalled D-Bus data. Malformed data is a D-Bus error, never an exception of another
/// kind.
final class DBusReader {
  private final ByteBuffer buffer;

  DBusReader(byte[] bytes, ByteOrder order) {
    buffer = ByteBuffer.wrap(bytes).order(order);
  }

  /// Reads an element of an array.
  @FunctionalInterface
  interface Element<T> {
    T read(DBusReader reader) throws IOException;
  }

  void align(int boundary) throws IOException {
    skip((boundary - buffer.position() % boundary) % boundary);
  }

  private void skip(int count) throws IOException {
    need(count);
    buffer.position(buffer.position() + count);
  }

  private void need(long count) throws IOException {
    if (count < 0 || count > buffer.remaining()) {
      throw new IOException("a message of the bus is shorter than its stated length");
    }
  }

  int octet() throws IOException {
    need(1);
    return buffer.get() & 0xff;
  }

  long number() throws IOException {
    align(Integer.BYTES);
    need(Integer.BYTES);
    return Integer.toUnsignedLong(buffer.getInt());
  }

  /// A string or an object path.
  String text() throws IOException {
    byte[] bytes = octets();
    skip(1);
    return new String(bytes, StandardCharsets.UTF_8);
  }

  String signature() throws IOException {
    byte[] bytes = new byte[octet()];
    need(bytes.length);
    buffer.get(bytes);
    skip(1);
    return new String(bytes, StandardCharsets.US_ASCII);
  }

  /// An array of bytes.
  byte[] octets() throws IOException {
    long length = number();
    need(length);
    byte[] bytes = new byte[(int) length];
    buffer.get(bytes);
    return bytes;
  }

  /// An array whose elements are aligned like that.
  <T> List<T> array(int boundary, Element<T> element) throws IOException {
    long length = number();
    align(boundary);
    need(length);
    int end = buffer.position() + (int) length;
    List<T> items = new ArrayList<>();
    while (buffer.position() < end) {
      items.add(element.read(this));
    }
    return items;
  }
}
