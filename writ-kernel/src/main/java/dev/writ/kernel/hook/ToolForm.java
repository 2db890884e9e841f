// Implements: docs/spec/09-intents-and-hooks.md §9.8 (Users' hooks)
package dev.writ.kernel.hook;

import dev.writ.base.json.Json;
import java.util.List;

/// A call in the form that users' scripts know.
///
/// @param names what a matcher may call it; the scripts' names and ours
/// @param name the tool's name for scripts
/// @param input the arguments for scripts
public record ToolForm(List<String> names, String name, Json.Obj input) {
  public ToolForm {
    names = List.copyOf(names);
  }
}
