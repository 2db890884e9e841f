// Implements: docs/spec/06-tools.md §6 (Tools)
package dev.writ.kernel.call;

import dev.writ.base.json.Json;

/// The description of a tool for a model.
///
/// @param schema JSON Schema (2020-12) of the arguments
public record ToolDefinition(String name, String description, Json.Obj schema) {}
