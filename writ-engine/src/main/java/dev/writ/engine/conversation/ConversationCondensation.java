// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.conversation;

import dev.writ.base.json.Json;
import dev.writ.engine.model.Message;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// A change of the view that loses nothing of the session: messages give place to summaries, or are
/// cut. It is an event, so that a resumed session sends the same view.
///
/// @param replaced which messages give place to what
/// @param cuts which messages are shortened, after that; never an answer that made calls, whose
///     reasoning providers want back whole
public record ConversationCondensation(List<MessageReplacement> replaced, List<MessageCut> cuts) {
  public ConversationCondensation {
    replaced = List.copyOf(replaced);
    cuts = List.copyOf(cuts);
  }

  /// Replaces the messages of a range of events with a text.
  ///
  /// @param from the number of the first message's event
  /// @param through that of the last
  /// @param content the replacement; the messages are only removed if it is empty
  /// @param work the work of the messages, for summaries of this summary
  public record MessageReplacement(long from, long through, String content, Json.Obj work) {
    private boolean covers(ConversationEntry entry) {
      return from <= entry.seq() && entry.seq() <= through;
    }
  }

  /// A message is cut to a number of characters, keeping head and tail.
  public record MessageCut(long seq, int chars) {}

  /// The fields of an event.
  public Json.Builder write(Json.Builder event) {
    List<Json> ranges = new ArrayList<>();
    for (MessageReplacement range : replaced) {
      ranges.add(
          Json.object()
              .put("from", range.from())
              .put("through", range.through())
              .put("content", range.content())
              .put("work", range.work())
              .build());
    }
    List<Json> shortened = new ArrayList<>();
    for (MessageCut cut : cuts) {
      shortened.add(Json.object().put("seq", cut.seq()).put("chars", cut.chars()).build());
    }
    event.put("replaced", new Json.Arr(ranges));
    return shortened.isEmpty() ? event : event.put("cut", new Json.Arr(shortened));
  }

  /// Reads an event. Malformed members have no effect.
  public static ConversationCondensation read(Json.Obj event) {
    List<MessageReplacement> ranges = new ArrayList<>();
    for (Json item : event.items("replaced")) {
      if (item instanceof Json.Obj range && range.number("from").isPresent()) {
        ranges.add(
            new MessageReplacement(
                range.number("from").getAsLong(),
                range.number("through").orElse(-1),
                range.text("content").orElse(""),
                range.object("work")));
      }
    }
    List<MessageCut> cuts = new ArrayList<>();
    for (Json item : event.items("cut")) {
      if (item instanceof Json.Obj cut && cut.number("chars").isPresent()) {
        int chars = Math.clamp(cut.number("chars").getAsLong(), 0, Integer.MAX_VALUE);
        cuts.add(new MessageCut(cut.number("seq").orElse(-1), chars));
      }
    }
    return new ConversationCondensation(ranges, cuts);
  }

  /// Whether it would separate a result from its call. None that was made for these entries does;
  /// one whose predecessor is lost may, because it names messages that are no summary then.
  public boolean splitsPair(List<ConversationEntry> entries) {
    Optional<MessageReplacement> before = Optional.empty();
    for (ConversationEntry entry : entries) {
      Optional<MessageReplacement> range = replacement(entry);
      if (entry.message() instanceof Message.CallResult && !range.equals(before)) {
        return true;
      }
      before = range;
    }
    return false;
  }

  private Optional<MessageReplacement> replacement(ConversationEntry entry) {
    return replaced.stream().filter(range -> range.covers(entry)).findFirst();
  }

  /// The entries with this done to them.
  public List<ConversationEntry> applied(List<ConversationEntry> entries) {
    List<ConversationEntry> view = new ArrayList<>();
    List<MessageReplacement> begun = new ArrayList<>();
    for (ConversationEntry entry : entries) {
      Optional<MessageReplacement> range = replacement(entry);
      if (range.isEmpty()) {
        view.add(cut(entry));
      } else if (!begun.contains(range.get())) {
        begun.add(range.get());
        if (!range.get().content().isEmpty()) {
          view.add(
              new ConversationEntry(
                  entry.seq(),
                  new Message.User(range.get().content()),
                  ConversationEntry.EntryKind.SUMMARY,
                  entry.turn(),
                  range.get().work()));
        }
      }
    }
    return view;
  }

  private ConversationEntry cut(ConversationEntry entry) {
    for (MessageCut cut : cuts) {
      if (cut.seq() == entry.seq() && !entry.isCalling() && entry.text().length() > cut.chars()) {
        return entry.with(shortened(entry.message(), cut.chars()));
      }
    }
    return entry;
  }

  private static Message shortened(Message message, int chars) {
    return switch (message) {
      case Message.User user -> new Message.User(shortened(user.text(), chars));
      case Message.Assistant said ->
          new Message.Assistant(shortened(said.text(), chars), List.of(), said.calls());
      case Message.CallResult answer ->
          new Message.CallResult(
              answer.callId(), answer.tool(), shortened(answer.content(), chars), answer.success());
    };
  }

  /// The head and the tail of a text, with the size of the omitted part between them.
  static String shortened(String text, int chars) {
    int head = boundary(text, chars * 2 / 3);
    int tail = boundary(text, text.length() - chars / 3);
    return text.substring(0, head)
        + "\n["
        + (tail - head)
        + " characters omitted to fit the model's window]\n"
        + text.substring(tail);
  }

  /// Not between the halves of a surrogate pair.
  private static int boundary(String text, int index) {
    boolean inside = index > 0 && index < text.length();
    return inside && Character.isLowSurrogate(text.charAt(index)) ? index + 1 : index;
  }
}
