// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// What Git would show of secret files in the history of a repository, whatever Writ tells it: a
/// person is asked about such lines.
///
/// Deliberately absent: the hiding of files ([dev.writ.kernel.secret]). Start reading at
/// [HistoryReading].
@NullMarked
package dev.writ.kernel.history;

import org.jspecify.annotations.NullMarked;
