// Implements: docs/spec/05-providers.md §5 (Model providers)
/// A model that plays a script, and one that writes the script of another model's answers.
///
/// Deliberately absent: files (the app reads and writes them) and any judgement of what is asked.
/// Start reading at [ReplayModel].
@NullMarked
package dev.writ.wire.replay;

import org.jspecify.annotations.NullMarked;
