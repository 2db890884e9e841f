// Implements: docs/spec/07-commands.md §7.4 (Execution)
package dev.writ.kernel.effect;

import dev.writ.kernel.sandbox.OverlayView;
import java.util.Optional;

/// Where a command line works: in the workspace itself, or in a copy-on-write view of it.
///
/// @param root the workspace as the command's programs see it
/// @param locator resolves names there
/// @param view what its programs enter; empty for the workspace itself
record Workplace(Root root, Locator locator, Optional<OverlayView> view) {}
