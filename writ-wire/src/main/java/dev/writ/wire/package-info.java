// Implements: docs/spec/05-providers.md §5 (Model providers)
/// The closed set of model providers: their names, their usual addresses, and how one is opened.
///
/// Deliberately absent: configuration, credentials and the choice among providers (the app's), and
/// everything that goes over a wire (in the packages below). Start reading at [ProviderFactory].
@NullMarked
package dev.writ.wire;

import org.jspecify.annotations.NullMarked;
