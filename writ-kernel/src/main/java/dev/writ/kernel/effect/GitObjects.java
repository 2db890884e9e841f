// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.effect;

import dev.writ.kernel.call.Content;
import dev.writ.kernel.sandbox.Launch;
import dev.writ.kernel.sandbox.Live;
import dev.writ.kernel.sandbox.Ran;
import dev.writ.kernel.snapshot.GitIndex;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/// What Git knows of the workspace: its index, read from its plain file, and contents by their
/// object ids, asked of `git` in a sandbox in which it can only read. What it answers counts only
/// if it has the id that was asked for.
final class GitObjects {
  /// How much one answer may hold.
  private static final int MAX_ANSWER_BYTES = 256 * 1024 * 1024;

  private static final int MAX_INDEX_BYTES = 512 * 1024 * 1024;
  private static final int SHA1_DIGITS = 40;

  private final Root root;
  private final GitHead head;
  private final Programs programs;
  private final Shelter shelter;
  private Optional<Known> known = Optional.empty();

  /// The index as it was read, and how its file looked then.
  private record Known(long modified, long sizeBytes, Object key, GitIndex index) {
    boolean is(BasicFileAttributes now) {
      return modified == now.lastModifiedTime().to(TimeUnit.NANOSECONDS)
          && sizeBytes == now.size()
          && key.equals(now.fileKey());
    }
  }

  GitObjects(Root root, GitHead head, Programs programs, Shelter shelter) {
    this.root = root;
    this.head = head;
    this.programs = programs;
    this.shelter = shelter;
  }

  /// What is tracked now.
  synchronized GitIndex index() {
    Optional<GitHead.Repository> repository = head.repository();
    if (repository.isEmpty()) {
      return GitIndex.NONE;
    }
    Path file = repository.get().directory().resolve("index");
    try {
      BasicFileAttributes now =
          Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
      if (known.isEmpty() || !known.get().is(now)) {
        known = Optional.of(read(file, now, repository.get().top()));
      }
      return known.get().index();
    } catch (IOException _) {
      return GitIndex.NONE; // nothing was added yet
    }
  }

  private Known read(Path file, BasicFileAttributes now, Path top) throws IOException {
    long modified = now.lastModifiedTime().to(TimeUnit.NANOSECONDS);
    if (!now.isRegularFile() || now.size() > MAX_INDEX_BYTES) {
      return new Known(modified, now.size(), key(now), GitIndex.NONE);
    }
    String below = top.relativize(root.path()).toString();
    GitIndex index =
        GitIndex.read(Files.readAllBytes(file), modified, below.isEmpty() ? "" : below + "/");
    return new Known(modified, now.size(), key(now), index);
  }

  private static Object key(BasicFileAttributes attributes) {
    Object key = attributes.fileKey();
    return key == null ? attributes : key;
  }

  /// The top of the working tree, if the workspace is in one.
  Optional<GitHead.Repository> repository() {
    return head.repository();
  }

  /// Whether contents can be had: the sandbox shows nothing but the workspace.
  boolean reachable() {
    return head.repository().filter(r -> r.directory().startsWith(root.path())).isPresent();
  }

  /// The contents of objects, as far as Git has them.
  ///
  /// @throws InterruptedException when interrupted
  Map<String, Content> contents(Collection<String> ids) throws IOException, InterruptedException {
    Optional<Path> git = programs.find("git");
    if (ids.isEmpty() || git.isEmpty()) {
      return Map.of();
    }
    TreeMap<String, String> environment = new TreeMap<>(programs.environment());
    environment.put("GIT_NO_LAZY_FETCH", "1");
    environment.put("GIT_NO_REPLACE_OBJECTS", "1");
    environment.put("GIT_CONFIG_NOSYSTEM", "1");
    Launch.Stage stage =
        new Launch.Stage(
            git.get(),
            List.of("git", "cat-file", "--batch"),
            environment,
            root.path(),
            Launch.Redirections.NONE);
    Launch.Limits limits =
        new Launch.Limits(Duration.ofSeconds(60), MAX_ANSWER_BYTES, 1 << 16, Launch.Quotas.DEFAULT);
    String asked = String.join("\n", ids) + "\n";
    Ran ran =
        shelter
            .executor()
            .run(
                new Launch(
                    List.of(stage),
                    shelter.forAskingGit(),
                    limits,
                    ByteBuffer.wrap(asked.getBytes(StandardCharsets.US_ASCII))),
                Live.NOBODY);
    return answered(ran.stdout().bytes());
  }

  /// Reads `ID blob SIZE`, a line's end, the bytes and a line's end, again and again
  /// (git-cat-file).
  private static Map<String, Content> answered(byte[] bytes) {
    Map<String, Content> contents = new HashMap<>();
    int at = 0;
    while (at < bytes.length) {
      int end = at;
      while (end < bytes.length && bytes[end] != '\n') {
        end++;
      }
      String[] words = new String(bytes, at, end - at, StandardCharsets.ISO_8859_1).split(" ", -1);
      at = end + 1;
      if (words.length == 3 && words[1].equals("blob")) {
        int size = Integer.parseInt(words[2]);
        if (size > bytes.length - at) {
          return contents; // cut
        }
        byte[] content = java.util.Arrays.copyOfRange(bytes, at, at + size);
        if (id(content, words[0].length()).equals(words[0])) {
          contents.put(words[0], Content.of(content));
        }
        at += size + 1;
      }
    }
    return contents;
  }

  private static String id(byte[] content, int digits) {
    try {
      MessageDigest digest = MessageDigest.getInstance(digits == SHA1_DIGITS ? "SHA-1" : "SHA-256");
      digest.update(("blob " + content.length + "\0").getBytes(StandardCharsets.US_ASCII));
      return HexFormat.of().formatHex(digest.digest(content));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has both
    }
  }
}
