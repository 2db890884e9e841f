// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.program;

import dev.writ.kernel.workspace.PathLocator;
import dev.writ.kernel.workspace.WorkspaceRoot;
import dev.writ.sandbox.namespace.OverlayView;
import java.util.Optional;

/// The place where a command line works: the workspace itself, or a copy-on-write view of it.
///
/// @param root the workspace as the command's programs see it
/// @param locator resolves names there
/// @param view what its programs enter; empty for the workspace itself
public record CommandWorkplace(
    WorkspaceRoot root, PathLocator locator, Optional<OverlayView> view) {}
