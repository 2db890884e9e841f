// Implements: docs/spec/04-conversation.md §4.2 (Keeping within the window)
package dev.writ.engine.context;

import dev.writ.engine.conversation.ConversationEntry;
import dev.writ.engine.conversation.PinnedState;
import dev.writ.kernel.intent.Intent;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The texts that every request contains verbatim: the intent in force, the plan, and the rules of
/// directories. Texts that a view already contains are not repeated.
///
/// @param texts each is kept whole
record ContextPins(List<String> texts) {
  private static final String OPENING =
      "[Kept verbatim from the earlier conversation. Later statements take precedence.]";

  ContextPins {
    texts = List.copyOf(texts);
  }

  static ContextPins of(Optional<Intent> intent, PinnedState state) {
    List<String> texts = new ArrayList<>();
    intent.map(ContextPins::intent).ifPresent(texts::add);
    if (!state.plan().isEmpty()) {
      texts.add("<plan>\n" + state.plan() + "\n</plan>");
    }
    texts.addAll(state.directoryRules());
    return new ContextPins(texts);
  }

  private static String intent(Intent intent) {
    StringBuilder text = new StringBuilder("<intent id=\"").append(intent.id()).append("\">\n");
    text.append(intent.name());
    text.append("\nscope: ").append(String.join(", ", intent.scope().patterns()));
    lines(text, "constraint", intent.constraints());
    lines(text, "done when", intent.acceptanceCriteria());
    return text.append("\n</intent>").toString();
  }

  private static void lines(StringBuilder text, String title, List<String> lines) {
    for (String line : lines) {
      text.append('\n').append(title).append(": ").append(line);
    }
  }

  /// The texts before a summary that the remaining entries do not contain.
  String block(List<ConversationEntry> kept) {
    StringBuilder block = new StringBuilder();
    for (String text : texts) {
      if (!held(text, kept)) {
        block.append(block.isEmpty() ? OPENING : "").append("\n\n").append(text);
      }
    }
    return block.isEmpty() ? "" : block.append("\n\n").toString();
  }

  private static boolean held(String text, List<ConversationEntry> entries) {
    for (ConversationEntry entry : entries) {
      if (entry.kind() != ConversationEntry.EntryKind.RESULT && entry.text().contains(text)) {
        return true;
      }
    }
    return false;
  }

  /// Whether a view holds every text.
  boolean heldBy(List<ConversationEntry> view) {
    for (String text : texts) {
      if (!held(text, view)) {
        return false;
      }
    }
    return true;
  }
}
