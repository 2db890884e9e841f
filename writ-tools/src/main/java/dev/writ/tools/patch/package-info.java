// Implements: docs/spec/06-tools.md §6 (Tools)
/// Patches in the formats that models write, and their application.
///
/// Deliberately absent: guessing where a hunk belongs. Start reading at [ApplyPatchTool].
@NullMarked
package dev.writ.tools.patch;

import org.jspecify.annotations.NullMarked;
