// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/// The source of pack files: the program itself, or the person's data directory.
public interface PackFiles {
  /// The largest pack that is read, in bytes.
  int MAX_BYTES = 512 * 1024;

  /// The bytes of a file.
  ///
  /// @param name relative to `packs/`, with `/` between segments, such as `activated/git.yaml`
  /// @return empty if there is no such file
  /// @throws IOException where it is there and can't be read
  Optional<byte[]> read(String name) throws IOException;

  /// What tells, by one look, whether a file is still the one that was read: then it is equal.
  ///
  /// @param name as above
  default Object stamp(String name) {
    return "";
  }

  /// The text of a file.
  ///
  /// @return empty if there is no such file
  /// @throws IOException where it can't be read, is too large or no UTF-8
  static Optional<String> text(PackFiles files, String name) throws IOException {
    Optional<byte[]> bytes = files.read(name);
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    if (bytes.get().length > MAX_BYTES) {
      throw new IOException("larger than " + MAX_BYTES + " bytes");
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.get())).toString());
    } catch (CharacterCodingException e) {
      throw new IOException("no UTF-8", e);
    }
  }
}
