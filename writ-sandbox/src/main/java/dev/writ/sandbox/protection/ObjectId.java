// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/// The id that a content has as an object of Git (gitformat-pack(5): a header, and the content).
public final class ObjectId {
  private static final int SHA1_DIGITS = 40;

  private ObjectId() {}

  /// The id of a content.
  ///
  /// @param digits how many an id has: 40 (SHA-1) or 64 (SHA-256)
  public static String of(byte[] content, int digits) {
    try {
      return of(new ByteArrayInputStream(content), content.length, digits);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // memory can be read
    }
  }

  /// The id of what a file holds.
  ///
  /// @param digits likewise
  /// @throws IOException where it can't be read
  public static String of(Path file, int digits) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      return of(in, Files.size(file), digits);
    }
  }

  private static String of(InputStream in, long length, int digits) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      digest.update(("blob " + length + "\0").getBytes(StandardCharsets.US_ASCII));
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has both
    }
  }
}
