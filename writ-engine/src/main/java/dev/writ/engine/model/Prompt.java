// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import dev.writ.kernel.call.Definition;
import java.util.List;

/// One request to a model. System text and tools are the stable prefix that providers cache.
public record Prompt(String system, List<Definition> tools, List<Message> messages) {
  public Prompt {
    tools = List.copyOf(tools);
    messages = List.copyOf(messages);
  }
}
