// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The command language, what is barred, and packs: which programs a line runs and what their
/// arguments mean. Pure: no file, no process, no clock.
@NullMarked
@SuppressWarnings("module") // modules that are named here are compiled later
module dev.writ.command {
  requires static org.jspecify;
  requires transitive dev.writ.base;
  requires re2j;

  exports dev.writ.command.denylist to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.command.language;
  exports dev.writ.command.parser to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.command.unwrap to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.pack.file to
      dev.writ.kernel,
      dev.writ.app;
  exports dev.writ.pack.reading to
      dev.writ.kernel;
  exports dev.writ.pack.schema to
      dev.writ.kernel,
      dev.writ.app;
}
