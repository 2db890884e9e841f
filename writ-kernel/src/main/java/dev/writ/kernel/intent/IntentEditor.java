// Implements: docs/spec/09-intents-and-hooks.md §9.1 (Intents)
package dev.writ.kernel.intent;

import dev.writ.base.json.ConfigDocument;
import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.SourceRange;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Edits the text of an intents file: everything outside the changed value remains character for
/// character. The result is read again, and returned only if it has exactly the requested content.
public final class IntentEditor {
  private static final String BY_HAND = "; edit " + IntentFile.PATH + " by hand";

  private final String text;
  private final ConfigDocument document;
  private final List<Intent> intents;
  private final String lineEnd;

  private IntentEditor(String text) throws JsonException {
    this.text = text;
    this.document = ConfigDocument.yaml(text);
    this.intents = IntentFile.of(document);
    this.lineEnd = text.contains("\r\n") ? "\r\n" : "\n";
  }

  /// The text with another status of an intent.
  ///
  /// @throws JsonException if the text is not an intents file, lacks the intent, or cannot be
  ///     edited this way
  public static String withStatus(String text, String id, Intent.IntentStatus status)
      throws JsonException {
    return new IntentEditor(text).status(id, status);
  }

  /// The text with a draft behind the other intents.
  ///
  /// @throws JsonException if the text is not an intents file, the draft could not be read back, or
  ///     the text cannot be edited
  public static String withDraft(String text, IntentDraft draft) throws JsonException {
    return new IntentEditor(text).draft(draft);
  }

  /// The draft as it would be written.
  public static String shown(IntentDraft draft) {
    return String.join("\n", draft.yaml()) + "\n";
  }

  private String status(String id, Intent.IntentStatus status) throws JsonException {
    List<Json> items = items();
    for (int i = 0; i < intents.size(); i++) {
      if (intents.get(i).id().equals(id)) {
        Json.Obj object = (Json.Obj) items.get(i);
        Json old = object.get("status").orElse(object);
        String edited = replaced(document.span(old), status.word());
        return verified(edited, with(items, i, with(object, status)), old);
      }
    }
    throw document.error(document.root(), "there is no intent '" + id + "'");
  }

  private List<Json> items() {
    return document.root() instanceof Json.Obj root ? root.items(IntentFile.LIST) : List.<Json>of();
  }

  private static Json.Obj with(Json.Obj intent, Intent.IntentStatus status) {
    Map<String, Json> members = new LinkedHashMap<>(intent.members());
    members.put("status", Json.of(status.word()));
    return new Json.Obj(members);
  }

  private static Json.Obj with(List<Json> items, int index, Json item) {
    List<Json> all = new ArrayList<>(items);
    if (index == all.size()) {
      all.add(item);
    } else {
      all.set(index, item);
    }
    return new Json.Obj(Map.of(IntentFile.LIST, new Json.Arr(all)));
  }

  /// A word in the place of a scalar, quoted as that one was.
  private String replaced(SourceRange range, String word) {
    String old = range.of(text);
    String fresh =
        switch (old.isEmpty() ? ' ' : old.charAt(0)) {
          case '"' -> '"' + word + '"';
          case '\'' -> "'" + word + "'";
          case '|', '>' -> word + (old.endsWith("\n") ? lineEnd : "");
          default -> word;
        };
    return text.substring(0, range.start()) + fresh + text.substring(range.end());
  }

  private String verified(String edited, Json expected, Json at) throws JsonException {
    if (!says(edited, expected)) {
      throw document.error(
          at, "this entry is written in a form that cannot be edited safely" + BY_HAND);
    }
    return edited;
  }

  private static boolean says(String edited, Json expected) {
    try {
      ConfigDocument read = ConfigDocument.yaml(edited);
      return read.root().equals(expected) && !IntentFile.of(read).isEmpty();
    } catch (JsonException _) {
      return false;
    }
  }

  private String draft(IntentDraft draft) throws JsonException {
    List<Json> items = items();
    Json expected = with(items, items.size(), draft.json());
    refuseBad(expected);
    for (String candidate : candidates(items, draft)) {
      if (says(candidate, expected)) {
        return candidate;
      }
    }
    Json at = items.isEmpty() ? document.root() : items.getLast();
    throw document.error(at, "nothing can be added safely after this" + BY_HAND);
  }

