// Implements: docs/spec/05-providers.md §5.1 (The port)
/// The port to a model: what is asked ([Prompt]), what comes while it answers ([AnswerDelta]) and
/// how it ends ([ModelReply]).
///
/// Deliberately absent: HTTP, provider names, retries. Trouble is a value, never an exception.
/// Start reading at [Model].
@NullMarked
package dev.writ.engine.model;

import org.jspecify.annotations.NullMarked;
