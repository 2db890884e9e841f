// Implements: docs/spec/06-tools.md §6 (Tools)
/// The tools for files and directories.
///
/// Deliberately absent: hands; a warrant performs. Start reading at [EditFileTool].
@NullMarked
package dev.writ.tools.file;

import org.jspecify.annotations.NullMarked;
