// Implements: docs/spec/02-architecture.md §2.2 (Modules)
/// The stores of the workspace and the person: old contents of files, records, packs, keys, and
/// what other sessions left in theirs while a command ran.
///
/// Deliberately absent: any judgement. Start reading at [ObjectStore].
@NullMarked
package dev.writ.kernel.store;

import org.jspecify.annotations.NullMarked;
