// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// Namespaces that outlive a single program: a command's view of the workspace, and the loopback
/// that the commands of one session share.
///
/// Deliberately absent: what runs in them. Start reading at [OverlayView].
@NullMarked
package dev.writ.sandbox.namespace;

import org.jspecify.annotations.NullMarked;