  /// An error in the draft is reported for the draft, not for the file.
  private static void refuseBad(Json expected) throws JsonException {
    List<Intent> _ = IntentFile.parse(expected.write());
  }

  /// Ways to add it, the most natural first.
  private List<String> candidates(List<Json> items, IntentDraft draft) {
    List<String> candidates = new ArrayList<>();
    Optional<Json> list =
        document.root() instanceof Json.Obj root ? root.get(IntentFile.LIST) : Optional.empty();
    if (list.isEmpty()) {
      candidates.add(ended(text) + IntentFile.LIST + ":" + lineEnd + block(draft, 2));
      if (document.span(document.root()).known()) {
        SourceRange range = document.span(document.root()); // a file that says `{}`
        String fresh = IntentFile.LIST + ":" + lineEnd + block(draft, 2);
        candidates.add(text.substring(0, range.start()) + fresh + text.substring(range.end()));
      }
      return candidates;
    }
    SourceRange range = document.span(list.get());
    if (items.isEmpty()) {
      String without = text.substring(0, range.start()) + text.substring(range.end());
      int lineStart = lineEndAt(without, range.start());
      candidates.add(inserted(without, lineStart, draft, 2));
      candidates.add(
          text.substring(0, range.start())
              + '['
              + draft.flow()
              + ']'
              + text.substring(range.end()));
    } else if (range.of(text).startsWith("[")) {
      int close = range.end() - 1;
      candidates.add(text.substring(0, close) + ", " + draft.flow() + text.substring(close));
      candidates.add(text.substring(0, close) + draft.flow() + text.substring(close));
      candidates.add(
          text.substring(0, close) + lineEnd + ", " + draft.flow() + text.substring(close));
    } else {
      blocks(items, range, draft, candidates);
    }
    return candidates;
  }

  private void blocks(
      List<Json> items, SourceRange list, IntentDraft draft, List<String> candidates) {
    int dash = list.start() - (text.lastIndexOf('\n', list.start() - 1) + 1);
    int contentEnd = lineEndAt(text, contentEnd(items.getLast()));
    candidates.add(inserted(text, behindComments(contentEnd, dash), draft, dash));
    candidates.add(inserted(text, contentEnd, draft, dash));
    candidates.add(inserted(text, Math.min(list.end(), text.length()), draft, dash));
    candidates.add(inserted(text, text.length(), draft, dash));
  }

  /// The end of the last scalar of a value, without the text after it.
  private int contentEnd(Json value) {
    int end = -1;
    Iterable<Json> parts =
        switch (value) {
          case Json.Obj object -> object.members().values();
          case Json.Arr(List<Json> inner) -> inner;
          default -> List.of();
        };
    for (Json part : parts) {
      end = Math.max(end, contentEnd(part));
    }
    SourceRange range = document.span(value);
    boolean closed =
        range.end() > range.start()
            && (text.charAt(range.end() - 1) == ']' || text.charAt(range.end() - 1) == '}');
    boolean scalar = !(value instanceof Json.Obj) && !(value instanceof Json.Arr);
    return scalar || closed ? Math.max(end, range.end()) : end;
  }

  /// The position behind the line that a position is in; of one at a line's start that is itself.
  private static int lineEndAt(String in, int position) {
    if (position > 0 && in.charAt(position - 1) == '\n') {
      return position;
    }
    int newline = in.indexOf('\n', position);
    return newline < 0 ? in.length() : newline + 1;
  }

  /// Comments that stand deeper than the list's dashes belong to the item before them.
  private int behindComments(int position, int dash) {
    int at = position;
    while (at < text.length()) {
      int first = at;
      while (first < text.length() && text.charAt(first) == ' ') {
        first++;
      }
      if (first >= text.length() || text.charAt(first) != '#' || first - at <= dash) {
        return at;
      }
      at = lineEndAt(text, first);
    }
    return at;
  }

  private String inserted(String into, int position, IntentDraft draft, int indent) {
    return ended(into.substring(0, position)) + block(draft, indent) + into.substring(position);
  }

  private String ended(String head) {
    boolean fresh = head.isEmpty() || head.equals("\uFEFF") || head.endsWith("\n");
    return fresh ? head : head + lineEnd;
  }

  private String block(IntentDraft draft, int indent) {
    StringBuilder block = new StringBuilder();
    for (String line : draft.yaml()) {
      block.append(" ".repeat(indent)).append(line).append(lineEnd);
    }
    return block.toString();
  }
}
