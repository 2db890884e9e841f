// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
package dev.writ.app.config;

import dev.writ.app.cli.UsageException;
import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.SourcePosition;
import dev.writ.base.json.SourceRange;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// The text of a configuration file, in which one key can be set: comments, order and everything
/// else stay as they are. The result is read again and compared, so that a text in which this can't
/// be done is refused and never damaged.
public final class ConfigurationText {
  private final String text;
  private final boolean json;
  private final ConfigDocument document;

  private ConfigurationText(String text, boolean json, ConfigDocument document) {
    this.text = text;
    this.json = json;
    this.document = document;
  }

  /// Reads a text.
  ///
  /// @param json whether it is JSON, else YAML
  /// @throws JsonException where it is not what it should be
  public static ConfigurationText of(String text, boolean json) throws JsonException {
    if (json && text.isBlank()) {
      return of("{\n}\n", true);
    }
    return new ConfigurationText(
        text, json, json ? ConfigDocument.json(text) : ConfigDocument.yaml(text));
  }

  /// Whether a key stands in it, under its name or an alias.
  public boolean has(String name) {
    return find(root(), "", names(name)).isPresent();
  }

  /// The value of a key; null where it does not stand in it.
  public Json value(String name) {
    return find(root(), "", names(name)).map(Found::value).orElse(new Json.Null());
  }

  /// The text with a key set to a value.
  ///
  /// @throws UsageException where that can't be done without changing something else
  public String with(String name, Json value) throws UsageException {
    Optional<Found> found = find(root(), "", names(name));
    String changed =
        found.isPresent() ? replaced(found.get().value(), value) : inserted(name, value);
    Map<String, Json> expected = leaves(root(), "");
    expected.put(found.map(Found::name).orElse(name), value);
    try {
      if (leaves(of(changed, json).root(), "").equals(expected)) {
        return changed;
      }
    } catch (JsonException _) {
      // reported below
    }
    throw new UsageException(name + " cannot be set in this file safely; edit it by hand");
  }

  private Json.Obj root() {
    return document.root() instanceof Json.Obj object ? object : Json.Obj.EMPTY;
  }

  private static Set<String> names(String name) {
    Set<String> names = new LinkedHashSet<>(List.of(name));
    ConfigKeyTable.of(name).ifPresent(key -> names.addAll(key.aliases()));
    return names;
  }

  private record Found(String name, Json value) {}

