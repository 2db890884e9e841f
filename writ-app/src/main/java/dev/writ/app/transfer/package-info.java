// Implements: docs/spec/14-config.md §14.1 (Sources, highest first)
/// Imports other agents' files in a project into Writ's own files.
///
/// Deliberately absent: asking the person. Start reading at [ForeignFiles].
@NullMarked
package dev.writ.app.transfer;

import org.jspecify.annotations.NullMarked;
