// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
package dev.writ.engine.context;

/// The sources of a context besides the conversation.
///
/// @param rules how it is kept within the window
/// @param files the project's rules for agents
/// @param map the outline of the workspace
public record ContextSources(ContextRules rules, RuleSource files, RepositoryMap map) {
  /// Nothing of the workspace.
  public static final ContextSources USUAL =
      new ContextSources(ContextRules.USUAL, RuleSource.NONE, RepositoryMap.NONE);
}
