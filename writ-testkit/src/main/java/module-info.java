// Implements: docs/spec/02-architecture.md §2.2 (Modules)
import org.jspecify.annotations.NullMarked;

/// What tests share: a scripted model server, a temporary workspace, fakes.
@NullMarked
module dev.writ.testkit {
  requires static org.jspecify;
  requires dev.writ.engine;
  requires dev.writ.kernel;
  requires jdk.httpserver;
}
