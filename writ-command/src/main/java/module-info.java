// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The command language, the denylist and packs: the programs that a line runs, and the meaning of
/// their arguments. Pure.
///
/// **Promises:** one text has one meaning. A construct that shells read differently is refused, and
/// the judged tree is the executed tree. An option that a pack does not name is never harmless.
///
/// **Must not:** access a file, a process or a clock, or run a text through a shell.
///
/// **Start at** [dev.writ.command.parser.CommandParser], then [dev.writ.command.denylist.Denylist]
/// and [dev.writ.pack.file.PackRegistry].
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
