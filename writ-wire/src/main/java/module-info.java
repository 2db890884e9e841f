// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// Everything that speaks a protocol: model providers, MCP, ACP, external tools.
@NullMarked
module dev.writ.wire {
  requires static org.jspecify;
  requires dev.writ.engine;
  requires dev.writ.kernel;
  requires java.net.http;
}
