// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.editor.EditorCompletion.Candidate;
import dev.writ.app.terminal.status.StatusLine;
import dev.writ.base.json.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.util.List;
import java.util.Optional;

/// What a chat needs of the program behind it. [#ask], [#command] and [#difference] are called on
/// one thread that may wait, the others on any.
public interface ChatEngine {
  /// Runs a turn; returns when it is over.
  void ask(String message) throws IOException;

  /// Gives a message to the running turn.
  void steer(String message) throws IOException;

  /// Ends the running turn.
  void abort() throws IOException;

  /// Messages that no turn has taken, once.
  List<String> left();

  /// Does what a meta command says.
  ///
  /// @param out gets what it prints
  MetaCommandOutcome command(String line, PrintStream out) throws IOException, InterruptedException;

  /// What the session changed, file by file, inert.
  ///
  /// @param which what follows `/diff`
  /// @return empty where the person was asked and wants none
  Optional<List<FileDifference>> difference(String which) throws IOException, InterruptedException;

  /// The words that a command takes, such as names of sessions.
  List<Candidate> words(String command);

  /// Has the person's own program draw the status line from these facts, if there is one;
  /// [ChatScreen#status] gets it later.
  void draw(Json.Obj facts);

  /// Goes over to the next mode of work.
  void nextMode() throws IOException;

  /// The id of the session.
  String session();

  /// What the person wants to see.
  ChatView view();

  /// What the status line shows.
  StatusLine status();
}
