// Implements: docs/spec/02-architecture.md §2.5 (Engine)
/// A session: what a client can say to it ([SessionCommand]), and the turns that come of it.
///
/// Deliberately absent: files, screens, providers. Start reading at [Session].
@NullMarked
package dev.writ.engine.session;

import org.jspecify.annotations.NullMarked;
