// Implements: docs/spec/07-commands.md §7.5 (Sandbox)
/// The allowlist proxy: the only way out for a confined program, host by host.
///
/// Deliberately absent: looking into what is sent. Start reading at [AllowlistProxy].
@NullMarked
package dev.writ.sandbox.proxy;

import org.jspecify.annotations.NullMarked;
