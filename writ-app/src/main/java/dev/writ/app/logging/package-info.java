// Implements: docs/spec/14-config.md §14.3 (Logging)
/// A session's events as lines of text, for debugging.
///
/// Deliberately absent: records that something is proved by; those are the ledger and the audit
/// log. Start reading at [SessionLogger].
@NullMarked
package dev.writ.app.logging;

import org.jspecify.annotations.NullMarked;
