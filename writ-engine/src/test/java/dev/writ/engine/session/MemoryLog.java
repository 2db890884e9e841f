// Implements: docs/spec/17-quality.md §17.1 (Tests)
package dev.writ.engine.session;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.SessionLog;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/// A session's lines in memory; it can be set to be full from some line on.
final class MemoryLog implements SessionLog {
  private final List<String> lines = new CopyOnWriteArrayList<>();
  private final List<Integer> forced = new CopyOnWriteArrayList<>();
  private volatile int forcedSoFar;
  private volatile int room = Integer.MAX_VALUE;

  /// From now on only so many lines fit in all.
  void room(int most) {
    room = most;
  }

  @Override
  public void append(String line) throws IOException {
    if (lines.size() >= room) {
      throw new IOException("no space left for line " + (lines.size() + 1));
    }
    lines.add(line);
    forced.add(forcedSoFar);
  }

  @Override
  public void sync() {
    forcedSoFar = lines.size();
  }

  /// How many lines had been forced when a line was added.
  int forcedBefore(int line) {
    return forced.get(line);
  }

  /// How many lines have been forced.
  int forced() {
    return forcedSoFar;
  }

  List<String> lines() {
    return lines;
  }

  List<Json.Obj> events() {
    return lines.stream().map(MemoryLog::parsed).toList();
  }

  List<Json.Obj> events(String type) {
    return events().stream().filter(e -> e.text("type").orElse("").equals(type)).toList();
  }

  static Json.Obj parsed(String line) {
    try {
      return JsonReader.readObject(line);
    } catch (JsonException e) {
      throw new AssertionError(line, e);
    }
  }
}
