// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Everything that speaks a protocol: model providers, MCP, ACP, external tools.
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
  exports dev.writ.wire.replay;
}
