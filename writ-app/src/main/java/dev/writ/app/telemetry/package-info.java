// Implements: docs/spec/14-config.md §14.3 (Logging)
/// Traces and metrics for a receiver of the person's own. Off unless one is named: OpenTelemetry.
///
/// Deliberately absent: any other receiver, and contents of messages. Start reading at
/// [SessionTelemetry].
@NullMarked
package dev.writ.app.telemetry;

import org.jspecify.annotations.NullMarked;
