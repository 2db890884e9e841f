// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Turn and session over the port to a model; no I/O of its own.
@NullMarked
module dev.writ.engine {
  requires static org.jspecify;
  requires transitive dev.writ.kernel;

  exports dev.writ.engine.context;
  exports dev.writ.engine.conversation;
  exports dev.writ.engine.history;
  exports dev.writ.engine.model;
  exports dev.writ.engine.session;
  exports dev.writ.engine.turn;
}
