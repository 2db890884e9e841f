// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Model providers over guarded HTTP, and scripts that replace a model.
///
/// **Promises:** each request ends in exactly one reply; an incomplete stream is a failure, never
/// an answer; input is bounded in size and time; a key is masked in every message, and goes to no
/// other host.
///
/// **Must not:** decide about calls, retry a failed turn, or choose the model.
///
/// **Start at** [dev.writ.wire.ProviderFactory], then [dev.writ.wire.http.HttpTransport].
@NullMarked
module dev.writ.wire {
  requires static transitive org.jspecify;
  requires transitive dev.writ.engine;
  requires transitive dev.writ.kernel;
  requires java.net.http;

  exports dev.writ.wire;
  exports dev.writ.wire.adapter;
  exports dev.writ.wire.anthropic;
  exports dev.writ.wire.apple;
  exports dev.writ.wire.copilot;
  exports dev.writ.wire.fenced;
  exports dev.writ.wire.gemini;
  exports dev.writ.wire.catalog;
  exports dev.writ.wire.http;
  exports dev.writ.wire.keyring;
  exports dev.writ.wire.ollama;
  exports dev.writ.wire.openai;
  exports dev.writ.wire.program;
  exports dev.writ.wire.replay;
}
