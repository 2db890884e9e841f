// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.base.json.Json;
import dev.writ.base.json.JsonException;
import dev.writ.base.json.JsonReader;
import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.model.Message;
import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// The work of messages, for the summary that replaces them: calls by tool with their subjects,
/// failures, and statements. Its size is bounded; the latest parts remain.
final class WorkDigest {
  private static final int MAX_SUBJECTS = 16;
  private static final int MAX_SUBJECT_CHARS = 120;
  private static final int MAX_FAILURES = 6;
  private static final int MAX_SAID = 12;
  private static final int MAX_ANSWERS = 4;
  private static final int MAX_SAID_CHARS = 300;
  private static final int MAX_EARLIER_CHARS = 6000;

  /// Arguments that describe the subject of a call.
  private static final List<String> SUBJECTS = List.of("path", "command", "pattern", "query");

  private int firstTurn;
  private int lastTurn;
  private final Map<String, Integer> counts = new LinkedHashMap<>();
  private final Map<String, List<String>> subjects = new LinkedHashMap<>();
  private final List<String> failures = new ArrayList<>();
  private final List<String> said = new ArrayList<>();
  private final List<String> answers = new ArrayList<>();
  private String earlier = "";

  private WorkDigest() {}

  /// The work of entries; that of summaries among them is taken over.
  static WorkDigest of(List<ConversationEntry> entries) {
    WorkDigest digest = new WorkDigest();
    entries.forEach(digest::add);
    return digest;
  }

  /// The same where a model has written about it: only that is carried on.
  static WorkDigest written(List<ConversationEntry> entries, String summary) {
    WorkDigest whole = of(entries);
    WorkDigest digest = new WorkDigest();
    digest.span(whole.firstTurn, whole.lastTurn);
    digest.counts.putAll(whole.counts);
    digest.earlier = bounded(summary, MAX_EARLIER_CHARS);
    return digest;
  }

  private void add(ConversationEntry entry) {
    span(entry.turn(), entry.turn());
    switch (entry.message()) {
      case Message.User user when entry.kind() == ConversationEntry.EntryKind.SUMMARY ->
          merge(entry.work(), user);
      case Message.User user -> {
        if (entry.kind() != ConversationEntry.EntryKind.NOTE) {
          keep(said, spoken(user.text()), MAX_SAID);
        }
      }
      case Message.Assistant answer -> {
        if (!answer.text().isBlank()) {
          keep(answers, line(answer.text(), MAX_SAID_CHARS), MAX_ANSWERS);
        }
        answer.calls().forEach(this::call);
      }
      case Message.CallResult result -> {
        if (!result.success()) {
          keep(failures, result.tool() + ": " + reason(result.content()), MAX_FAILURES);
        }
      }
    }
  }

  private void span(int first, int last) {
    firstTurn = firstTurn == 0 ? first : Math.min(firstTurn, first);
    lastTurn = Math.max(lastTurn, last);
  }

  private void call(ToolCall call) {
    counts.merge(call.tool(), 1, Integer::sum);
    subject(call.arguments()).ifPresent(subject -> about(call.tool(), subject));
  }

  private void about(String tool, String subject) {
    List<String> known = subjects.computeIfAbsent(tool, _ -> new ArrayList<>());
    known.remove(subject);
    keep(known, subject, MAX_SUBJECTS);
  }

  private static void keep(List<String> list, String text, int most) {
    if (!text.isBlank()) {
      list.add(text);
      if (list.size() > most) {
        list.removeFirst();
      }
    }
  }

  private static Optional<String> subject(String arguments) {
    try {
      Json.Obj object = JsonReader.readObject(arguments);
      for (String name : SUBJECTS) {
        Optional<String> text = object.text(name);
        if (text.isPresent()) {
          return text.map(value -> line(value, MAX_SUBJECT_CHARS));
        }
      }
    } catch (JsonException _) {
      // a call that was refused for its arguments
    }
    return Optional.empty();
  }

  private static String reason(String content) {
    try {
      Json.Obj error = JsonReader.readObject(content);
      return line(error.text("message").orElse(content), MAX_SUBJECT_CHARS);
    } catch (JsonException _) {
      return line(content, MAX_SUBJECT_CHARS);
    }
  }

