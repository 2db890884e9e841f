// Implements: docs/spec/07-commands.md §7.1 (Command language)
/// How lists of commands end the whole line: by `exit`, and by a failure under `set -e`.
///
/// Deliberately absent: reading lines. Start reading at [ListCourse].
@NullMarked
package dev.writ.command.course;

import org.jspecify.annotations.NullMarked;
