// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.file;

import dev.writ.base.json.JsonException;
import dev.writ.pack.schema.PackVersion;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/// The summary of the activation record: the last act for each tool.
///
/// @param last by tool
/// @param newest the newest version that was ever activated, by tool
/// @param whole false where a line can't be read: it might have switched any tool off
public record ActivationRecord(
    Map<String, Activation> last, Map<String, PackVersion> newest, boolean whole) {
  /// The file's name below `packs/`.
  public static final String FILE = "activations.jsonl";

  /// Nothing was ever activated.
  public static final ActivationRecord NONE = new ActivationRecord(Map.of(), Map.of(), true);

  /// The record is there and can't be read.
  static final ActivationRecord UNREADABLE = new ActivationRecord(Map.of(), Map.of(), false);

  public ActivationRecord {
    last = Map.copyOf(last);
    newest = Map.copyOf(newest);
  }

  /// Folds the record's text.
  public static ActivationRecord fold(String text) {
    Map<String, Activation> last = new HashMap<>();
    Map<String, PackVersion> newest = new HashMap<>();
    boolean whole = true;
    for (String line : text.lines().toList()) {
      try {
        Activation next = Activation.parse(line);
        last.put(next.tool(), next);
        if (next.action() == Activation.ActivationAction.ACTIVATE) {
          newest.merge(next.tool(), next.version(), (a, b) -> a.compareTo(b) >= 0 ? a : b);
        }
      } catch (JsonException _) {
        whole = false;
      }
    }
    return new ActivationRecord(last, newest, whole);
  }

  /// The last word for a tool.
  public Optional<Activation> of(String tool) {
    return Optional.ofNullable(last.get(tool));
  }
}
