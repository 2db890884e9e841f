// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The trusted part: the door with its checks, authority, policy, intents, approval, and the hands.
/// The unqualified exports are what tools need; the door itself is for the engine and the
/// application, and the hands are not exported.
///
/// **Promises:** nothing happens without a receipt (INV-9); a change happens only through a warrant
/// for its own proposal, and with a record in the ledger (INV-11); rights never grow inside the
/// gate.
///
/// **Must not:** export or open a package of hands, trust a tool's or a model's statement, perform
/// an act again, or grant what only a person grants.
///
/// **Start at** [dev.writ.kernel.call.Effect] and [dev.writ.kernel.door.Gate]; the order of the
/// checks is in `dev.writ.kernel.door.GateSequence`.
@NullMarked
@SuppressWarnings("module") // modules that are named here are compiled later
module dev.writ.kernel {
  requires static org.jspecify;
  requires transitive dev.writ.base;
  requires transitive dev.writ.command;
  requires transitive dev.writ.records;
  requires dev.writ.sandbox;
  requires re2j;

  exports dev.writ.kernel.call;
  exports dev.writ.kernel.intent;
  exports dev.writ.kernel.policy;
  exports dev.writ.kernel.tool;
  exports dev.writ.kernel.approval to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.authority to
      dev.writ.app;
  exports dev.writ.kernel.change to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.commit to
      dev.writ.app;
  exports dev.writ.kernel.door to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.grant to
      dev.writ.app;
  exports dev.writ.kernel.hook to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.hooks to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.intents to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.risk to
      dev.writ.app;
  exports dev.writ.kernel.run to
      dev.writ.app;
  exports dev.writ.kernel.session to
      dev.writ.engine,
      dev.writ.app;
  exports dev.writ.kernel.settle to
      dev.writ.app;
}
