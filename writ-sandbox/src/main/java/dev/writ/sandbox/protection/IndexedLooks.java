// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import dev.writ.sandbox.snapshot.GitIndex;
import dev.writ.sandbox.snapshot.GitIndex.IndexedBlob;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/// What an index newly says about how files look (gitformat-index(5)). Git believes that a file
/// that looks so has the content of its entry: where that is not true, a person's change is not
/// seen, and the next checkout overwrites it.
public final class IndexedLooks {
  private static final int SHA1_DIGITS = 40;

  private IndexedLooks() {}

  /// The entries that look as they didn't before, and whose files have another content; a filter
  /// of Git's may have made it (gitattributes(5)).
  ///
  /// @param file where the index stands
  /// @param files finds the file of a path
  /// @throws IOException where one can't be read
  public static List<IndexedBlob> doubtful(
      Path file, GitIndex index, GitIndex before, Function<String, Path> files) throws IOException {
    long written = Files.getLastModifiedTime(file, LinkOption.NOFOLLOW_LINKS).to(TimeUnit.SECONDS);
    List<IndexedBlob> doubtful = new ArrayList<>();
    for (IndexedBlob one : index.looked(before, files, written)) {
      if (!id(files.apply(one.path()), one.blob().length()).equals(one.blob())) {
        doubtful.add(one);
      }
    }
    return doubtful;
  }

  /// The id that a content has as an object (gitformat-pack(5): a header, and the content).
  private static String id(Path file, int digits) throws IOException {
    try (InputStream in = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS)) {
      MessageDigest digest = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      String header = "blob " + Files.size(file) + "\0";
      digest.update(header.getBytes(StandardCharsets.US_ASCII));
      new DigestInputStream(in, digest).transferTo(OutputStream.nullOutputStream());
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has both
    }
  }
}
