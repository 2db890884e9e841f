// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.cli.NearestWord;
import dev.writ.app.command.session.SessionEffort;
import dev.writ.base.value.DisplayText;
import dev.writ.engine.model.ReasoningEffort;
import dev.writ.engine.session.Session;
import dev.writ.engine.session.SessionCommand;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// `/effort`: how much the model reasons, in the session or in the next turn only.
record EffortSwitch(Session session, PrintStream out) {
  private static final String ONCE = "once";

  /// `/effort`, `/effort LEVEL`, `/effort LEVEL once`.
  void effort(String arguments) throws IOException {
    List<String> words = List.of(arguments.strip().split("\\s+"));
    String name = words.getFirst();
    Optional<ReasoningEffort> level = SessionEffort.level(name);
    boolean once = words.size() == 2 && words.get(1).equals(ONCE);
    if (name.isEmpty()) {
      out.println(present());
    } else if (level.isEmpty()) {
      out.println(
          "unknown effort: "
              + DisplayText.line(name)
              + NearestWord.hint(name, SessionEffort.words())
              + "; there are "
              + SessionEffort.levels());
    } else if (words.size() > 1 && !once) {
      out.println("/effort LEVEL is for the session, /effort LEVEL once for the next message");
    } else if (once) {
      session.submit(new SessionCommand.EffortOfTurn(level.get()));
      out.println("effort: " + name + " for the next message, then again " + word());
    } else {
      session.submit(new SessionCommand.SetEffort(level.get()));
      out.println(present());
    }
  }

  private String word() {
    return SessionEffort.word(session.effort());
  }

  private String present() {
    List<String> others =
        SessionEffort.words().stream().filter(other -> !other.equals(word())).toList();
    return "effort: " + word() + " (others: " + String.join(", ", others) + ")";
  }
}
