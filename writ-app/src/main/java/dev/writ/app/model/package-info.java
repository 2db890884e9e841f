// Implements: docs/spec/05-providers.md §5.3 (Choice of model)
/// The choice of the model, its key and its price.
///
/// Deliberately absent: the providers' protocols. Start reading at [ModelChoice].
@NullMarked
package dev.writ.app.model;

import org.jspecify.annotations.NullMarked;