  /// The last place where one of these names stands: what comes later wins.
  private static Optional<Found> find(Json.Obj object, String prefix, Set<String> names) {
    Optional<Found> found = Optional.empty();
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = prefix + member.getKey();
      if (names.contains(name)) {
        found = Optional.of(new Found(name, member.getValue()));
      } else if (member.getValue() instanceof Json.Obj nested) {
        Optional<Found> below = find(nested, name + ".", names);
        found = below.isPresent() ? below : found;
      }
    }
    return found;
  }

  private static Map<String, Json> leaves(Json.Obj object, String prefix) {
    Map<String, Json> leaves = new LinkedHashMap<>();
    for (Map.Entry<String, Json> member : object.members().entrySet()) {
      String name = prefix + member.getKey();
      if (member.getValue() instanceof Json.Obj nested && ConfigKeyTable.of(name).isEmpty()) {
        leaves.putAll(leaves(nested, name + "."));
      } else {
        leaves.put(name, member.getValue());
      }
    }
    return leaves;
  }

  // ---- a key that is there ----

  private String replaced(Json old, Json value) {
    int start = start(old);
    int end = end(old);
    if (!json && old instanceof Json.Arr(List<Json> before) && isBlock(start)) {
      return text.substring(0, start) + block(before, value, start, end) + text.substring(end);
    }
    boolean glued = !json && start > 0 && text.charAt(start - 1) == ':';
    return text.substring(0, start) + (glued ? " " : "") + value.write() + text.substring(end);
  }

  /// A block list stays one, and what it began with stays as it is written.
  private String block(List<Json> before, Json value, int start, int end) {
    if (!(value instanceof Json.Arr(List<Json> items)) || items.isEmpty()) {
      return value.write();
    }
    String indent = " ".repeat(start - lineStart(start));
    boolean longer =
        items.size() >= before.size() && items.subList(0, before.size()).equals(before);
    StringBuilder lines = new StringBuilder(longer ? text.substring(start, end) : "");
    for (Json item : items.subList(longer ? before.size() : 0, items.size())) {
      lines.append(lines.isEmpty() ? "" : "\n" + indent).append("- ").append(item.write());
    }
    return lines.toString();
  }

  // ---- a key that is not there ----

  private String inserted(String name, Json value) {
    for (int dot = name.lastIndexOf('.'); dot > 0; dot = name.lastIndexOf('.', dot - 1)) {
      Optional<Found> section = find(root(), "", Set.of(name.substring(0, dot)));
      if (section.isPresent() && section.get().value() instanceof Json.Obj object) {
        return into(object, name.substring(dot + 1), value);
      }
    }
    return into(root(), name, value);
  }

  private String into(Json.Obj object, String rest, Json value) {
    if (json) {
      return intoBraces(object, "\"" + rest + "\": " + value.write());
    }
    if (object.members().isEmpty() && object.equals(root())) {
      return lined(text) + nested("", rest, value) + "\n";
    }
    int start = start(object);
    if (text.startsWith("{", start)) {
      return intoBraces(object, rest + ": " + value.write());
    }
    String indent = " ".repeat(start - lineStart(start));
    int at = lineEnd(lastLeaf(object));
    String before = at > 0 && text.charAt(at - 1) == '\n' ? "" : "\n";
    return text.substring(0, at) + before + nested(indent, rest, value) + after(at, before);
  }

  private String after(int at, String before) {
    return (before.isEmpty() ? "\n" : "") + text.substring(at);
  }

  private static String lined(String text) {
    return text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
  }

  /// Sections within sections, a line each.
  private static String nested(String indent, String rest, Json value) {
    int dot = rest.indexOf('.');
    return dot < 0
        ? indent + rest + ": " + value.write()
        : indent
            + rest.substring(0, dot)
            + ":\n"
            + nested(indent + "  ", rest.substring(dot + 1), value);
  }

  /// Behind the last member between braces; on a line of its own where that has one.
  private String intoBraces(Json.Obj object, String member) {
    int open = start(object);
    if (object.members().isEmpty()) {
      return text.substring(0, open + 1) + member + text.substring(open + 1);
    }
    Json first = object.members().values().iterator().next();
    Json last = object.members().values().stream().reduce((_, l) -> l).orElseThrow();
    int end = end(last);
    if (lineStart(open) == lineStart(start(first)) || lineEnd(end) >= end(object)) {
      return text.substring(0, end) + ", " + member + text.substring(end);
    }
    String line = text.substring(lineStart(start(first)), start(first));
    String indent = line.substring(0, line.length() - line.stripLeading().length());
    int at = lineEnd(end);
    return text.substring(0, end)
        + ","
        + text.substring(end, at)
        + "\n"
        + indent
        + member
        + text.substring(at);
  }

  // ---- where things stand ----

  private int start(Json value) {
    SourceRange range = document.span(value);
    if (range.known()) {
      return range.start();
    }
    SourcePosition position = document.place(value);
    int at = 0;
    for (int line = 1; line < position.line(); line++) {
      at = text.indexOf('\n', at) + 1;
    }
    return at + position.column() - 1;
  }

  private int end(Json value) {
    SourceRange range = document.span(value);
    if (!range.known()) {
      return endOfJson(start(value));
    }
    return isBlock(range.start()) ? lastLeaf(value) : range.end();
  }

  /// The end of the last thing that is written in a value: a block's own end is behind the comments
  /// that follow it.
  private int lastLeaf(Json value) {
    Json last = null;
    switch (value) {
      case Json.Obj(Map<String, Json> members) -> {
        for (Json member : members.values()) {
          last = member;
        }
      }
      case Json.Arr(List<Json> items) -> last = items.isEmpty() ? null : items.getLast();
      case Json.Text _, Json.Num _, Json.Bool _, Json.Null _ -> {}
    }
    SourceRange range = document.span(value);
    boolean flow = text.startsWith("{", range.start()) || text.startsWith("[", range.start());
    return last == null || flow ? range.end() : lastLeaf(last);
  }

  private boolean isBlock(int start) {
    return text.startsWith("- ", start) || text.startsWith("-\n", start);
  }

  private int lineStart(int at) {
    return text.lastIndexOf('\n', at - 1) + 1;
  }

  private int lineEnd(int at) {
    if (at > 0 && text.charAt(at - 1) == '\n') {
      return at;
    }
    int end = text.indexOf('\n', at);
    return end < 0 ? text.length() : end;
  }

  /// The end of a JSON value: after its closing bracket or quote, or after the last character of a
  /// word.
  private int endOfJson(int start) {
    int depth = 0;
    int at = start;
    do {
      char c = text.charAt(at);
      if (c == '"') {
        at = endOfString(at);
      } else if (c == '{' || c == '[') {
        depth++;
        at++;
      } else if (c == '}' || c == ']') {
        depth--;
        at++;
      } else if (text.startsWith("//", at)) {
        at = lineEnd(at);
      } else if (text.startsWith("/*", at)) {
        at = text.indexOf("*/", at) + 2;
      } else {
        at++;
        while (depth == 0 && at < text.length() && isOfWord(text.charAt(at))) {
          at++;
        }
      }
    } while (depth > 0 && at < text.length());
    return at;
  }

  private int endOfString(int start) {
    int at = start + 1;
    while (text.charAt(at) != '"') {
      at += text.charAt(at) == '\\' ? 2 : 1;
    }
    return at + 1;
  }

  private static boolean isOfWord(char c) {
    return Character.isLetterOrDigit(c) || c == '.' || c == '+' || c == '-';
  }
}
