// Implements: docs/spec/09-intents-and-hooks.md §9.4 (The pipeline's gates, in order)
/// Rules by which what a call does, and what the session has seen, make a person be asked.
///
/// Deliberately absent: asking. Start reading at [RiskRules].
@NullMarked
package dev.writ.kernel.risk;

import org.jspecify.annotations.NullMarked;
