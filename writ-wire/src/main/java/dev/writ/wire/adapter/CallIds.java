// Implements: docs/spec/03-agent-loop.md §3 (Agent loop)
package dev.writ.wire.adapter;

import dev.writ.engine.model.Message;
import dev.writ.engine.model.Prompt;
import dev.writ.kernel.call.ToolCall;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/// Sees to it that every call has an id of its own. One per adapter, so that the ids it makes are
/// unique in a session.
public final class CallIds {
  private static final String PREFIX = "call_";

  private final AtomicLong last = new AtomicLong();

  /// Ids that begin with `call_1`.
  public CallIds() {}

  /// The ids of one answer to that prompt.
  public AnswerIds answering(Prompt prompt) {
    Set<String> used = new HashSet<>();
    for (Message message : prompt.messages()) {
      if (message instanceof Message.Assistant assistant) {
        for (ToolCall call : assistant.calls()) {
          used.add(call.id());
        }
      }
    }
    return new AnswerIds(used);
  }

  /// The ids of one answer.
  public final class AnswerIds {
    private final Set<String> used;

    private AnswerIds(Set<String> used) {
      this.used = used;
    }

    /// The provider's id, if it is valid and unique; else a new one.
    ///
    /// @param given may be empty
    public String claim(String given) {
      if (!given.isBlank() && used.add(given)) {
        return given;
      }
      String made = PREFIX + last.incrementAndGet();
      while (!used.add(made)) {
        made = PREFIX + last.incrementAndGet();
      }
      return made;
    }
  }
}
