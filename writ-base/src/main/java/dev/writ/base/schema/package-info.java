// Implements: docs/spec/06-tools.md §6 (Tools)
/// The arguments of a tool: declared once, shown to models as JSON Schema, and checked with the
/// same declaration.
///
/// Deliberately absent: reflection. Start reading at [ParameterSpec].
@NullMarked
package dev.writ.base.schema;

import org.jspecify.annotations.NullMarked;
