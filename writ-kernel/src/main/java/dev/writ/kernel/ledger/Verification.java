// Implements: docs/spec/10-trace-and-audit.md §10.1 (The ledger)
package dev.writ.kernel.ledger;

import dev.writ.kernel.call.Hash;
import dev.writ.kernel.json.JsonException;
import java.util.LinkedHashMap;
import java.util.Map;

/// What verifying a ledger found.
public sealed interface Verification {
  /// Every line is a record and every chain holds.
  ///
  /// @param records how many
  /// @param writers how many chains
  /// @param tornTail whether a last line without its end stands there, as a crash leaves it; the
  ///     next append moves it aside
  record Sound(int records, int writers, boolean tornTail) implements Verification {}

  /// The first thing that does not hold.
  ///
  /// @param line 1-based
  record Broken(int line, String problem) implements Verification {}

  /// Verifies a ledger's text.
  ///
  /// @param remembered each writer's last record as the audit log knows it, so that a removed tail
  ///     shows too
  static Verification of(String text, Map<String, Appended> remembered) {
    Map<String, TraceRecord> lasts = new LinkedHashMap<>();
    boolean torn = !text.isEmpty() && !text.endsWith("\n");
    String whole = torn ? text.substring(0, text.lastIndexOf('\n') + 1) : text;
    int number = 0;
    String lines = whole.isEmpty() ? whole : whole.substring(0, whole.length() - 1);
    for (String line : whole.isEmpty() ? new String[0] : lines.split("\n", -1)) {
      number++;
      try {
        TraceRecord record = TraceRecord.parse(line);
        String problem = problem(record, lasts.get(record.chain().writer()));
        if (!problem.isEmpty()) {
          return new Broken(number, "record " + record.id() + ": " + problem);
        }
        lasts.put(record.chain().writer(), record);
      } catch (JsonException e) {
        return new Broken(number, "is no record: " + e.getMessage());
      }
    }
    for (Appended last : remembered.values()) {
      TraceRecord found = lasts.get(last.writer());
      if (found == null || found.chain().seq() < last.seq()) {
        return new Broken(
            number + 1,
            "record %s (number %d of %s) is missing: the audit log remembers it"
                .formatted(last.id(), last.seq(), last.writer()));
      }
      if (found.chain().seq() == last.seq() && !Hash.of(found.raw()).equals(last.hash())) {
        return new Broken(number, "record " + found.id() + " is not what the audit log remembers");
      }
    }
    return new Sound(number, lasts.size(), torn);
  }

  private static String problem(
      TraceRecord record, @org.jspecify.annotations.Nullable TraceRecord last) {
    long expected = last == null ? 1 : last.chain().seq() + 1;
    if (record.chain().seq() != expected) {
      return "has number %d of %s where %d was expected"
          .formatted(record.chain().seq(), record.chain().writer(), expected);
    }
    String prev = last == null ? "" : Hash.of(last.raw());
    return record.chain().prev().equals(prev)
        ? ""
        : "does not follow from the record before it of " + record.chain().writer();
  }
}
