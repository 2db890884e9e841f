// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// The trusted part: vocabulary, the gate, policy, and the only code with hands (not exported).
@NullMarked
module dev.writ.kernel {
  requires static org.jspecify;
  requires com.fasterxml.jackson.core;
  requires org.snakeyaml.engine;

  exports dev.writ.kernel.authority;
  exports dev.writ.kernel.call;
  exports dev.writ.kernel.intent;
  exports dev.writ.kernel.json;
  exports dev.writ.kernel.policy;
  exports dev.writ.kernel.scope;
}
