// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
/// Determines the project's directory.
///
/// Deliberately absent: what a project's files say. Start reading at [ProjectRoot].
@NullMarked
package dev.writ.app.project;

import org.jspecify.annotations.NullMarked;
