// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Shared values without trust or effect: JSON, paths, argument schemas, contents and errors; and
/// one way to wait for threads.
///
/// **Promises:** readers of text are strict and bounded: malformed or oversized input is an
/// exception with its position; one declaration both describes and checks a tool's arguments.
///
/// **Must not:** open files except through an interface of the caller, start processes, read the
/// clock, or use another module of Writ.
///
/// **Start at** [dev.writ.base.json.JsonReader], [dev.writ.base.scope.WorkspacePath] and
/// [dev.writ.base.value.ErrorCode].
@NullMarked
module dev.writ.base {
  requires static org.jspecify;
  requires org.snakeyaml.engine;

  exports dev.writ.base.json;
  exports dev.writ.base.schema;
  exports dev.writ.base.scope;
  exports dev.writ.base.thread;
  exports dev.writ.base.value;
}
