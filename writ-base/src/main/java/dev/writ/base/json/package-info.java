// Implements: docs/spec/02-architecture.md §2.6 (Conventions)
/// JSON as data: one small tree, read and written strictly.
///
/// Deliberately absent: binding to classes by reflection (it costs start-up and hides what a
/// document may contain) and lenient parsing, except for comments in configuration files. Start
/// reading at [Json].
@NullMarked
package dev.writ.base.json;

import org.jspecify.annotations.NullMarked;
