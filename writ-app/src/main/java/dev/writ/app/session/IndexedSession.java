// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.util.OptionalLong;

/// A line of the index. Its values are parsed on demand, because a list shows a few of thousands.
final class IndexedSession {
  private static final int SIZE = 1;
  private static final int MODIFIED = 2;
  private static final int ID = 3;
  private static final int BEGAN = 4;
  private static final int LATEST = 5;
  private static final int WORKSPACE = 6;
  private static final int MESSAGES = 7;
  private static final int MODEL_AND_TITLE = 8;
  private static final int COST = 9;
  private static final int DECIMAL = 10;

  private final String text;
  private final int from;
  private final int end;

  /// The line between two places of the index.
  IndexedSession(String text, int from, int end) {
    this.text = text;
    this.from = from;
    this.end = end;
  }

  /// The line of a session.
  static IndexedSession of(SessionEntry entry) {
    SessionEntry.SessionSummary contents = entry.contents();
    StringBuilder line = new StringBuilder();
    field(line, entry.file()).append('\t');
    line.append(entry.state().size()).append('\t');
    line.append(entry.state().modified()).append('\t');
    field(line, entry.id()).append('\t');
    field(line, entry.span().began()).append('\t');
    field(line, entry.span().latest()).append('\t');
    field(line, contents.workspace()).append('\t');
    line.append(contents.messages()).append('\t');
    field(line, contents.model().replace(' ', '_')).append(' ');
    field(line, contents.title()).append('\t');
    contents.microUsd().ifPresent(line::append);
    return new IndexedSession(line.toString(), 0, line.length());
  }

  private static StringBuilder field(StringBuilder line, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      line.append(c < ' ' ? ' ' : c);
    }
    return line;
  }

  /// Adds the line to an index.
  StringBuilder appendTo(StringBuilder index) {
    return index.append(text, from, end);
  }

  /// The name of the file.
  String file() {
    return field(0);
  }

  /// The state of the file that the rest was read from.
  SessionEntry.State state() {
    return new SessionEntry.State(number(SIZE), number(MODIFIED));
  }

  /// Whether the file has an event.
  boolean isSession() {
    return number(MESSAGES) != SessionEntry.NO_SESSION;
  }

  /// The values of the line.
  SessionEntry entry() {
    String named = field(MODEL_AND_TITLE); // a model has no blank, a title may contain anything
    int blank = named.indexOf(' ');
    String cost = field(COST);
    return new SessionEntry(
        file(),
        state(),
        field(ID),
        new SessionEntry.Span(field(BEGAN), field(LATEST)),
        new SessionEntry.SessionSummary(
            blank < 0 ? "" : named.substring(blank + 1),
            field(WORKSPACE),
            blank < 0 ? named : named.substring(0, blank),
            number(MESSAGES),
            cost.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cost))));
  }

  /// The order of the list: the latest first, and behind all sessions the files that are none.
  static int inOrder(IndexedSession one, IndexedSession other) {
    int sessions = Boolean.compare(other.isSession(), one.isSession());
    if (sessions != 0) {
      return sessions;
    }
    int latest = other.field(LATEST).compareTo(one.field(LATEST));
    return latest != 0 ? latest : other.file().compareTo(one.file());
  }

  private String field(int number) {
    int begin = begin(number);
    return text.substring(begin, endOf(begin));
  }

  private long number(int number) {
    int begin = begin(number);
    return Long.parseLong(text, begin, endOf(begin), DECIMAL);
  }

  private int begin(int number) {
    int begin = from;
    for (int i = 0; i < number; i++) {
      begin = text.indexOf('\t', begin) + 1;
    }
    return begin;
  }

  private int endOf(int begin) {
    int tab = text.indexOf('\t', begin);
    return tab < 0 || tab > end ? end : tab;
  }
}
