// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The built-in tools; they propose and perform, but have no hands of their own.
///
/// **Promises:** a proposal states every effect of the call before it happens, including impossible
/// ones; results are bounded in length.
///
/// **Must not:** use a file, process or socket API, judge where a path leads, or perform an effect
/// that was not proposed. `tools-allowlist.txt` lists the permitted APIs.
///
/// **Start at** [dev.writ.tools.builtin.BuiltInTools], then [dev.writ.tools.file.WriteFile].
@NullMarked
module dev.writ.tools {
  requires static org.jspecify;
  requires transitive dev.writ.kernel;
  requires re2j;

  exports dev.writ.tools.builtin;
  exports dev.writ.tools.command;
}
