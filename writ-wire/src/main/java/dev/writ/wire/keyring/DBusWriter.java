// Implements: docs/spec/14-config.md §14.2 (Credentials)
package dev.writ.wire.keyring;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Marshals values as D-Bus wants them, in little-endian order. It may hold a key, so it can be
/// wiped.
final class DBusWriter {
  private static final int FIRST_BYTES = 512;

  private byte[] bytes = new byte[FIRST_BYTES];
  private int size;

  /// Writes the elements of an array.
  @FunctionalInterface
  interface Content {
    void write(DBusWriter writer);
  }

  private void room(int more) {
    if (size + more > bytes.length) {
      byte[] larger = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
      Arrays.fill(bytes, (byte) 0);
      bytes = larger;
    }
  }

  DBusWriter align(int boundary) {
    int padding = (boundary - size % boundary) % boundary;
    room(padding);
    size += padding; // zeros
    return this;
  }

  DBusWriter octet(int value) {
    room(1);
    bytes[size++] = (byte) value;
    return this;
  }

  DBusWriter number(long value) {
    align(Integer.BYTES);
    for (int shift = 0; shift < Integer.SIZE; shift += Byte.SIZE) {
      octet((int) (value >>> shift));
    }
    return this;
  }

  /// A boolean.
  DBusWriter flag(boolean value) {
    return number(value ? 1 : 0);
  }

  /// A string or an object path.
  DBusWriter text(String value) {
    byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
    number(utf8.length);
    return raw(utf8).octet(0);
  }

  DBusWriter signature(String value) {
    octet(value.length());
    return raw(value.getBytes(StandardCharsets.US_ASCII)).octet(0);
  }

  /// An array of bytes.
  DBusWriter octets(byte[] value) {
    number(value.length);
    return raw(value);
  }

  DBusWriter raw(byte[] value) {
    room(value.length);
    System.arraycopy(value, 0, bytes, size, value.length);
    size += value.length;
    return this;
  }

  /// An array whose elements are aligned like that.
  DBusWriter array(int boundary, Content content) {
    number(0);
    int length = size - Integer.BYTES;
    align(boundary);
    int from = size;
    content.write(this);
    for (int i = 0; i < Integer.BYTES; i++) {
      bytes[length + i] = (byte) ((size - from) >>> (i * Byte.SIZE));
    }
    return this;
  }

  int size() {
    return size;
  }

  byte[] copy() {
    return Arrays.copyOf(bytes, size);
  }

  void wipe() {
    Arrays.fill(bytes, (byte) 0);
    size = 0;
  }
}
