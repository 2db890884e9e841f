// Implements: docs/spec/06-tools.md §6 (Tools)
/// The list of built-in tools and how they are set up.
///
/// Deliberately absent: the tools themselves. Start reading at [BuiltInTools].
@NullMarked
package dev.writ.tools.builtin;

import org.jspecify.annotations.NullMarked;
