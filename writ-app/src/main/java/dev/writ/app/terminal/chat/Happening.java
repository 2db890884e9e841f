// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.terminal.chat;

import dev.writ.engine.conversation.Event;
import java.util.concurrent.CountDownLatch;

/// What the screen's thread is told by others.
sealed interface Happening {
  /// Something was typed; it waits in a queue of its own, ahead of all else.
  record Typed() implements Happening {}

  /// Something happened in the session.
  record Heard(Event event) implements Happening {}

  /// A command printed something.
  record Printed(String text) implements Happening {}

  /// The program behind the chat can be asked from now on.
  record Ready(ChatEngine engine) implements Happening {}

  /// What was asked of the program is done.
  record Done() implements Happening {}

  /// The program behind the chat can't be asked any more.
  record Failed(Throwable cause) implements Happening {}

  /// A question to the person.
  record Asked(Pending question) implements Happening {}

  /// A question that needs no answer any more.
  record Withdrawn(Pending question) implements Happening {}

  /// The terminal may have another size.
  record Resized() implements Happening {}

  /// Another thread wants the terminal for itself.
  ///
  /// @param given counted down once it has it
  record Lent(CountDownLatch given) implements Happening {}

  /// That thread has given it back.
  record Returned() implements Happening {}
}
