// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.sandbox.launch;

import java.util.Arrays;

/// Bytes of a stream up to a limit: its beginning or, for one without end, its latest part.
final class BoundedOutput {
  private final int limit;
  private final boolean latest;
  private byte[] bytes = new byte[0];
  private int size;
  private long total;

  BoundedOutput(int limit, boolean latest) {
    this.limit = limit;
    this.latest = latest;
  }

  /// Takes more in.
  ///
  /// @return whether something of it was kept
  synchronized boolean add(byte[] more) {
    total += more.length;
    if (latest && size + more.length > 2L * limit) {
      int left = Math.min(size, limit);
      System.arraycopy(bytes, size - left, bytes, 0, left);
      size = left;
    }
    int room = latest ? more.length : Math.min(more.length, limit - size);
    if (size + room > bytes.length) {
      long most = latest ? 2L * limit : limit;
      bytes = Arrays.copyOf(bytes, (int) Math.max(size + room, Math.min(2L * bytes.length, most)));
    }
    System.arraycopy(more, 0, bytes, size, room);
    size += room;
    return room > 0;
  }

  synchronized LaunchResult.StreamOutput output() {
    int from = Math.max(0, size - limit);
    return new LaunchResult.StreamOutput(Arrays.copyOfRange(bytes, from, size), total);
  }

  /// The output after that many bytes, as far as it is still stored.
  synchronized BackgroundLaunch.OutputPart since(long offset) {
    long first = total - size;
    long from = Math.clamp(offset, first, total);
    return new BackgroundLaunch.OutputPart(
        Arrays.copyOfRange(bytes, (int) (from - first), size), from > offset, total);
  }
}
