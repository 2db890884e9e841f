// Implements: docs/spec/17-quality.md §17.1 (Tests)
/// Tests of the project as a whole: its architecture, its references to the specification, its
/// Markdown, its threats and the code that must not compile.
///
/// Deliberately absent: tests of behaviour; they live beside what they test.
/// Start reading at [ArchitectureTest].
@NullMarked
package dev.writ.checks;

import org.jspecify.annotations.NullMarked;
