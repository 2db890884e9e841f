// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.app.terminal.dialog.PendingDialog;
import dev.writ.engine.conversation.SessionEvent;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/// Events from other threads for the screen's thread.
sealed interface ScreenEvent {
  /// Something was typed; it waits in a queue of its own, ahead of all else.
  record Typed() implements ScreenEvent {}

  /// Something happened in the session.
  record Heard(SessionEvent event) implements ScreenEvent {}

  /// The person's own program drew the status line; an empty one where it failed.
  record StatusDrawn(String line) implements ScreenEvent {}

  /// A command printed something.
  record Printed(String text) implements ScreenEvent {}

  /// The last request of a restored conversation and its answer; each may be empty.
  record Recalled(String request, String answer) implements ScreenEvent {}

  /// A message that the person may want to write anew.
  record RemovedRequest(String message) implements ScreenEvent {}

  /// The program behind the chat says what the session changed.
  record Compared(List<FileDifference> files) implements ScreenEvent {}

  /// The person was asked what the last command is about, and wanted none.
  record NothingChosen() implements ScreenEvent {}

  /// The program behind the chat can be asked from now on.
  record Ready(ChatEngine engine) implements ScreenEvent {}

  /// The program has finished a request.
  record Done() implements ScreenEvent {}

  /// The program behind the chat can't be asked any more.
  record Failed(Throwable cause) implements ScreenEvent {}

  /// A question to the person.
  record Asked(PendingDialog question) implements ScreenEvent {}

  /// A question that needs no answer any more.
  record Withdrawn(PendingDialog question) implements ScreenEvent {}

  /// The terminal may have another size.
  record Resized() implements ScreenEvent {}

  /// Another thread wants the terminal for itself.
  ///
  /// @param given counted down once it has it
  record Lent(CountDownLatch given) implements ScreenEvent {}

  /// That thread has given it back.
  record Returned() implements ScreenEvent {}
}
