// Implements: docs/spec/11-sessions.md §11 (Sessions)
/// Recorded sessions as a person sees them: their list, the names by which one is meant, and their
/// text in the forms that others read.
///
/// Deliberately absent: files. Start reading at [SessionEntry].
@NullMarked
package dev.writ.app.session;

import org.jspecify.annotations.NullMarked;
