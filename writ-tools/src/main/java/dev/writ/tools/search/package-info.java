// Implements: docs/spec/06-tools.md §6 (Tools)
/// Listing and searching.
///
/// Deliberately absent: following links out of the workspace. Start reading at [SearchFilesTool].
@NullMarked
package dev.writ.tools.search;

import org.jspecify.annotations.NullMarked;
