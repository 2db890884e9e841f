// Implements: docs/spec/04-conversation.md §4 (Conversation and context)
/// The context of a model besides the person's words: the budget of a request, the plan of
/// replacements, the summaries, the project's rules and its map.
///
/// Deliberately absent: files (the ports [RuleSource] and [RepositoryMap] are implemented outside)
/// and views that change other than by an event. Start reading at [ContextAssembly].
@NullMarked
package dev.writ.engine.context;

import org.jspecify.annotations.NullMarked;
