// Implements: docs/spec/02-architecture.md §2.4 (The door)
package dev.writ.kernel.effect;

/// All hands of one workspace, behind the door.
///
/// @param locator finds where names lead
public record Hands(Root root, Locator locator, Store store, FileHand files, Tree tree) {}
