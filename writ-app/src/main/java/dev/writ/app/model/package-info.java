// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
/// Which model answers, with which key, at which price.
///
/// Deliberately absent: the providers' protocols. Start reading at [ModelChoice].
@NullMarked
package dev.writ.app.model;

import org.jspecify.annotations.NullMarked;
