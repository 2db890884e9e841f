// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
package dev.writ.kernel.workspace;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.base.value.ContentHash;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/// The SHA-256 of programs for the audit log. A hash is computed once and kept, also for later
/// processes, under what identifies the file and its last change; no program can set the time of
/// that change. For evidence only: code that decides reads the program again
/// ([dev.writ.kernel.program.KnownPrograms]).
public final class ProgramDigests {
  private static final String NAME = "programs.jsonl";
  private static final int CHUNK_BYTES = 1 << 16;
  private static final long MOST_KEPT_BYTES = 1024 * 1024;

  /// A file that changed less than this ago may change again without a new time.
  private static final Duration RECENT = Duration.ofSeconds(2);

  /// A larger file is hashed while other things happen: the JVM starts with its first compiler
  /// only, which hashes slowly.
  private static final long LARGE_BYTES = 16L * 1024 * 1024;

  private static final List<String> ATTRIBUTES =
      List.of("dev", "ino", "size", "lastModifiedTime", "ctime");

  private final Path file;
  private final InstantSource clock;
  private final Map<String, String> known = new HashMap<>();
  private final Set<String> begun = new HashSet<>();
  private final Map<String, String> ahead = new HashMap<>();
  private boolean loaded;

  /// The cached facts about a program.
  ///
  /// @param real its real path
  /// @param hash none while a large program is being hashed
  public record Digest(Path real, Optional<String> hash) {}

  /// @param data the user's data directory
  public ProgramDigests(Path data, InstantSource clock) {
    this.file = data.resolve(NAME);
    this.clock = clock;
  }

  /// A program's digest; nothing where it can't be read.
  ///
  /// @param program its path, perhaps a link
  public synchronized Optional<Digest> of(Path program) {
    try {
      Path real = program.toRealPath();
      Optional<String> identity = identity(real);
      load();
      Optional<String> kept = identity.map(known::get);
      if (kept.isPresent()) {
        return Optional.of(new Digest(real, kept));
      }
      if (identity.isPresent() && Files.size(real) > LARGE_BYTES) {
        if (begun.add(identity.get())) {
          Thread.ofPlatform().daemon().start(() -> computeLater(real, identity));
        }
        return Optional.of(new Digest(real, Optional.empty()));
      }
      Optional<String> computed = identity.map(ahead::remove);
      String hash = computed.isPresent() ? computed.get() : hash(real);
      remember(real, identity, hash);
      return Optional.of(new Digest(real, Optional.of(hash)));
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  /// Computes likely results of [#of] in advance. Nothing is written: the caller may have ended.
  public synchronized void computeAhead(Path program) {
    try {
      Path real = program.toRealPath();
      Optional<String> identity = identity(real);
      load();
      if (identity.isPresent()
          && !known.containsKey(identity.get())
          && Files.size(real) <= LARGE_BYTES) {
        ahead.put(identity.get(), hash(real));
      }
    } catch (IOException _) {
      // Then it can't be read later either.
    }
  }

  private void computeLater(Path real, Optional<String> identity) {
    try {
      remember(real, identity, hash(real));
    } catch (IOException _) {
      // It stays unknown.
    }
  }

  private synchronized void remember(Path real, Optional<String> identity, String hash)
      throws IOException {
    if (identity.isPresent() && identity.equals(identity(real))) {
      known.put(identity.get(), hash);
      keep(real, identity.get(), hash);
    }
  }

  /// The identity of a file and its last change; empty if that was just now.
  private Optional<String> identity(Path real) throws IOException {
    Map<String, Object> attributes =
        Files.readAttributes(real, "unix:" + String.join(",", ATTRIBUTES));
    StringBuilder text = new StringBuilder();
    for (String name : ATTRIBUTES) {
      Object value = attributes.get(name);
      text.append(value instanceof FileTime time ? time.to(TimeUnit.NANOSECONDS) : value)
          .append(':');
    }
    Instant changed =
        attributes.get("ctime") instanceof FileTime time ? time.toInstant() : Instant.MAX;
    return changed.isBefore(clock.instant().minus(RECENT))
        ? Optional.of(text.toString())
        : Optional.empty();
  }

  private static String hash(Path real) throws IOException {
    MessageDigest digest = ContentHash.digest();
    byte[] chunk = new byte[CHUNK_BYTES];
    try (InputStream in = Files.newInputStream(real)) {
      for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
        digest.update(chunk, 0, n);
      }
    }
    return ContentHash.written(digest.digest());
  }

  private void load() {
    if (loaded) {
      return;
    }
    loaded = true;
    try {
      for (String line : Journal.read(file).lines().toList()) {
        Json.Obj json = JsonReader.readObject(line);
        known.put(json.text("identity").orElse(""), json.text("hash").orElse(""));
      }
    } catch (IOException | JsonException _) {
      // An unreadable cache is computed again.
    }
  }

  private void keep(Path real, String identity, String hash) {
    try {
      if (!Files.exists(file) || Files.size(file) < MOST_KEPT_BYTES) {
        try (Journal journal = Journal.open(file)) {
          journal.append(
              Json.object()
                  .put("path", real.toString())
                  .put("identity", identity)
                  .put("hash", hash)
                  .build()
                  .write());
        }
      }
    } catch (IOException _) {
      // The next process computes it again.
    }
  }
}
