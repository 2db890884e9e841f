// Implements: docs/spec/13-terminal.md §13.2 (Statistics)
/// Public data about models: windows, output limits, prices and abilities, as dated data that a
/// person extends.
///
/// Deliberately absent: files (the program reads them), providers, and requests. Start reading at
/// [ModelCatalog].
@NullMarked
package dev.writ.wire.catalog;

import org.jspecify.annotations.NullMarked;
