// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.tool;

import dev.writ.base.schema.CheckedArguments;
import dev.writ.base.schema.ParameterSpec;
import dev.writ.kernel.call.EffectClass;
import dev.writ.kernel.call.ToolDefinition;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/// The description of a tool: name, text for models, effect class, arguments.
///
/// @param reader makes the tool's own record of checked arguments
/// @param follows the tool that must have been called in this session before this one is offered;
///     empty for one that is always offered
/// @param <A> the record
public record ToolSpec<A extends Record>(
    ToolNames names,
    String description,
    EffectClass effectClass,
    List<ParameterSpec> parameters,
    Function<CheckedArguments, A> reader,
    Optional<String> follows) {
  public ToolSpec {
    parameters = List.copyOf(parameters);
  }

  /// A tool that is always offered.
  public ToolSpec(
      ToolNames names,
      String description,
      EffectClass effectClass,
      List<ParameterSpec> parameters,
      Function<CheckedArguments, A> reader) {
    this(names, description, effectClass, parameters, reader, Optional.empty());
  }

  /// The same tool, offered after the first call of another one.
  public ToolSpec<A> after(String tool) {
    return new ToolSpec<>(names, description, effectClass, parameters, reader, Optional.of(tool));
  }

  /// A tool's name, and the names under which other agents' habits call it.
  public record ToolNames(String name, List<String> aliases) {
    public ToolNames {
      aliases = List.copyOf(aliases);
    }

    /// A name with its aliases.
    public static ToolNames of(String name, String... aliases) {
      return new ToolNames(name, List.of(aliases));
    }
  }

  /// The tool's name.
  public String name() {
    return names.name();
  }

  /// Whether the tool is offered only after `more_tools` was asked for it.
  public boolean isRare() {
    return follows.filter(ToolCatalogue.MORE_TOOLS::equals).isPresent();
  }

  /// The text for the model.
  public ToolDefinition definition() {
    return new ToolDefinition(name(), description, ParameterSpec.schema(parameters).build());
  }
}
