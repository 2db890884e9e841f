// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.call;

import dev.writ.kernel.json.Json;
import java.util.ArrayList;
import java.util.List;

/// A tool call after its arguments became typed effects. It has no effect by itself: it is what the
/// gates judge, what a person approves and what a warrant is bound to.
public record Proposal(ToolCall call, EffectClass effectClass, List<Effect> effects) {
  public Proposal {
    effects = List.copyOf(effects);
  }

  /// What identifies the proposal: a hash over the tool, its effects and every hash that was seen.
  /// A changed argument, target or file gives another digest, so an approval can't be carried over.
  public String digest() {
    List<Json> parts = new ArrayList<>();
    for (Effect effect : effects) {
      parts.add(describe(effect));
    }
    return Hash.of(
        Json.object()
            .put("tool", call.tool())
            .put("arguments", call.arguments())
            .put("effects", new Json.Arr(parts))
            .build()
            .write());
  }

  /// An effect as data: for the digest, the receipt and dry runs.
  public static Json.Obj describe(Effect effect) {
    return switch (effect) {
      case Effect.ReadPath read ->
          Json.object()
              .put("effect", "read")
              .put("path", read.at().toString())
              .put("tree", read.extent() == Effect.ReadPath.Extent.TREE)
              .build();
      case Effect.WritePath write ->
          Json.object()
              .put("effect", "write")
              .put("path", write.at().toString())
              .put("before", before(write.before()))
              .put("after", after(write.after()))
              .build();
      case Effect.RunCommand run ->
          Json.object()
              .put("effect", "run")
              .put("argv", Json.texts(run.argv()))
              .put("directory", run.directory().toString())
              .put("timeout_seconds", run.limits().timeoutSeconds())
              .build();
      case Effect.ChangeSession(Control control) ->
          Json.object().put("effect", "session").put("change", control.toString()).build();
    };
  }

  private static Json before(Effect.FileState state) {
    return switch (state) {
      case Effect.FileState.Absent _ -> new Json.Null();
      case Effect.FileState.Present(Content content) -> Json.of(content.hash());
      case Effect.FileState.Unusable(ToolError error) -> Json.of(error.code().name());
    };
  }

  private static Json after(Effect.After after) {
    return switch (after) {
      case Effect.After.Replaced replaced -> Json.of(replaced.content().hash());
      case Effect.After.Impossible(ToolError error) -> Json.of(error.code().name());
    };
  }
}
