// Implements: docs/spec/05-providers.md §5 (Model providers)
/// Apple's on-device model, by way of a bridge on the same machine that speaks Chat Completions.
///
/// Deliberately absent: starting or installing a bridge. Start reading at [AppleModel].
@NullMarked
package dev.writ.wire.apple;

import org.jspecify.annotations.NullMarked;
