// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.sandbox.protection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.zip.InflaterInputStream;

/// One of Git's objects in a file of its own (gitrepository-layout(5)).
public final class LooseObject {
  private static final int SHA1_DIGITS = 40;
  private static final int BUFFER = 1 << 16;

  private LooseObject() {}

  /// The id that a file's place says: the names of its directory and its own.
  public static String id(Path file) {
    return file.getName(file.getNameCount() - 2).toString() + file.getFileName();
  }

  /// Whether such a name is one of an object.
  public static boolean isId(String id) {
    return id.chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }

  /// Whether it has the content that its name says; a file that isn't called like one is none.
  public static boolean isTrue(Path file) {
    String id = id(file);
    if (!isId(id)) {
      return true;
    }
    try (InputStream compressed = Files.newInputStream(file, LinkOption.NOFOLLOW_LINKS);
        InputStream object = new InflaterInputStream(compressed)) {
      MessageDigest digest =
          MessageDigest.getInstance(id.length() == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      byte[] buffer = new byte[BUFFER];
      long left = length(object, digest);
      for (int read = object.read(buffer); read >= 0 && left >= 0; read = object.read(buffer)) {
        digest.update(buffer, 0, read);
        left -= read; // what is longer than it says may never end
      }
      return left == 0 && HexFormat.of().formatHex(digest.digest()).equals(id);
    } catch (IOException | NumberFormatException _) {
      return false;
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has both
    }
  }

  /// Reads the kind and the length of an object.
  private static long length(InputStream object, MessageDigest digest) throws IOException {
    final int longest = 32;
    StringBuilder header = new StringBuilder();
    int next = object.read();
    while (next > 0 && header.length() < longest) {
      header.append((char) next);
      next = object.read();
    }
    digest.update((header + "\0").getBytes(StandardCharsets.ISO_8859_1));
    return Long.parseLong(header.substring(header.indexOf(" ") + 1));
  }
}
