// Implements: docs/spec/02-architecture.md §2.3 (Kernel packages)
/// Where things are: names as given, places inside the workspace, and what is protected there.
///
/// Deliberately absent: opening anything; that is done with handles in the hidden effect package.
/// Start reading at [WorkspacePath].
@NullMarked
package dev.writ.kernel.scope;

import org.jspecify.annotations.NullMarked;
