// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
/// Configuration: the table of keys, the sources, and how they are laid over each other.
///
/// Deliberately absent: defaults anywhere else. Start reading at [Configuration].
@NullMarked
package dev.writ.app.config;

import org.jspecify.annotations.NullMarked;
