// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The built-in tools; they propose and perform, but have no hands of their own.
@NullMarked
module dev.writ.tools {
  requires static org.jspecify;
  requires transitive dev.writ.kernel;
  requires re2j;

  exports dev.writ.tools.builtin;
  exports dev.writ.tools.command;
}
