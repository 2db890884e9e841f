// Implements: docs/spec/01-product.md §1.1 (Vocabulary)
package dev.writ.kernel.call;

/// A model's untrusted request for a tool.
///
/// @param id unique within a response once the engine has seen to it
/// @param tool the tool's name as sent
/// @param arguments the arguments' JSON text as sent, possibly broken
public record ToolCall(String id, String tool, String arguments) {}
