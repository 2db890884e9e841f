// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.kernel.store;

import dev.writ.pack.file.Activation;
import dev.writ.pack.file.ActivationRecord;
import dev.writ.pack.file.PackRegistry;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;

/// Writes the packs in a person's data directory: files appear whole or not at all, the record of
/// activations is only appended to.
///
/// @param data that directory
public record PackShelf(Path data) {
  /// The directory of unactivated packs, below `packs/`.
  public static final String CANDIDATE = "candidate/";

  private static final String EXTENSION = ".yaml";

  /// Decides on an activation under the lock of the record.
  @FunctionalInterface
  public interface ActivationDecision {
    /// The line to append.
    ///
    /// @param before the record so far
    /// @throws IOException if the activation must not happen
    Activation on(ActivationRecord before) throws IOException;
  }

  private Path packs() {
    return data.resolve("packs");
  }

  /// The tools that there are candidates of, in order.
  ///
  /// @throws IOException where the directory can't be read
  public List<String> candidates() throws IOException {
    List<String> tools = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(packs().resolve(CANDIDATE))) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        if (name.endsWith(EXTENSION)) {
          tools.add(name.substring(0, name.length() - EXTENSION.length()));
        }
      }
    } catch (NoSuchFileException _) {
      return List.of();
    }
    Collections.sort(tools);
    return tools;
  }

  /// Keeps a candidate; one of the same tool is replaced.
  ///
  /// @throws IOException where it can't be written
  public void keepCandidate(String tool, String text) throws IOException {
    replace(CANDIDATE + tool + EXTENSION, text);
  }

  /// Stores a pack and appends its activation, both under the record's lock: of two persons at the
  /// same time the second sees the first one's activation.
  ///
  /// @param text the pack's file
  /// @throws IOException if the decision is against it, or the files cannot be written
  public void activate(String text, ActivationDecision decision) throws IOException {
    append(
        before -> {
          Activation activation = decision.on(before);
          replace(PackRegistry.ACTIVATED + activation.tool() + EXTENSION, text);
          return activation;
        });
  }

  /// Notes a decision that needs no file.
  ///
  /// @throws IOException if the decision is against it, or the files cannot be written
  public void append(ActivationDecision decision) throws IOException {
    try (Journal journal = Journal.open(packs().resolve(ActivationRecord.FILE))) {
      journal.append(
          () -> {
            // By the journal itself: closing another handle of the file would give up the lock.
            String text = new String(journal.bytes(), StandardCharsets.UTF_8);
            return decision.on(ActivationRecord.fold(text)).line();
          });
      journal.sync();
    }
  }

  private void replace(String name, String text) throws IOException {
    Path file = packs().resolve(name);
    Path directory = file.resolveSibling("");
    Journal.createPrivate(directory);
    Path staged = file.resolveSibling("." + UUID.randomUUID());
    try {
      Journal.createPrivate(staged, text.getBytes(StandardCharsets.UTF_8));
      Files.move(staged, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(staged);
    }
    try (FileChannel channel = FileChannel.open(directory, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
