// Implements: docs/spec/09-intents-and-hooks.md §9.5 (Approval)
/// How a person is asked, and what the answer covers.
///
/// Deliberately absent: guessing an answer. Start reading at [Approver].
@NullMarked
package dev.writ.kernel.approval;

import org.jspecify.annotations.NullMarked;
