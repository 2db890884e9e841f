// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.util.OptionalLong;

/// A session in the list of sessions.
///
/// @param file the name of its file
/// @param state of the file that the rest was read from
/// @param id empty where the first line is damaged
public record SessionEntry(
    String file, State state, String id, Span span, SessionSummary contents) {
  /// The number of messages of a file without an event. It is indexed, too, so that a large one is
  /// not read for each list.
  static final long NO_SESSION = -1;

  private static final String SUFFIX = ".jsonl";

  /// The state that shows whether a file has changed.
  ///
  /// @param modified in milliseconds since 1970
  public record State(long size, long modified) {}

  /// The times of the session's first and last event, from the events.
  public record Span(String began, String latest) {}

  /// The text by which a person recognises it.
  ///
  /// @param title what the session is called: its own title, else the beginning of the first
  /// request
  /// @param workspace the directory it last worked in
  /// @param model `provider/model`
  /// @param messages those of the person and of the model
  /// @param microUsd what it cost, in millionths of a US dollar; empty where a price is not known
  public record SessionSummary(
      String title, String workspace, String model, long messages, OptionalLong microUsd) {}

  /// The name by which it can be resumed.
  public String name() {
    return file.endsWith(SUFFIX) ? file.substring(0, file.length() - SUFFIX.length()) : file;
  }

  /// The id, or what takes its place where that is lost.
  public String key() {
    return id.isEmpty() ? name() : id;
  }
}
