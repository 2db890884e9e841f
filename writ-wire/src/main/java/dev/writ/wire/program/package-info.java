// Implements: docs/spec/14-config.md §14.2 (Credentials)
/// Programs of the person's own, which run outside the sandbox.
///
/// Deliberately absent: programs that a model or a project names. Start reading at [PersonProgram].
@NullMarked
package dev.writ.wire.program;

import org.jspecify.annotations.NullMarked;
