// Implements: docs/spec/10-trace-and-audit.md §10.4 (Audit log)
/// The append-only record of every decision: one receipt before, one outcome after, and a line for
/// people for each command and each denial.
///
/// Deliberately absent: going on without it. Start reading at [AuditLog].
@NullMarked
package dev.writ.records.audit;

import org.jspecify.annotations.NullMarked;
