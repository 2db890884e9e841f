// Implements: docs/spec/05-providers.md §5.1 (The port)
package dev.writ.engine.model;

import dev.writ.kernel.call.ToolDefinition;
import java.util.ArrayList;
import java.util.List;

/// One request to a model. System text and tools are the stable prefix that providers cache.
///
/// @param allowed which of the tools may be called now
/// @param effort how much the model is to reason
public record Prompt(
    String system,
    List<ToolDefinition> tools,
    List<Message> messages,
    AllowedTools allowed,
    ReasoningEffort effort) {
  public Prompt {
    tools = List.copyOf(tools);
    messages = List.copyOf(messages);
  }

  /// One in which every tool may be called.
  public Prompt(String system, List<ToolDefinition> tools, List<Message> messages) {
    this(system, tools, messages, new AllowedTools.AllTools());
  }

  /// One that leaves the effort to the model.
  public Prompt(
      String system, List<ToolDefinition> tools, List<Message> messages, AllowedTools allowed) {
    this(system, tools, messages, allowed, ReasoningEffort.DEFAULT);
  }

  /// Whether a message has images.
  public boolean hasImages() {
    for (Message message : messages) {
      if (message instanceof Message.User user && !user.images().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /// The definitions of the tools that may be called now, for providers that restrict by leaving
  /// out.
  public List<ToolDefinition> allowedTools() {
    if (allowed instanceof AllowedTools.AllTools) {
      return tools;
    }
    List<ToolDefinition> some = new ArrayList<>(tools.size());
    for (ToolDefinition tool : tools) {
      if (allowed.allows(tool.name())) {
        some.add(tool);
      }
    }
    return some;
  }
}