  /// A person's words without the blocks that Writ puts before them.
  private static String spoken(String text) {
    int end = text.lastIndexOf("</environment>");
    String words = end < 0 ? text : text.substring(end + "</environment>".length());
    return line(words, MAX_SAID_CHARS);
  }

  private static String line(String text, int most) {
    return bounded(text.strip().replaceAll("\\s+", " "), most);
  }

  private static String bounded(String text, int most) {
    if (text.length() <= most) {
      return text;
    }
    int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
    return text.substring(0, end) + "…";
  }

  private void merge(Json.Obj work, Message.User summary) {
    if (work.members().isEmpty()) {
      earlier = bounded(summary.text(), MAX_EARLIER_CHARS);
      return;
    }
    span(
        (int) work.number("first_turn").orElse(firstTurn),
        (int) work.number("last_turn").orElse(lastTurn));
    work.object("calls")
        .members()
        .forEach((tool, count) -> counts.merge(tool, whole(count), Integer::sum));
    for (Map.Entry<String, Json> tool : work.object("subjects").members().entrySet()) {
      texts(tool.getValue()).forEach(subject -> about(tool.getKey(), subject));
    }
    work.items("failures").forEach(item -> text(item, failures, MAX_FAILURES));
    work.items("said").forEach(item -> text(item, said, MAX_SAID));
    work.items("answers").forEach(item -> text(item, answers, MAX_ANSWERS));
    earlier = work.text("earlier").filter(text -> !text.isEmpty()).orElse(earlier);
  }

  private static int whole(Json value) {
    return value instanceof Json.Num number ? (int) number.whole().orElse(0) : 0;
  }

  private static List<String> texts(Json value) {
    List<String> texts = new ArrayList<>();
    if (value instanceof Json.Arr(List<Json> items)) {
      items.forEach(item -> text(item, texts, MAX_SUBJECTS));
    }
    return texts;
  }

  private static void text(Json item, List<String> into, int most) {
    if (item instanceof Json.Text(String text)) {
      keep(into, text, most);
    }
  }

  /// How it is recorded.
  Json.Obj json() {
    Json.Builder calls = Json.object();
    counts.forEach((tool, count) -> calls.put(tool, count));
    Json.Builder about = Json.object();
    subjects.forEach((tool, list) -> about.put(tool, Json.texts(list)));
    return Json.object()
        .put("first_turn", firstTurn)
        .put("last_turn", lastTurn)
        .put("calls", calls.build())
        .put("subjects", about.build())
        .put("failures", Json.texts(failures))
        .put("said", Json.texts(said))
        .put("answers", Json.texts(answers))
        .put("earlier", earlier)
        .build();
  }

  /// How many calls there were.
  int calls() {
    int sum = 0;
    for (int count : counts.values()) {
      sum += count;
    }
    return sum;
  }

  /// The summary for a model.
  ///
  /// @param most how many characters it may have, about
  String text(int most) {
    String whole = text();
    return whole.length() <= most ? whole : bounded(whole, most) + "]";
  }

  private String text() {
    StringBuilder text = new StringBuilder("[PRUNED: ").append(calls()).append(" tool calls");
    text.append(firstTurn == lastTurn ? " in turn " : " between turn ").append(firstTurn);
    text.append(firstTurn == lastTurn ? "" : "-" + lastTurn).append(". Summary: ");
    List<String> parts = new ArrayList<>();
    counts.forEach(
        (tool, count) -> {
          List<String> about = subjects.getOrDefault(tool, List.of());
          String what = about.isEmpty() ? "" : " (" + String.join(", ", about) + ")";
          parts.add(tool + " " + count + what);
        });
    text.append(parts.isEmpty() ? "no calls" : String.join("; ", parts));
    list(text, "failed", failures);
    list(text, "the person said", said);
    list(text, "you answered", answers);
    if (!earlier.isEmpty()) {
      text.append("\nearlier: ").append(earlier);
    }
    return text.append(']').toString();
  }

  private static void list(StringBuilder text, String title, List<String> lines) {
    for (String line : lines) {
      text.append('\n').append(title).append(": ").append(line);
    }
  }
}
