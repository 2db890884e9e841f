// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import dev.writ.kernel.call.Definition;
import java.util.ArrayList;
import java.util.List;

/// One request to a model. System text and tools are the stable prefix that providers cache.
///
/// @param allowed which of the tools may be called now
public record Prompt(
    String system, List<Definition> tools, List<Message> messages, Allowed allowed) {
  public Prompt {
    tools = List.copyOf(tools);
    messages = List.copyOf(messages);
  }

  /// One in which every tool may be called.
  public Prompt(String system, List<Definition> tools, List<Message> messages) {
    this(system, tools, messages, new Allowed.All());
  }

  /// The definitions of the tools that may be called now, for providers that restrict by leaving
  /// out.
  public List<Definition> allowedTools() {
    if (allowed instanceof Allowed.All) {
      return tools;
    }
    List<Definition> some = new ArrayList<>(tools.size());
    for (Definition tool : tools) {
      if (allowed.allows(tool.name())) {
        some.add(tool);
      }
    }
    return some;
  }
}
