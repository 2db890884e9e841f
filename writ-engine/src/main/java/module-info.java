// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Session and turn over the port to a model; no I/O of its own.
///
/// **Promises:** an event is written before it has an effect; every call has exactly one result at
/// each end of a turn; a recorded session folds to the same conversation again.
///
/// **Must not:** perform an effect, parse a provider's protocol, or retry a performed call.
///
/// **Start at** [dev.writ.engine.session.Session], then [dev.writ.engine.turn.TurnLoop] and
/// [dev.writ.engine.model.Model].
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
