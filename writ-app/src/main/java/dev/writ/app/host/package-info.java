// Implements: docs/spec/16-editors-and-web.md §16 (Editors and web)
/// The host: what the process was started with, and everything wired by hand in one place.
///
/// Deliberately absent: showing anything. Start reading at [SessionHost].
@NullMarked
package dev.writ.app.host;

import org.jspecify.annotations.NullMarked;
