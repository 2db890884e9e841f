// Implements: docs/spec/11-sessions.md §11 (Sessions)
package dev.writ.app.session;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// The text of the index of a directory of sessions: a line per session, so that a list of
/// thousands needs no session file to be opened. The files are the truth: a line counts only while
/// its file has the size and time that it names.
public final class SessionIndex {
  /// The first line; another one is not read.
  private static final String VERSION = "writ sessions 1";

  private static final int FIELDS = 10;

  private SessionIndex() {}

  /// The entries of an index by file. What can't be read is left out.
  public static Map<String, SessionEntry> read(String text) {
    Map<String, SessionEntry> entries = new HashMap<>();
    if (!text.startsWith(VERSION + "\n")) {
      return entries;
    }
    int from = VERSION.length() + 1;
    for (int end = text.indexOf('\n', from); end >= 0; end = text.indexOf('\n', from)) {
      entry(text.substring(from, end)).ifPresent(entry -> entries.put(entry.file(), entry));
      from = end + 1;
    }
    return entries;
  }

  private static Optional<SessionEntry> entry(String line) {
    List<String> fields = fields(line);
    if (fields.size() != FIELDS) {
      return Optional.empty();
    }
    try {
      String cost = fields.get(9);
      return Optional.of(
          new SessionEntry(
              fields.get(0),
              new SessionEntry.State(Long.parseLong(fields.get(1)), Long.parseLong(fields.get(2))),
              fields.get(3),
              new SessionEntry.Span(fields.get(4), fields.get(5)),
              new SessionEntry.Contents(
                  title(fields.get(8)),
                  fields.get(6),
                  model(fields.get(8)),
                  Long.parseLong(fields.get(7)),
                  cost.isEmpty() ? OptionalLong.empty() : OptionalLong.of(Long.parseLong(cost)))));
    } catch (NumberFormatException _) {
      return Optional.empty();
    }
  }

  private static List<String> fields(String line) {
    List<String> fields = new ArrayList<>(FIELDS);
    int from = 0;
    for (int tab = line.indexOf('\t'); tab >= 0; tab = line.indexOf('\t', from)) {
      fields.add(line.substring(from, tab));
      from = tab + 1;
    }
    fields.add(line.substring(from));
    return fields;
  }

  /// The model stands before the title, which may contain anything.
  private static String model(String field) {
    int blank = field.indexOf(' ');
    return blank < 0 ? field : field.substring(0, blank);
  }

  private static String title(String field) {
    int blank = field.indexOf(' ');
    return blank < 0 ? "" : field.substring(blank + 1);
  }

  /// The index of these entries.
  public static String written(List<SessionEntry> entries) {
    StringBuilder text = new StringBuilder(VERSION).append('\n');
    for (SessionEntry entry : entries) {
      SessionEntry.Contents contents = entry.contents();
      field(text, entry.file()).append('\t');
      text.append(entry.state().size()).append('\t');
      text.append(entry.state().modified()).append('\t');
      field(text, entry.id()).append('\t');
      field(text, entry.span().began()).append('\t');
      field(text, entry.span().latest()).append('\t');
      field(text, contents.workspace()).append('\t');
      text.append(contents.messages()).append('\t');
      field(text, contents.model().replace(' ', '_')).append(' ');
      field(text, contents.title()).append('\t');
      contents.microUsd().ifPresent(text::append);
      text.append('\n');
    }
    return text.toString();
  }

  private static StringBuilder field(StringBuilder text, String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      text.append(c < ' ' ? ' ' : c);
    }
    return text;
  }
}
