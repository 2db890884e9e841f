// Implements: docs/spec/06-tools.md §6 (Tools)
/// Text that is edited by its lines: exact and nearest matches, line ends and encodings kept.
///
/// Deliberately absent: files. Start reading at [EditableText].
@NullMarked
package dev.writ.tools.text;

import org.jspecify.annotations.NullMarked;
