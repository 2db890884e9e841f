// Implements: docs/spec/08-authority-and-packs.md §8.3 (Packs)
package dev.writ.pack.schema;

/// A path that an invocation names, as it stands in the arguments.
///
/// @param path not located: relative to where the command runs
public record PathUse(String path, PathAccess access) {}
