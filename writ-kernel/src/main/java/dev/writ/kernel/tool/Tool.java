// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.tool;

import dev.writ.kernel.call.Effect;
import dev.writ.kernel.call.ToolResult;
import java.io.IOException;
import java.util.List;

/// An operation that a model may request. It works in two steps: it states effects, then it
/// performs them with a warrant. A tool has no access to files or processes except through that
/// warrant.
///
/// @param <A> its arguments
public interface Tool<A extends Record> {
  /// The description of the tool.
  ToolSpec<A> spec();

  /// States everything the call would do. Looking at the workspace through the view is confined and
  /// changes nothing. A change that can't apply is still stated, with why
  /// ([Effect.WriteResult.Impossible]).
  ///
  /// @throws IOException if looking fails
  /// @throws RefusedException if no proposal can be made of it
  List<Effect> propose(A arguments, WorkspaceView view) throws IOException, RefusedException;

  /// Performs the proposed effects through the warrant, and formats the result.
  ///
  /// @throws IOException if the operating system refuses
  /// @throws InterruptedException when the call is aborted
  ToolResult perform(A arguments, Warrant warrant) throws IOException, InterruptedException;
}
