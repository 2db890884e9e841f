// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
/// Paths: names as given, places inside the workspace, and patterns of names.
///
/// Deliberately absent: opening anything; the hands do that with handles. Start reading at
/// [WorkspacePath].
@NullMarked
package dev.writ.base.scope;

import org.jspecify.annotations.NullMarked;
