// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

/// Hears how a request goes, on the calling thread, in order.
@FunctionalInterface
public interface ReplyListener {
  /// A piece of the answer streamed in.
  void delta(AnswerDelta delta);

  /// The request is sent: work done now costs no time, because the answer is pending. Not every
  /// adapter can report it.
  default void sent() {}

  /// The adapter reports something for the person about an answer that is otherwise fine.
  default void notice(String text) {}
}
