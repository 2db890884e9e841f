// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.records.journal.Journal;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The spending on a project's declared intents and the latest one in use: append-only lines in the
/// user's own directory, out of reach of the project.
public final class IntentLog implements AutoCloseable {
  private final Path file;
  private final Map<String, IntentUsage> spent = new HashMap<>();
  private Optional<String> last = Optional.empty();

  /// How many characters were understood so far.
  private int read;

  private @Nullable Journal journal;

  /// @param data the user's data directory
  /// @param projectId the project's id in tokens; its letters and digits name the file
  public IntentLog(Path data, String projectId) {
    StringBuilder name = new StringBuilder();
    for (int i = 0; i < projectId.length(); i++) {
      char c = projectId.charAt(i);
      name.append(Character.isLetterOrDigit(c) ? c : '-');
    }
    this.file = data.resolve("intents").resolve(name + ".jsonl");
  }

  /// The spending on an intent.
  ///
  /// @param iterations model requests
  /// @param costMicroUsd the sum of the known costs, in millionths of a US dollar
  /// @param unpriced how many of them are of unknown cost
  /// @param changedLines lines added and removed
  public record IntentUsage(long iterations, long costMicroUsd, long unpriced, long changedLines) {
    /// Nothing.
    public static final IntentUsage NOTHING = new IntentUsage(0, 0, 0, 0);

    /// Both together.
    public IntentUsage plus(IntentUsage other) {
      return new IntentUsage(
          iterations + other.iterations,
          costMicroUsd + other.costMicroUsd,
          unpriced + other.unpriced,
          changedLines + other.changedLines);
    }
  }

  /// Everything so far.
  ///
  /// @param last the id of the intent that was worked on last
  public record IntentReview(Map<String, IntentUsage> spent, Optional<String> last) {
    public IntentReview {
      spent = Map.copyOf(spent);
    }
  }

  /// Adds spending to an intent, which becomes the last one.
  ///
  /// @throws IOException if it can't be written
  public synchronized void add(String intentId, IntentUsage more) throws IOException {
    if (journal == null) {
      journal = Journal.open(file);
    }
    journal.append(
        Json.object()
            .put("intent", intentId)
            .put("iterations", more.iterations())
            .put("cost_micro_usd", more.costMicroUsd())
            .put("unpriced", more.unpriced())
            .put("changed_lines", more.changedLines())
            .build()
            .write());
  }

  /// The spending until now; only new lines are parsed. A line that is not a record is ignored.
  ///
  /// @throws IOException if the file is there and can't be read
  public synchronized IntentReview review() throws IOException {
    String text = Journal.read(file);
    int end = text.lastIndexOf('\n') + 1;
    if (end < read) {
      spent.clear(); // another file
      last = Optional.empty();
      read = 0;
    }
    Iterator<String> lines = text.substring(read, end).lines().iterator();
    read = end;
    while (lines.hasNext()) {
      try {
        Json.Obj line = JsonReader.readObject(lines.next());
        String id = line.text("intent").orElse("");
        spent.merge(id, spent(line), IntentUsage::plus);
        last = id.isEmpty() ? last : Optional.of(id);
      } catch (JsonException _) {
        // A line that is not a record is ignored.
      }
    }
    return new IntentReview(spent, last);
  }

  @Override
  public synchronized void close() throws IOException {
    if (journal != null) {
      journal.close();
      journal = null;
    }
  }

  private static IntentUsage spent(Json.Obj line) {
    return new IntentUsage(
        line.number("iterations").orElse(0),
        line.number("cost_micro_usd").orElse(0),
        line.number("unpriced").orElse(0),
        line.number("changed_lines").orElse(0));
  }
}
