// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.command.chat;

import dev.writ.app.host.SessionHost;
import dev.writ.app.session.SessionEntry;
import dev.writ.app.session.SessionFiles;
import dev.writ.app.session.SessionReport;
import dev.writ.app.terminal.dialog.ChoicePrompt;
import dev.writ.app.terminal.dialog.ListedChoice;
import dev.writ.engine.conversation.TypedCommandReport;
import dev.writ.engine.history.RecordedSession;
import dev.writ.engine.history.SessionReplay;
import dev.writ.engine.history.TurnMark;
import dev.writ.engine.model.Message;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/// Completes commands about sessions that were written without what they are about: the person
/// chooses it from a list.
///
/// @param prompt shows the list
record SessionPicker(ChoicePrompt prompt) {
  /// What `/diff` shows where the person chooses the turn.
  static final String TURN = "turn";

  private static final int MOST_SESSIONS = 50;
  private static final int MOST_CONTENTS = 200_000;
  private static final int PREVIEW_TURNS = 3;
  private static final int PREVIEW_LINES = 8;

  /// The ways back to before a turn, with the commands that go them.
  private static final List<String> WAYS =
      List.of(
          "the conversation",
          "the conversation and the files",
          "the files only",
          "nothing; summarize what was said before it",
          "nothing; summarize it and what was said since");

  /// The whole command.
  ///
  /// @return empty where the person wants none; what was written, where nothing is missing
  Optional<String> complete(String line, SessionHost host)
      throws IOException, InterruptedException {
    return switch (line.strip()) {
      case "/resume", "/load" -> session(line.strip(), host);
      case "/rewind" -> rewind(host);
      default -> Optional.of(line);
    };
  }

  /// Which changes `/diff` is to show, where the person wants to choose the turn.
  ///
  /// @return empty where the person wants none; what was written, where it is not `turn`
  Optional<String> difference(String which, SessionHost host)
      throws IOException, InterruptedException {
    List<TurnMark> turns =
        which.equals(TURN)
            ? SessionReplay.read(SessionFiles.lines(host.file().file())).turns().reversed()
            : List.of();
    if (turns.isEmpty()) {
      return Optional.of(which);
    }
    OptionalInt turn =
        prompt.choose(
            "The changes of which turn?",
            turns.stream()
                .map(mark -> ListedChoice.of(mark.turn() + "  " + request(mark)))
                .toList());
    return turn.isEmpty()
        ? Optional.empty()
        : Optional.of(Long.toString(turns.get(turn.getAsInt()).turn()));
  }

  private Optional<String> session(String command, SessionHost host)
      throws IOException, InterruptedException {
    String present = host.file().id();
    List<SessionEntry> entries =
        host.sessions().list().entries().stream()
            .filter(entry -> !entry.id().equals(present) && entry.contents().messages() > 0)
            .sorted(Comparator.comparing(entry -> !isHere(entry, host))) // these first
            .limit(MOST_SESSIONS)
            .toList();
    List<ListedChoice> choices = entries.stream().map(entry -> choice(entry, host)).toList();
    if (choices.isEmpty()) {
      return Optional.of(command); // says that there are none
    }
    OptionalInt chosen = prompt.choose("Which session?", choices);
    if (chosen.isEmpty()) {
      return Optional.empty();
    }
    SessionEntry entry = entries.get(chosen.getAsInt());
    String whole = command + " " + entry.name();
    return isHere(entry, host)
        ? Optional.of(whole)
        : elsewhere(entry.contents().workspace()).map(how -> whole + " " + how);
  }

  /// What to do with a session that worked in another directory.
  private Optional<String> elsewhere(String workspace) throws InterruptedException {
    List<String> ways = List.of("continue it in this directory", "continue a copy of it here");
    OptionalInt way =
        prompt.choose(
            "It worked in " + workspace + ".", ways.stream().map(ListedChoice::of).toList());
    return way.isEmpty() ? Optional.empty() : Optional.of(way.getAsInt() == 0 ? "here" : "fork");
  }

  private static boolean isHere(SessionEntry entry, SessionHost host) {
    String workspace = entry.contents().workspace();
    return workspace.isEmpty() || SessionFiles.isSame(workspace, host.governor().root());
  }

  private static ListedChoice choice(SessionEntry entry, SessionHost host) {
    SessionEntry.SessionSummary contents = entry.contents();
    String title =
        "%s  %12s  %s%s"
            .formatted(
                entry.span().latest().replaceFirst("T(\\d\\d:\\d\\d).*", " $1"),
                SessionReport.messages(contents.messages()),
                isHere(entry, host) ? "" : "[" + contents.workspace() + "] ",
                contents.title());
    Path file = host.sessions().files().directory().resolve(entry.file());
    return new ListedChoice(
        title,
        () -> {
          try {
            return details(SessionReplay.read(SessionFiles.lines(file)));
          } catch (IOException e) {
            return new ListedChoice.Details(List.of("cannot be read: " + e.getMessage()), "");
          }
        });
  }

  private static ListedChoice.Details details(RecordedSession recorded) {
    List<String> preview = new ArrayList<>();
    List<TurnMark> turns = recorded.turns();
    turns
        .subList(Math.max(0, turns.size() - PREVIEW_TURNS), turns.size())
        .forEach(turn -> preview.add("> " + request(turn)));
    StringBuilder all = new StringBuilder();
    String last = "";
    for (Message message : recorded.conversation().view()) {
      if (all.length() < MOST_CONTENTS) {
        all.append(text(message)).append('\n');
      }
      last = message instanceof Message.Assistant a && !a.text().isBlank() ? a.text() : last;
    }
    last.lines().filter(line -> !line.isBlank()).limit(PREVIEW_LINES).forEach(preview::add);
    return new ListedChoice.Details(preview, all.toString());
  }

  private static String text(Message message) {
    return switch (message) {
      case Message.User user -> user.text();
      case Message.Assistant answer -> answer.text();
      case Message.CallResult answer -> answer.content();
    };
  }

  private static String request(TurnMark turn) {
    return TypedCommandReport.request(turn.request()).strip().replaceAll("\\s+", " ");
  }

  private Optional<String> rewind(SessionHost host) throws IOException, InterruptedException {
    List<TurnMark> turns =
        SessionReplay.read(SessionFiles.lines(host.file().file())).turns().reversed();
    if (turns.isEmpty()) {
      return Optional.of("/rewind 1"); // says that there is none
    }
    OptionalInt turn =
        prompt.choose(
            "Back to before which turn?",
            turns.stream().map(mark -> ListedChoice.of(request(mark))).toList());
    if (turn.isEmpty()) {
      return Optional.empty();
    }
    OptionalInt way =
        prompt.choose("What goes back?", WAYS.stream().map(ListedChoice::of).toList());
    int count = turn.getAsInt() + 1;
    int place = turns.size() - turn.getAsInt();
    return switch (way.orElse(-1)) {
      case 0 -> Optional.of("/rewind " + count);
      case 1 -> Optional.of("/rewind " + count + " files");
      case 2 -> Optional.of("/rewind " + count + " only files");
      case 3 -> Optional.of("/compact to " + Math.max(1, place - 1));
      case 4 -> Optional.of("/compact from " + place);
      default -> Optional.empty();
    };
  }
}
