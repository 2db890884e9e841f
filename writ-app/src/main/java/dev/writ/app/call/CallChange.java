// Implements: docs/spec/13-terminal.md §13.1 (Chat)
package dev.writ.app.call;

import dev.writ.kernel.call.ToolCall;
import java.util.ArrayList;
import java.util.List;

/// The change that a call asks for, as lines of a difference; empty for a call that asks for none.
public record CallChange(List<String> lines) {
  public CallChange {
    lines = List.copyOf(lines);
  }

  /// The change of a call under the names that its tool gives.
  public static CallChange of(ToolCall call) {
    CallArguments arguments = CallArguments.of(call);
    List<String> lines = new ArrayList<>();
    switch (call.tool()) {
      case "edit_file" -> {
        arguments.text("old_text").lines().forEach(line -> lines.add("- " + line));
        arguments.text("new_text").lines().forEach(line -> lines.add("+ " + line));
      }
      case "write_file" ->
          arguments.text("content").lines().forEach(line -> lines.add("+ " + line));
      case "apply_patch" -> arguments.text("patch").lines().forEach(lines::add);
      default -> {}
    }
    return new CallChange(lines);
  }
}
