// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
package dev.writ.sandbox.mechanism;

import dev.writ.sandbox.os.PathBytes;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/// Options of bubblewrap as it reads them from a descriptor (`--args`, bwrap(1)): bytes, each
/// option with a zero behind it, so that a path need not be text.
final class BubblewrapOptions {
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  /// Adds options and their values as texts.
  void add(List<String> words) {
    words.forEach(word -> add(word.getBytes(StandardCharsets.UTF_8)));
  }

  /// The same.
  void add(String... words) {
    add(List.of(words));
  }

  /// Adds an option whose value is a path.
  void add(String option, Path path) {
    add(option);
    add(PathBytes.of(path));
  }

  /// Adds a mount of one path at another.
  void mount(String option, Path source, Path place) {
    add(option, source);
    add(PathBytes.of(place));
  }

  private void add(byte[] value) {
    bytes.writeBytes(value);
    bytes.write(0);
  }

  /// All of them.
  byte[] bytes() {
    return bytes.toByteArray();
  }
}
