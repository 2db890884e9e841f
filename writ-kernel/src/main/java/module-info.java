// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The trusted part: vocabulary, the gate, policy, records, and the only code with hands. The hands
/// (`effect`) are not exported; journals are, to the application alone, which keeps sessions in
/// one.
@NullMarked
@SuppressWarnings("module") // the application is compiled later
module dev.writ.kernel {
  requires static org.jspecify;
  requires org.snakeyaml.engine;
  requires re2j;

  exports dev.writ.kernel.attribution;
  exports dev.writ.kernel.audit;
  exports dev.writ.kernel.authority;
  exports dev.writ.kernel.call;
  exports dev.writ.kernel.command;
  exports dev.writ.kernel.gate;
  exports dev.writ.kernel.hook;
  exports dev.writ.kernel.intent;
  exports dev.writ.kernel.journal to
      dev.writ.app;
  exports dev.writ.kernel.json;
  exports dev.writ.kernel.ledger;
  exports dev.writ.kernel.pack;
  exports dev.writ.kernel.policy;
  exports dev.writ.kernel.schema;
  exports dev.writ.kernel.scope;
}
