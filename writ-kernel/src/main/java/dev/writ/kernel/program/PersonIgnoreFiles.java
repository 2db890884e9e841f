// Implements: docs/spec/07-commands.md §7.6 (What commands changed)
package dev.writ.kernel.program;

import dev.writ.base.json.JsonException;
import dev.writ.base.scope.IgnoreRules;
import dev.writ.base.scope.WorkspacePath;
import dev.writ.base.value.FileContent;
import dev.writ.kernel.store.ObjectStore;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.records.ledger.Ledger;
import dev.writ.records.ledger.RecordedChange;
import dev.writ.records.ledger.TraceRecord;
import dev.writ.sandbox.snapshot.ExemptDirectories;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads ignore files as people left them: a model's or command's changes of one do not influence
/// what is recorded. The ledger has the author of each state; if the state before is no longer
/// available, the file counts as empty. A person who saves such a file adopts all of it.
public final class PersonIgnoreFiles implements ExemptDirectories.Texts {
  private static final WorkspacePath LEDGER = WorkspacePath.of(Ledger.PATH);
  private static final int MAX_BYTES = 1 << 20;

  private final WorkspaceRoot root;
  private final ObjectStore store;
  private final Map<WorkspacePath, List<Step>> steps = new HashMap<>();
  private long read;
  private Object key = "";

  /// A record of an ignore file.
  ///
  /// @param before the hash of its content; empty if there was none
  private record Step(String before, String after, boolean byPerson) {}

  public PersonIgnoreFiles(WorkspaceRoot root, ObjectStore store) {
    this.root = root;
    this.store = store;
  }

  /// Reads the ledger's new records.
  ///
  /// @throws IOException if it can't be read
  public synchronized void refresh() throws IOException {
    Path file = root.absolute(LEDGER);
    if (root.attributes(LEDGER).filter(is -> is.isRegularFile()).isEmpty()) {
      return;
    }
    Object now = root.attributes(LEDGER).map(is -> String.valueOf(is.fileKey())).orElse("");
    if (!now.equals(key) || Files.size(file) < read) {
      steps.clear();
      read = 0;
      key = now;
    }
    try (InputStream in = Files.newInputStream(file)) {
      in.skipNBytes(read);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        read += line.length() + 1;
        if (line.contains(IgnoreRules.FILE)) {
          note(new String(line.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8));
        }
      }
    }
    read = Math.min(read, Files.size(file));
  }

  private void note(String line) {
    try {
      for (RecordedChange place : TraceRecord.parse(line).files()) {
        String path = place.path();
        if (path.endsWith(IgnoreRules.FILE)) {
          Step step =
              new Step(
                  place.before().hash().orElse(""),
                  place.after().hash().orElse(""),
                  isByPerson(place));
          steps.computeIfAbsent(WorkspacePath.of(path), _ -> new ArrayList<>()).add(step);
        }
      }
    } catch (JsonException | IllegalArgumentException _) {
      // Reported by verification.
    }
  }

  private static boolean isByPerson(RecordedChange place) {
    return place.conversations().stream()
        .allMatch(one -> one.contributor().filter("human"::equals).isPresent());
  }

  @Override
  public synchronized Optional<String> text(WorkspacePath file) {
    FileContent now;
    try {
      now = FileContent.of(root.read(file, MAX_BYTES));
    } catch (IOException _) {
      return Optional.empty();
    }
    String hash = now.hash();
    for (Step step : steps.getOrDefault(file, List.of()).reversed()) {
      if (!step.after().equals(hash)) {
        continue;
      }
      if (step.byPerson()) {
        break;
      }
      hash = step.before();
    }
    return hash.equals(now.hash()) ? Optional.of(text(now)) : kept(hash);
  }

  private Optional<String> kept(String hash) {
    try {
      return hash.isEmpty() ? Optional.empty() : store.get(hash).map(PersonIgnoreFiles::text);
    } catch (IOException _) {
      return Optional.empty();
    }
  }

  private static String text(FileContent content) {
    return new String(content.bytes(), StandardCharsets.UTF_8);
  }
}
