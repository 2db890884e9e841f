// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.proxy;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import dev.writ.sandbox.confinement.SandboxConfinement.ConfinedNetwork;
import dev.writ.sandbox.os.Os;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/// How a program writes the proxy's address: as it is, or within the newer family, as Java does.
public enum SocketFamily {
  INET(2, 16, 4, "7f000001"),
  INET6(10, 28, 8, "00000000000000000000ffff7f000001");

  private final int number;
  private final int bytes;
  private final int offset;
  private final String loopback;

  SocketFamily(int number, int bytes, int offset, String loopback) {
    this.number = number;
    this.bytes = bytes;
    this.offset = offset;
    this.loopback = loopback;
  }

  /// The kernel's number (`AF_INET`, `AF_INET6`).
  int number() {
    return number;
  }

  /// The size of an address.
  int bytes() {
    return bytes;
  }

  /// The family in which an address is the proxy's.
  static @Nullable SocketFamily ofProxy(byte[] bytes) {
    ByteBuffer address = ByteBuffer.wrap(bytes);
    for (SocketFamily family : values()) {
      byte[] loopback = HexFormat.of().parseHex(family.loopback);
      if (bytes.length >= family.offset + loopback.length
          && address.order(ByteOrder.nativeOrder()).getShort(0) == family.number
          && address.order(ByteOrder.BIG_ENDIAN).getShort(2) == ConfinedNetwork.PROXY_PORT
          && address.slice(family.offset, loopback.length).equals(ByteBuffer.wrap(loopback))) {
        return family;
      }
    }
    return null;
  }

  /// The address of a port of this machine.
  MemorySegment loopback(Os os, int port) {
    MemorySegment address = os.memory(bytes);
    address.set(JAVA_BYTE, 0, (byte) number);
    address.set(JAVA_BYTE, 2, (byte) (port >> 8));
    address.set(JAVA_BYTE, 3, (byte) port);
    byte[] host = HexFormat.of().parseHex(loopback);
    MemorySegment.copy(host, 0, address, JAVA_BYTE, offset, host.length);
    return address;
  }
}
